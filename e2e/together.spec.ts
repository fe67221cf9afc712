import type { Locator } from '@playwright/test'
import { expectHighlighted, highlightedLines } from './support/looks.ts'
import { expect, test } from './support/test.ts'

const ACTION_RULE = [
  '- apiGroups: [""]',
  'resources: ["pods"]',
  'verbs:',
  '- "impersonate-on:user-info:list"',
  '- "impersonate-on:user-info:watch"',
]
const IDENTITY_RULE = [
  '- apiGroups: ["authentication.k8s.io"]',
  'resources: ["users"]',
  'resourceNames: ["jane.doe@example.com"]',
  'verbs: ["impersonate:user-info"]',
]
/** So wide that each line of these rules is a row. */
const WITHOUT_WRAPPING = { width: 1920, height: 1080 }
const identity = /^May it be that somebody\? impersonate:user-info/
const action = /^May it do this as somebody else\? impersonate-on:user-info:/

/**
 * Points at words in an editor until the rest is highlighted. An editor that appears under a resting pointer gets no event, and
 * people move the pointer again.
 */
async function pointUntilHighlighted(words: Locator, highlighted: Locator): Promise<void> {
  await expect(async () => {
    await words.page().getByRole('heading', { level: 1 }).hover()
    await words.hover()
    await expect(highlighted).toHaveAttribute('data-highlighted', { timeout: 2000 })
  }).toPass()
}

test('pointing lights what belongs together, and a click pins it', async ({ playground, page }) => {
  const { checks, node, policy, request, step } = playground
  await page.setViewportSize(WITHOUT_WRAPPING)
  await playground.readyToWrite(playground.policyText)
  await playground.readyToWrite(playground.requestText('HTTP'))
  await test.step('a check lights its node, its rule and its header, and leaving lets go', async () => {
    await expect(node(identity)).not.toHaveAttribute('data-highlighted')

    await checks.nth(1).hover()
    await expectHighlighted(checks.nth(1))
    await expect(node(identity)).toHaveAttribute('data-highlighted')
    await expect(node(action)).not.toHaveAttribute('data-highlighted')
    await expect.poll(() => highlightedLines(policy)).toEqual(expect.arrayContaining(IDENTITY_RULE))
    await expect.poll(() => highlightedLines(request)).toContainEqual(expect.stringContaining('jane.doe@example.com'))
    await expectHighlighted(checks.nth(0), false)

    await page.getByRole('heading', { level: 1 }).hover()
    await expect(node(identity)).not.toHaveAttribute('data-highlighted')
    await expectHighlighted(checks.nth(1), false)
    await expect.poll(() => highlightedLines(policy)).toEqual([])
  })
  await test.step('a node lights its check and its rule', async () => {
    await node(identity).hover()
    await expect(node(identity)).toHaveAttribute('data-highlighted')
    await expectHighlighted(checks.nth(1))
    await expectHighlighted(checks.nth(0), false)
    await expect.poll(() => highlightedLines(policy)).toEqual(expect.arrayContaining(IDENTITY_RULE))
  })
  await test.step('a rule lights the check that it decided', async () => {
    await pointUntilHighlighted(policy.getByText('["impersonate:user-info"]'), node(identity))
    await expectHighlighted(checks.nth(1))
    await policy.getByText('metadata').first().hover()
    await expect(node(identity)).not.toHaveAttribute('data-highlighted')
  })
  await test.step('a header lights what asked about it', async () => {
    await pointUntilHighlighted(request.getByText('jane.doe@example.com').last(), node(identity))
    await expectHighlighted(checks.nth(1))
  })
  await test.step('a click pins until Escape', async () => {
    await checks.nth(0).click()
    await page.getByRole('heading', { level: 1 }).hover()
    await checks.nth(0).blur()
    await expect(node(action)).toHaveAttribute('data-highlighted')
    await expectHighlighted(checks.nth(0))
    await expect.poll(() => highlightedLines(policy)).toEqual(expect.arrayContaining(ACTION_RULE))

    await page.keyboard.press('Escape')
    await expect(node(action)).not.toHaveAttribute('data-highlighted')
    await expectHighlighted(checks.nth(0), false)
    await expect.poll(() => highlightedLines(policy)).toEqual([])
  })
  await test.step('pointing overrides pinning', async () => {
    await step.press('End')
    await node(action).click()
    await expect(node(action)).toHaveAttribute('data-highlighted')
    await checks.nth(2).hover()
    await expect(node(/^May this user make the request\?/)).toHaveAttribute('data-highlighted')
    await expect(node(action)).not.toHaveAttribute('data-highlighted')
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(node(action)).toHaveAttribute('data-highlighted')
  })
})

test('playing goes over the whole chart step by step to the end, and the whole way stays', async ({
  playground,
  page,
}) => {
  const { player, step, node, checks } = playground
  await player.getByRole('combobox', { name: 'Speed' }).selectOption('4')
  await player.getByRole('button', { name: 'Restart' }).click()
  await expect(step).toHaveAttribute('aria-valuetext', /^Step 1 of /)
  await expect(node(/^receive request\. The request is here\.$/i)).toBeVisible()
  await expect(node(/^May it be that somebody\? impersonate:user-info\. Not reached yet\.$/)).toBeVisible()

  // Records every step that the request reaches.
  const seen = await page.evaluateHandle(() => {
    const positions: number[] = []
    const slider = document.querySelector<HTMLInputElement>('input[type=range]')
    if (slider === null) throw new Error('there is no slider')
    new MutationObserver(() => {
      if (positions.at(-1) !== slider.valueAsNumber) positions.push(slider.valueAsNumber)
    }).observe(slider, { attributes: true })
    return positions
  })
  await player.getByRole('button', { name: 'Play' }).click()
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(step).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. The client gets 200/)
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()
  const last = Number(await step.getAttribute('max'))
  expect((await seen.jsonValue()).filter((position) => position > 0)).toEqual(
    Array.from({ length: last }, (_, index) => index + 1),
  )

  await expect(
    node(/^May it do this as somebody else\? impersonate-on:user-info:.* 1 check: Allow\. Taken: yes\.$/),
  ).toBeVisible()
  await expect(node(/^May it be that somebody\? impersonate:user-info\. 1 check: Allow\. Taken: yes\.$/)).toBeVisible()
  await expect(node(/^200: the request is served\. The request is here\.$/)).toBeVisible()
  await expect(checks.first()).not.toContainText('not yet')
})

test('the chart zooms and fits, the slider goes to any step, and an edit while it plays decides anew', async ({
  playground,
  page,
}) => {
  const { step, node, checks, chart, player } = playground
  await test.step('zooms, and fits the whole chart', async () => {
    const width = async (): Promise<number> => (await node(/^receive request/i).boundingBox())?.width ?? 0
    await expect(node(/^receive request/i)).toBeVisible()
    await chart.getByRole('button', { name: 'Whole chart' }).click()
    await expect(node(/^receive request/i)).toBeInViewport({ ratio: 1 })
    await expect(node(/^403 Forbidden/)).toBeInViewport({ ratio: 1 })
    const whole = await width()
    await chart.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(width).toBeGreaterThan(whole)
    await page.getByRole('heading', { level: 1 }).hover()
    await chart.getByRole('button', { name: 'Whole chart' }).click()
    await expect.poll(width).toBeCloseTo(whole, 0)
  })
  await test.step('the slider goes to any step', async () => {
    await step.fill('0')
    await expect(node(/^receive request\. The request is here\.$/i)).toBeVisible()
    await expect(checks.first()).toBeHidden()
    await step.fill((await step.getAttribute('max')) ?? '')
    await expect(node(/^200: the request is served\. The request is here\.$/)).toBeVisible()
    await expect(checks.first()).toBeVisible()
    // A row that is merely looked up does not hold back the rest.
    await checks.first().click()
    await expect(step).not.toHaveValue((await step.getAttribute('max')) ?? '')
    await expect(checks.last()).toHaveAccessibleName(/, not yet$/)
    await expect(playground.sentence).toBeVisible()
  })
  await test.step('editing while it plays decides anew, and shows the whole way', async () => {
    await player.getByRole('button', { name: 'Play' }).click()
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Kubernetes', exact: true }).selectOption('1.34')
    await expect(playground.sentence).toHaveText(/^ ?403: /)
    await expect(step).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. The client gets 403/)
    await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()
  })
})

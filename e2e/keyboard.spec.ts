import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** More stops of the Tab key than the page has. */
const STOPS = 120

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press('Tab')
    if (await hasFocus(control)) return
  }
  await expect(control, `within ${STOPS} stops of the Tab key`).toBeFocused()
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement)
}

/** A description of the focused element that distinguishes the stops of the Tab key. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document
    if (element === null || element === document.body) return 'the page'
    const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `${element.getAttribute('role') ?? element.localName} ${words.replace(/\s+/g, ' ').trim()}`
  })
}

test('Tab goes through the whole page and out again, and is not trapped in an editor', async ({ playground, page }) => {
  await playground.readyToWrite(playground.policyText)
  await playground.readyToWrite(playground.requestText('HTTP'))
  await expect(playground.node('200: the request is served')).toBeVisible()
  const stops: string[] = []
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press('Tab')
    stops.push(await focused(page))
    if (stops.length > 1 && stops.at(-1) === stops[0]) break
  }
  expect(stops.length, stops.join('\n')).toBeLessThan(STOPS)
  for (const stop of [
    /^a Skip to the answer$/,
    /^a Skip to the chart$/,
    /^button Example: /,
    /^button Questions$/,
    /^input/,
    /^select/,
    /^textbox Policy$/,
    /^tab HTTP/,
    /^textbox HTTP request$/,
    /^figure /,
    /^button 200: the request is served/,
    /^button.*Play$/,
    /^button Copy answer as Markdown$/,
    /^button Details/,
    /^button Check \d|^button.*200: the request is served/,
    /^separator Width of policy and request$/,
  ]) {
    expect(stops).toContainEqual(expect.stringMatching(stop))
  }
  await test.step('in an editor Tab moves on until somebody types, and after Escape', async () => {
    const { policyText } = playground
    await tabTo(page, policyText)
    await page.keyboard.press('Tab')
    await expect(policyText).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(policyText).toBeFocused()

    // After typing, Tab indents. After Escape it moves on again.
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('# x')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.type('#')
    await page.keyboard.press('Home')
    await page.keyboard.press('Tab')
    await expect(policyText).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(policyText).not.toBeFocused()
    expect(await playground.textOf(policyText)).toMatch(/^# x\n {2}#/)
  })
})

test('skips to the answer and the chart, and works in the header and between panes', async ({ playground, page }) => {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the answer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(playground.answer.getByRole('button', { name: /^line \d+$/ }).first()).toBeFocused()

  await page.getByRole('link', { name: 'Skip to the chart' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(playground.chart.getByRole('button', { name: 'Zoom out' })).toBeFocused()
  await test.step('goes through the tools of the header with the arrow keys', async () => {
    const tools = page.getByRole('toolbar', { name: 'Tools' })
    await tabTo(page, tools.getByRole('button', { name: 'Questions' }))
    await page.keyboard.press('End')
    await expect(tools.getByRole('button', { name: 'Help' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tools.getByRole('button', { name: 'Questions' })).toBeFocused()
  })
  await test.step('explains itself and its keys', async () => {
    await page.keyboard.press('Alt+K')
    const help = page.getByRole('dialog', { name: 'About the playground' })
    await expect(help).toContainText('Play or pause')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
  })
  await test.step('moves the lines between panes with the arrow keys', async () => {
    const line = page.getByRole('separator', { name: 'Width of policy and request' })
    await tabTo(page, line)
    const before = Number(await line.getAttribute('aria-valuenow'))
    await page.keyboard.press('ArrowRight')
    await expect(line).toHaveAttribute('aria-valuenow', String(before + 2))
  })
  await test.step('switches the design with the arrow keys', async () => {
    await tabTo(page, page.getByRole('radio', { name: 'Constrained impersonation, as released' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'KEP-5284 as proposed' })).toBeChecked()
    await expect(playground.chart.getByRole('figure', { name: 'KEP-5284 as proposed' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(playground.chart.getByRole('figure', { name: 'Legacy impersonation' })).toBeVisible()
    await expect(playground.sentence).toHaveText(/^ ?403: /)
  })
})

test('plays, steps, and goes to the ends, says each step, and tells no end before it', async ({ playground, page }) => {
  const { player, step, chart, sentence, answer, checks, policy, node } = playground
  await playground.readyToWrite(playground.policyText)
  await tabTo(page, chart.getByRole('figure'))
  await expect(step).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. The client gets 200/)

  await page.keyboard.press('Home')
  await expect(step).toHaveAttribute('aria-valuetext', /^Step 1 of /)
  await playground.hears('receive request.')
  await expect(sentence).toBeHidden()
  await expect(answer).toContainText('Its answer is shown at the end.')
  await expect(checks.first()).toBeHidden()

  await page.keyboard.press('ArrowRight')
  await expect(step).toHaveAttribute('aria-valuetext', /^Step 2 of /)
  await playground.hears('Whom does Impersonate-User name?')

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(step).toHaveAttribute('aria-valuetext', /^Step 2 of /)

  await page.keyboard.press('ArrowRight')
  await expect(step).toHaveAttribute('aria-valuetext', /^Step 3 of /)
  await playground.hears(
    /Check 1 of 3: may service account default\/my-controller use impersonate-on:user-info:list on pods .* Allow, by line 30, through RoleBinding/,
  )
  // As a click on the check would, and without the focus.
  await expect(policy.getByText('"impersonate-on:user-info:list"')).toBeVisible()
  await expect(node(/^May it do this as somebody else\? impersonate-on:/)).toHaveAttribute('data-highlighted')
  await expect(chart.getByRole('figure')).toBeFocused()
  await expect(checks.nth(0)).toBeVisible()
  await expect(checks.nth(1)).toBeHidden()
  await expect(playground.timeline).toContainText('so far: 1 Allow')
  await player.getByRole('button', { name: 'Hide the answer until the end' }).click()
  await expect(sentence).toBeVisible()
  await expect(checks.nth(1)).toBeVisible()
  await player.getByRole('button', { name: 'Hide the answer until the end' }).click()
  await expect(sentence).toBeHidden()
  await chart.getByRole('figure').focus()

  await page.keyboard.press('End')
  await expect(step).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. /)
  await playground.hears('The client gets 200: the request is served.')
  await expect(sentence).toBeVisible()
  await expect(checks.nth(2)).toBeVisible()

  await page.keyboard.press('Space')
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()

  await playground.policyText.focus()
  await page.keyboard.press('Alt+Y')
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.keyboard.press('Alt+Y')
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()
  await test.step('plays to the end by the buttons of the player', async () => {
    await tabTo(page, player.getByRole('combobox', { name: 'Speed' }))
    await page.keyboard.press('End')
    await expect(player.getByRole('combobox', { name: 'Speed' })).toHaveValue('4')
    for (let back = 0; back < 2; back++) await page.keyboard.press('Shift+Tab')
    await expect(player.getByRole('button', { name: 'Play' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(player.getByRole('button', { name: 'Pause' })).toBeFocused()
    await expect(player.getByRole('button', { name: 'Play' })).toBeFocused()
    await expect(step).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. /)
  })
})

test('leaves the gallery with Escape, and is back where it was; opens an example from it', async ({
  playground,
  page,
}) => {
  const button = page.getByRole('button', { name: /^Example: / })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(playground.gallery).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(playground.gallery).toBeHidden()
  await expect(button).toBeFocused()
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  await test.step('opens an example', async () => {
    const { gallery, sentence } = playground
    await page.keyboard.press('Alt+G')
    await expect(gallery.getByRole('searchbox', { name: 'Search' })).toBeFocused()
    await page.keyboard.type('400 group')
    await expect(gallery.getByRole('status')).toHaveText('1 example')
    await page.keyboard.press('ArrowDown')
    await expect(gallery.getByRole('button', { name: /A group without a user/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(gallery).toBeHidden()
    await playground.hears('Opened: A group without a user (400)')
    await expect(sentence).toHaveText(/^ ?400: /)
  })
})

test('walks the timeline and goes to the line that decided; walks the nodes of the chart, and pins one', async ({
  playground,
  page,
}) => {
  const { checks, timeline, policyText } = playground
  await playground.readyToWrite(policyText)
  await tabTo(page, timeline.getByRole('button', { name: /200: the request is served/ }))
  await page.keyboard.press('ArrowUp')
  await expect(checks.nth(2)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(timeline.getByRole('button', { name: 'receive request' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(checks.nth(2)).toHaveAttribute('aria-current', 'step')
  await page.keyboard.press('Tab')
  await expect(timeline.getByRole('button', { name: /^rule 1, line \d+$/ }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(policyText).toBeFocused()
  expect(await playground.copiedBy(() => page.keyboard.press('Control+C'))).toBe('- apiGroups: [""]\n')
  await test.step('walks the nodes of the chart, and pins one', async () => {
    const { node, step } = playground
    await step.press('End')
    await expect(node(/^200: the request is served/)).toBeVisible()
    await tabTo(page, node(/^200: the request is served/))
    await page.keyboard.press('ArrowUp')
    await expect(node(/^May this user make the request\?/)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await expect(node(/^May this user make the request\?/)).toHaveAttribute('data-highlighted')
    await page.keyboard.press('Escape')
    await expect(node(/^May this user make the request\?/)).not.toHaveAttribute('data-highlighted')
  })
})

test('undoes and redoes across policy, request and settings', async ({ playground, page }) => {
  const { sentence } = playground
  const version = page.getByRole('combobox', { name: 'Kubernetes', exact: true })
  const policy = await playground.textOf(playground.policyText)
  const edited = `# mine\n${policy}`

  await playground.writePolicy(edited)
  await playground.writeRequest(
    'HTTP',
    'DELETE /api/v1/namespaces/default/pods/web HTTP/1.1\nImpersonate-User: jane.doe@example.com',
  )
  await expect(sentence).toHaveText(/^ ?403: service account default\/my-controller may not delete pods/)
  await version.selectOption('1.34')
  await expect(sentence).toContainText('no rule grants impersonate on users')

  const everywhere = [version, playground.requestText('HTTP'), playground.policyText] as const
  await version.focus()
  await page.keyboard.press('Control+Z')
  await expect(version).toHaveValue('1.36')
  await playground.hears('Undone')
  await playground.requestText('HTTP').focus()
  await page.keyboard.press('Control+Z')
  await expect(sentence).toHaveText(/^ ?200: /)
  await playground.policyText.focus()
  await page.keyboard.press('Control+Z')
  expect(await playground.textOf(playground.policyText)).toBe(policy)
  await page.keyboard.press('Control+Z')
  await playground.hears('Nothing to undo')

  for (const place of everywhere) {
    await place.focus()
    await page.keyboard.press('Control+Shift+Z')
  }
  await expect(version).toHaveValue('1.34')
  await expect(sentence).toHaveText(/^ ?403: service account default\/my-controller may not delete pods/)
  expect(await playground.textOf(playground.policyText)).toBe(edited)
  expect(await playground.requestIn('HTTP')).toContain('DELETE /api/v1/namespaces/default/pods/web')
})

test('presents, and comes back to where it was', async ({ playground, page }) => {
  const { chart } = playground
  await tabTo(page, page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Questions' }))
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'Present' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Present' }).getByRole('button', { name: 'Begin' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Leave the present view' })).toBeVisible()
  for (const hidden of [playground.policy, playground.request, playground.timeline]) await expect(hidden).toBeHidden()
  await expect(chart).toBeVisible()
  await expect(page.getByRole('main')).toContainText('GET /api/v1/namespaces/default/pods')
  await expect(page.getByRole('region', { name: 'Question' })).toContainText('Allowed or refused?')

  const step = page.getByRole('region', { name: 'Current step' })
  const rule = page.getByRole('figure', { name: 'The rule that decided' })
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
  await expect(step).toContainText('May service account')
  await expect(rule).toBeHidden()
  await page.keyboard.press('Space')
  await expect(rule).toContainText('impersonate-on:user-info:list')
  await page.keyboard.press('ArrowLeft')
  await expect(rule).toBeHidden()
  await page.keyboard.press('End')
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('200: service account')
  await page.keyboard.press('Escape')
  await expect(playground.policy).toBeVisible()
  await expect(page.getByRole('button', { name: 'Present' })).toBeFocused()
})

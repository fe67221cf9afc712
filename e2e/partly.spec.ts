import { FIRST } from '@authz-playground/examples/first'
import { greens } from './support/looks.ts'
import { expect, test } from './support/test.ts'

/** A misspelt role after the policy of the first example. */
const ERROR = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: broken
  namespace: default
ruels: []
`
/** The line of some words in a text that is appended to the first example's policy. */
function lineOf(words: string, appended: string): number {
  return `${FIRST.scenario.policy}${appended}`.split('\n').findIndex((line) => line.startsWith(words)) + 1
}
const LINE = lineOf('ruels', ERROR)
const CAVEAT = 'Decided with what could be read: 1 error in the input.'

test('an error in the policy keeps everything from being decided, and says where', async ({ playground, page }) => {
  const { answer, sentence, chart, timeline, policy, policyText, player } = playground
  await playground.append(policyText, ERROR)
  await expect(sentence).toHaveText(` Not decided: the policy was not fully understood (line ${LINE}).`)
  await expect(sentence.getByRole('img')).toHaveAccessibleName('Not decided')
  await expect(answer.getByRole('list', { name: 'Errors' })).toContainText('ruels')
  await expect(policy).toContainText('1 error')
  await expect(timeline).toContainText('No check is listed')
  await expect(chart).toContainText('policy and request were not fully read, so no way is drawn')
  await expect(player.getByRole('button', { name: 'Play' })).toBeDisabled()
  await expect(playground.details).toBeHidden()
  await expect(answer.getByRole('button', { name: 'Copy answer as Markdown' })).toBeHidden()
  expect(await greens(page)).toEqual([])

  await answer.getByRole('button', { name: `Policy, line ${LINE}, column 1` }).click()
  await expect(policyText).toBeFocused()
  expect(await playground.copiedBy(() => page.keyboard.press('ControlOrMeta+C'))).toBe('ruels: []\n')

  // For readers the way of the last answer stays, in the colour of no decision.
  await page.getByRole('navigation', { name: 'Ways in' }).getByRole('button', { name: 'Learn', exact: true }).click()
  await expect(chart).toContainText(`Paused at line ${LINE}`)
  expect(await greens(page)).toEqual([])
})

test('a decision in spite of errors says so wherever it shows, until the error is mended', async ({
  playground,
  page,
}) => {
  const { answer, sentence, chart, timeline, policyText } = playground
  await playground.append(policyText, ERROR)
  await answer.getByRole('button', { name: 'Decide with what could be read' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)
  for (const pane of [answer, timeline, chart]) await expect(pane).toContainText(CAVEAT)

  const markdown = await playground.copiedBy(() =>
    answer.getByRole('button', { name: 'Copy answer as Markdown' }).click(),
  )
  expect(markdown).toMatch(new RegExp(`^> \\*\\*${CAVEAT.replace('.', '\\.')}\\*\\*`))

  await playground.openDrawer('Response')
  await playground.openDrawer('Audit event')
  await playground.openDrawer('Metrics')
  for (const what of ['Response', 'Audit event', 'Metrics']) {
    const text = await playground.copiedBy(() =>
      playground.details.getByRole('button', { name: `Copy ${what}` }).click(),
    )
    expect(text, what).toContain(CAVEAT)
  }
  await timeline.getByRole('button', { name: 'SubjectAccessReview' }).first().click()
  const review = await playground.copiedBy(() =>
    timeline.getByRole('button', { name: 'Copy SubjectAccessReview of check 1' }).click(),
  )
  expect(review).toContain(CAVEAT)

  await page.keyboard.press('Alt+P')
  await expect(page.getByRole('button', { name: 'Leave the present view' })).toBeVisible()
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(CAVEAT)
  await page.keyboard.press('Escape')

  await answer.getByRole('button', { name: 'Decide only what is fully read' }).click()
  await expect(sentence).toHaveText(/^ ?Not decided: /)
  expect(await greens(page)).toEqual([])
  await test.step('the choice is not kept', async () => {
    await answer.getByRole('button', { name: 'Decide with what could be read' }).click()
    await expect(sentence).toHaveText(/^ ?200: /)
    await page.reload()
    await expect(sentence).toHaveText(/^ ?Not decided: /)
  })
  await test.step('once the error is mended the caveat is gone', async () => {
    await answer.getByRole('button', { name: 'Decide with what could be read' }).click()
    await expect(timeline).toContainText(CAVEAT)
    await playground.writePolicy(FIRST.scenario.policy)
    await expect(sentence).toHaveText(/^ ?200: /)
    for (const pane of [timeline, answer]) await expect(pane).not.toContainText('Decided with what could be read')
  })
})

const UNREAD = [
  ['an unquoted y as a name', '  name: y\n', /Write|quote|"y"/],
  ['a key given twice', '  name: twice\n  name: again\n', /twice|again|duplicate|already/i],
] as const

test('a text that is not fully understood keeps everything from being decided, and a part that is not read does not', async ({
  playground,
  page,
}) => {
  const { policy, sentence, answer } = playground
  await test.step('the request', async () => {
    const { request } = FIRST.scenario
    await playground.goToScenario({ request: { ...request, text: `${request.text}\nno header\n` } })
    await expect(sentence).toHaveText(/^ ?Not decided: the request was not fully understood \(line 3\)\.$/)
    expect(await greens(page)).toEqual([])
  })
  for (const [what, metadata, how] of UNREAD) {
    await test.step(`YAML as the API server reads it: ${what}`, async () => {
      await playground.goToScenario({
        policy: `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n${metadata}rules: []\n`,
      })
      await expect(sentence).toHaveText(/^ ?Not decided: the policy was not fully understood \(line \d+/)
      await expect(answer.getByRole('list', { name: 'Errors' })).toContainText(how)
    })
  }
  await test.step('parts that are not read are named, with their lines', async () => {
    const settings = '---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata: {}\n'
    await playground.goToScenario({ policy: `${FIRST.scenario.policy}${settings}` })
    await expect(policy).toContainText('1 other object')
    await expect(policy.getByRole('button', { name: /^ConfigMap settings, line \d+$/ })).toBeVisible()
    await expect(sentence).toHaveText(/^ ?200: /)
  })
})

import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

/** The texts that only designs which read changes have, by their tabs. */
const TEXTS = ['Stored object', 'Webhook changes', 'Schema'] as const

const LABELLED = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: db
    tier: front
`

/** One of those texts, with its tab in front. */
async function show({ policy, page }: PlaygroundPage, text: (typeof TEXTS)[number]) {
  await policy.getByRole('tab', { name: text, exact: true }).click()
  return page.getByRole('textbox', { name: text, exact: true })
}

function changed({ answer }: PlaygroundPage) {
  return answer.getByRole('list', { name: 'Changed fields' })
}

/** A request that changes labels of the pod of the first story. */
function patch(body: string, type = 'merge-patch+json'): string {
  return `PATCH /api/v1/namespaces/prod/pods/web HTTP/1.1\nContent-Type: application/${type}\n\n${body}`
}

test('the stored object decides what changes: edited, another field is the first that nothing covers', async ({
  playground,
}) => {
  const { answer, policy, sentence, timeline } = playground
  await playground.openExample('fine-grained-other-label')
  await expect(sentence).toHaveText(
    /^ ?403: .*it changes metadata\.labels\[app\], and no rule grants granular:label\(app\)\.$/,
  )
  await expect(changed(playground).getByRole('listitem').first()).toContainText(/"web" → +becomes "db"/)
  await expect(timeline).toContainText('for metadata.labels[app]')

  const stored = await show(playground, 'Stored object')
  await expect(policy).toContainText('Changed here: line 7')
  await playground.write(stored, LABELLED)
  await expect(answer).toContainText('The object stays as it is: no field changes.')
  await expect(sentence).toHaveText(/^ ?200: /)
  await expect(policy).toContainText('Nothing here changes')

  await playground.writeRequest('HTTP', patch('metadata:\n  labels:\n    tier: back'))
  await expect(sentence).toHaveText(/it changes metadata\.labels\[tier\], and no rule grants granular:label\(tier\)\.$/)
})

test('a changed field leads to its line, to the check and to the rule, and lights up with them', async ({
  playground,
}) => {
  const { page, policy, checks } = playground
  await playground.openExample('fine-grained-all-at-once')
  const list = changed(playground)
  await list.getByRole('button', { name: 'line 7', exact: true }).first().click()
  await expect(playground.policyText).toBeFocused()
  await list.getByRole('button', { name: 'check 5', exact: true }).click()
  await expect(checks.nth(4)).toHaveAttribute('aria-current', 'step')

  await playground.openExample('fine-grained-excluded-value')
  await show(playground, 'Schema')
  await expect(policy).toContainText('On the way to what changes: line 21, line 25')
  await policy.getByRole('tab', { name: 'Policy', exact: true }).click()
  await checks.last().click()
  await expect(policy.getByRole('tab', { name: 'Schema' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Schema', exact: true })).toBeVisible()
})

test('a patch that does not apply is an error at its place, and no answer looks decided', async ({ playground }) => {
  const { answer, page, request, requestText, sentence } = playground
  await playground.openExample('fine-grained-own-annotation')
  await playground.writeRequest('HTTP', patch('- op: remove\n  path: /spec/nowhere\n', 'json-patch+json'))
  await expect(sentence).toHaveText(/Not decided: the request was not fully understood \(line 4\)/)
  await expect(changed(playground)).toBeHidden()
  await expect(request.getByRole('list', { name: 'Problems in the request' })).toContainText('There is nothing at')
  await answer.getByRole('button', { name: /^Request, line 4, column 3$/ }).click()
  await expect(requestText('HTTP')).toBeFocused()

  // The form shows it in the body.
  await playground.showForm('Form')
  await answer.getByRole('button', { name: /^Request, line 4, column 3$/ }).click()
  const body = page.getByRole('textbox', { name: 'Body', exact: true })
  await expect(body).toBeFocused()
  await playground.write(body, '- op: add\n  path: /metadata/annotations\n  value: {super.safe.com/at: noon}\n')
  await expect(sentence).toHaveText(/^ ?200: /)
  expect(await playground.requestIn('HTTP')).toContain('super.safe.com/at: noon')
})

test('the form edits the body and says what kind it is; the verb takes it along', async ({ playground }) => {
  const { page, answer, sentence } = playground
  await playground.openExample('fine-grained-own-finalizer')
  await expect(sentence).toHaveText(/^ ?200: /)
  await playground.showForm('Form')
  await page.getByRole('combobox', { name: 'Content-Type' }).selectOption('Merge patch')
  await expect(sentence).toHaveText(/it changes metadata\.finalizers\[example\.com\/keep\]/)
  await page.getByRole('combobox', { name: 'Verb' }).selectOption('update')
  await expect(page.getByRole('combobox', { name: 'Content-Type' })).toHaveValue('application/yaml')
  expect(await playground.requestIn('HTTP')).toMatch(/^PUT .*\nContent-Type: application\/yaml\n/)
  await playground.showForm('Form')
  await page.getByRole('combobox', { name: 'Verb' }).selectOption('get')
  await expect(answer).toContainText('The request sends no object, so it changes no field.')
})

test('what kubectl sends is shown where its command is', async ({ playground }) => {
  const { page, sentence } = playground
  await playground.openExample('fine-grained-own-label')
  // The command gets the pod before it patches it.
  const policy = await playground.textOf(playground.policyText)
  await playground.writePolicy(policy.replace('["granular"', '["get", "granular"'))
  await playground.writeRequest(
    'kubectl',
    `kubectl patch pod web -n prod --type=merge -p '{"metadata":{"labels":{"super.safe.com/a":"b"}}}'`,
  )
  await expect(sentence).toHaveText(/^ ?200: /)
  const body = page.getByRole('textbox', { name: 'body', exact: true })
  expect(await playground.textOf(body)).toContain('"super.safe.com/a"')
  await playground.write(
    playground.requestText('kubectl'),
    `kubectl patch pod web -n prod --type=merge -p '{"metadata":{"labels":[}}'`,
  )
  await expect(sentence).toHaveText(/Not decided: the request was not fully understood \(line 1\)/)
})

test('errors in the texts beside the request are shown at their places', async ({ playground }) => {
  const { answer, sentence } = playground
  await playground.openExample('fine-grained-excluded-value')
  const schema = await show(playground, 'Schema')
  const text = await playground.textOf(schema)
  await playground.write(schema, text.slice(0, text.indexOf('    schema:')))
  await expect(sentence).toHaveText(/Not decided: the schema was not fully understood \(line 12\)/)
  await expect(answer).toContainText('The version v1 has no schema')
  await playground.policy.getByRole('tab', { name: 'Policy', exact: true }).click()
  await answer.getByRole('button', { name: /^Schema, line 12, column / }).click()
  await expect(schema).toBeFocused()

  await playground.write(schema, text)
  await expect(sentence).toHaveText(/^ ?403: /)
  const webhooks = await show(playground, 'Webhook changes')
  await playground.policy.getByRole('button', { name: 'begin with an annotation' }).click()
  await expect(playground.policy).toContainText('Webhooks change 1 field that the request does not')
  await playground.write(webhooks, '- op: jump')
  await expect(sentence).toHaveText(/Not decided: the changes of webhooks were not fully understood/)
})

test('an object of nearly a megabyte is pasted and answered, a larger one is refused in words', async ({
  playground,
}) => {
  const { answer, policy, sentence } = playground
  await playground.openExample('fine-grained-own-label')
  const stored = await show(playground, 'Stored object')
  const lines = Array.from({ length: 20_000 }, (_, index) => `    example${index}.com/label: "value ${index}"`)
  await playground.write(stored, `metadata:\n  name: web\n  labels:\n${lines.join('\n')}\n`)
  await expect(sentence).toHaveText(/^ ?200: /)
  await playground.writeRequest('HTTP', patch('metadata:\n  labels: null'))
  await expect(changed(playground)).toContainText('metadata.labels[example0.com/label]')
  await expect(answer).toContainText('20,000 fields change')
  await answer.getByRole('button', { name: 'Show 192 more' }).click()
  await expect(answer).toContainText('These are the first of 20,000.')

  await playground.write(stored, `metadata:\n  annotations:\n    a: ${'x'.repeat(1_000_001)}\n`)
  await expect(sentence).toHaveText(/Not decided: the stored object was not fully understood/)
  await expect(answer).toContainText('the playground reads 1000000 at most')
  await expect(policy).toContainText('1 error: line 1')
})

test('the tabs go with the design and come back with what stood in them, also after the page was left', async ({
  playground,
}) => {
  const { page, policy, sentence } = playground
  await playground.openExample('fine-grained-other-label')
  const stored = await show(playground, 'Stored object')
  await playground.write(stored, LABELLED)
  await expect(sentence).toHaveText(/^ ?200: /)
  const design = (name: string) => page.getByRole('radio', { name })
  await design('Legacy impersonation').check()
  for (const text of TEXTS) await expect(policy.getByRole('tab', { name: text, exact: true })).toBeHidden()
  await expect(policy.getByRole('tab', { name: 'Policy', exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(sentence).toBeVisible()
  await page.getByRole('button', { name: 'Compare designs' }).click()
  const title = page.getByText('Fine-grained authorization', { exact: true })
  await page.getByRole('dialog').getByRole('button').filter({ has: title }).click()
  expect(await playground.textOf(await show(playground, 'Stored object'))).toBe(LABELLED)
})

test('an edit of the stored object is undone like any other', async ({ playground }) => {
  const { page, sentence } = playground
  await playground.openExample('fine-grained-other-label')
  const stored = await show(playground, 'Stored object')
  await playground.write(stored, LABELLED)
  await expect(sentence).toHaveText(/^ ?200: /)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sentence).toHaveText(/^ ?403: /)
})

test('checked after webhooks, their changes must be covered, too: the switch shows it', async ({ playground }) => {
  const { answer, sentence } = playground
  await playground.openExample('fine-grained-webhook')
  await expect(sentence).toHaveText(/^ ?200: /)
  await expect(answer).toContainText('Webhooks change 1 more, after the checks.')
  await playground.openDrawer('Design')
  await answer.getByRole('radio', { name: /^After: the user must also hold verbs/ }).check()
  await expect(sentence).toHaveText(/^ ?403: .*it changes metadata\.labels\[app\]/)
})

test('the number of checks is beside the number of fields', async ({ playground }) => {
  const { answer } = playground
  await playground.openExample('fine-grained-general-grant')
  await expect(answer.getByRole('definition')).toHaveText(['40', '1', '42'])
  await expect(answer).toContainText('log₂ of 40 is 5.3')
  await playground.openExample('fine-grained-hostile')
  await expect(answer.getByRole('definition')).toHaveText(['40', '3', '42'])
  await playground.openExample('fine-grained-single-grants')
  await expect(answer.getByRole('definition')).toHaveText(['40', '42', '42'])
})

for (const [colorScheme, viewport] of [
  ['light', { width: 1440, height: 900 }],
  ['dark', { width: 360, height: 740 }],
  ['light', { width: 360, height: 740 }],
  ['dark', { width: 1440, height: 900 }],
] as const) {
  test.describe(`${colorScheme}, ${viewport.width} pixels wide`, () => {
    test.use({ colorScheme, viewport })

    test('axe finds nothing in the texts, the body and the changed fields, and nothing scrolls sideways', async ({
      playground,
      page,
    }) => {
      await playground.openExample('fine-grained-webhook')
      await expect(changed(playground)).toBeVisible()
      await playground.showForm('Form')
      for (const text of TEXTS) {
        await expect(await show(playground, text)).toBeAttached()
        await expectAccessible(page)
        await expectNoSidewaysScrolling(page)
      }
    })
  })
}

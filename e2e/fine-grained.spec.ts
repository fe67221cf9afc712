import { expectAccessible } from './support/axe.ts'
import { expectNoSidewaysScrolling, inLooks } from './support/looks.ts'
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

test('the stored object decides what changes, is undone like any other text, and is kept while another design has no use for it', async ({
  playground,
}) => {
  const { answer, page, policy, sentence, timeline } = playground
  await playground.goToExample('fine-grained-other-label')
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
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sentence).toHaveText(/^ ?403: .*it changes metadata\.labels\[app\]/)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)

  await test.step('the tabs go with the design, and come back after the page was left', async () => {
    const design = (name: string) => page.getByRole('radio', { name })
    await page.getByRole('button', { name: 'All designs' }).click()
    await design('Legacy impersonation').check()
    await page.keyboard.press('Escape')
    for (const text of TEXTS) await expect(policy.getByRole('tab', { name: text, exact: true })).toBeHidden()
    await expect(policy.getByRole('tab', { name: 'Policy', exact: true })).toHaveAttribute('aria-selected', 'true')
    await page.reload()
    await expect(sentence).toBeVisible()
    await page.getByRole('button', { name: 'Compare designs' }).click()
    const title = page.getByText('Fine-grained authorization', { exact: true })
    await page.getByRole('dialog').getByRole('button').filter({ has: title }).click()
    expect(await playground.textOf(await show(playground, 'Stored object'))).toBe(LABELLED)
  })
})

test('a changed field leads to its line, to the check and to the rule, and lights up with them', async ({
  playground,
}) => {
  const { answer, page, policy, checks, sentence } = playground
  await playground.goToExample('fine-grained-all-at-once')
  const list = changed(playground)
  await list.getByRole('button', { name: 'line 7', exact: true }).first().click()
  await expect(playground.policyText).toBeFocused()
  await list.getByRole('button', { name: 'check 5', exact: true }).click()
  await expect(checks.nth(4)).toHaveAttribute('aria-current', 'step')

  await playground.goToExample('fine-grained-excluded-value')
  await show(playground, 'Schema')
  await expect(policy).toContainText('On the way to what changes: line 21, line 25')
  await policy.getByRole('tab', { name: 'Policy', exact: true }).click()
  await checks.last().click()
  await expect(policy.getByRole('tab', { name: 'Schema' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Schema', exact: true })).toBeVisible()

  await test.step('errors in a text beside the request are at their places', async () => {
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
})

test('the body is edited as text and in the form, and is decided as kubectl sends it', async ({ playground }) => {
  const { answer, page, request, requestText, sentence } = playground

  await test.step('a patch that does not apply is an error at its place, and no answer looks decided', async () => {
    await playground.goToExample('fine-grained-own-annotation')
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

  await test.step('the form says what kind the body is; the verb takes it along', async () => {
    await playground.goToExample('fine-grained-own-finalizer')
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

  await test.step('what kubectl sends is shown where its command is', async () => {
    await playground.goToExample('fine-grained-own-label')
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

  await test.step('the number of checks is beside the number of fields', async () => {
    await playground.goToExample('fine-grained-general-grant')
    await expect(answer.getByRole('definition')).toHaveText(['40', '1', '42'])
    await expect(answer).toContainText('log₂ of 40 is 5.3')
  })

  await test.step('checked after webhooks, their changes must be covered, too: the switch shows it', async () => {
    await playground.goToExample('fine-grained-webhook')
    await expect(sentence).toHaveText(/^ ?200: /)
    await expect(answer).toContainText('Webhooks change 1 more, after the checks.')
    await playground.openDrawer('Design')
    await playground.details.getByRole('radio', { name: /^After: the user must also hold verbs/ }).check()
    await expect(sentence).toHaveText(/^ ?403: .*it changes metadata\.labels\[app\]/)
  })
})

test('an object of nearly a megabyte is pasted and answered, a larger one is refused in words', async ({
  playground,
}) => {
  const { answer, policy, sentence } = playground
  await playground.goToExample('fine-grained-own-label')
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

test('axe finds nothing in the texts, the body and the changed fields, and nothing scrolls sideways', async ({
  playground,
  page,
}) => {
  await playground.goToExample('fine-grained-webhook')
  await expect(changed(playground)).toBeVisible()
  await playground.showForm('Form')
  for (const text of TEXTS) {
    await expect(await show(playground, text)).toBeAttached()
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScrolling(page)
    }
    if (text !== 'Schema') continue
    await inLooks(page, () => expectAccessible(page, '[data-pane=policy], [data-pane=request], [data-pane=answer]'))
  }
})

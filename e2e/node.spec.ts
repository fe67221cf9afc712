import { literalPattern } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default}
spec: {nodeName: node-1}
`

test('KEP-5284’s first story runs to its end: the agent lists the pods of its node, and is refused the rest with the Node authorizer’s own reason', async ({
  playground,
  page,
}) => {
  const { answer, checks, sentence, timeline, details } = playground
  await test.step('the agent lists the pods of its node', async () => {
    await playground.goToExample('docs-node-list')
    await expect(sentence).toHaveText(/^ ?200: .*node-agent may list pods cluster-wide as node node-1/)
    await expect(answer).toContainText('It is allowed by the Node authorizer')
    await expect(checks).toHaveText([
      /impersonate-on:associated-node:list on pods.*Allow$/,
      /impersonate:associated-node.*Allow$/,
      /list pods.*Allow$/,
    ])
  })
  await playground.goToExample('docs-node-list-all')
  await expect(sentence).toHaveText(/^ ?403: .*no authorizer allows/)
  for (const drawer of ['What comes close', 'Response']) await playground.openDrawer(drawer)
  for (const [id, reason] of [
    ['docs-node-list-all', 'can only list/watch pods with spec.nodeName field selector'],
    ['docs-node-get-elsewhere', "no relationship found between node 'node-1' and this object"],
  ] as const) {
    await test.step(id, async () => {
      await playground.goToExample(id)
      await expect(sentence).toHaveText(/^ ?403: .*no authorizer allows/)
      await expect(details).toContainText(`The Node authorizer says: ${reason}`)
      await expect(timeline).toContainText(reason)
      await expect(details).toContainText(new RegExp(`is forbidden: .*${literalPattern(reason)}`))
    })
  }
  await test.step('the reasons come in the order of the modes', async () => {
    await page.getByRole('combobox', { name: '--authorization-mode' }).selectOption('RBAC,Node')
    await expect(answer).toContainText("The Node authorizer says: no relationship found between node 'node-1'")
  })
})

test('stored objects have a tab of their own, and they decide', async ({ playground, page }) => {
  const { answer, policy, sentence, timeline } = playground
  const objects = page.getByRole('textbox', { name: 'Stored objects', exact: true })
  await playground.goToExample('docs-node-get-elsewhere')
  await expect(sentence).toHaveText(/^ ?403: /)
  await policy.getByRole('tab', { name: 'Stored objects' }).click()
  await expect(policy).toContainText('2 objects')
  await playground.write(objects, POD.replace('web', 'db'))
  await expect(policy).toContainText('1 object')
  await expect(sentence).toHaveText(/^ ?200: /)
  await playground.write(objects, '')
  await expect(sentence).toHaveText(/^ ?403: /)
  await policy.getByRole('button', { name: 'begin with a pod on a node' }).click()
  expect(await playground.textOf(objects)).toContain('kind: Pod')
  await test.step('what tied an object to its node is shown, and a click goes to it', async () => {
    await playground.goToExample('node-secret')
    await policy.getByRole('tab', { name: 'Policy' }).click()
    await expect(sentence).toHaveText(/^ ?200: /)
    await timeline
      .getByRole('button', { name: /of the stored objects$/ })
      .first()
      .click()
    await expect(page.getByRole('tab', { name: 'Stored objects' })).toHaveAttribute('aria-selected', 'true')
  })
  await test.step('an error is shown with its line, and nothing is decided', async () => {
    await playground.goToExample('docs-node-get')
    await policy.getByRole('tab', { name: 'Stored objects' }).click()
    await playground.write(objects, POD.replace('node-1}', '[node-1]}'))
    await expect(sentence).toHaveText(/Not decided: the stored objects were not fully understood \(line 4\)/)
    await policy.getByRole('tab', { name: 'Policy' }).click()
    await answer.getByRole('button', { name: /^Stored objects, line 4, column / }).click()
    await expect(objects).toBeFocused()
  })
})

test('without Node among the modes nobody reads stored objects; default roles are switched on and off, and shown with their line', async ({
  playground,
  page,
}) => {
  const { answer, policy, sentence } = playground
  await test.step('one click switches Node on', async () => {
    await policy.getByRole('tab', { name: 'Stored objects' }).click()
    await expect(policy).toContainText('--authorization-mode does not name it')
    await policy.getByRole('button', { name: 'Switch Node on' }).click()
    await expect(page.getByRole('combobox', { name: '--authorization-mode' })).toHaveValue('Node,RBAC')
    await expect(policy).toContainText('Without objects the Node authorizer ties nothing to a node')
  })
  await test.step('default roles', async () => {
    await playground.goToExample('default-view')
    await expect(sentence).toHaveText(/^ ?200: /)
    await answer.getByRole('button', { name: /of the default roles$/ }).click()
    await expect(policy.getByRole('tab', { name: 'Default roles' })).toHaveAttribute('aria-selected', 'true')
    const text = page.getByRole('textbox', { name: 'Default roles', exact: true })
    expect(await playground.textOf(text)).toContain('system:aggregate-to-view')
    // The text is read-only.
    await page.keyboard.type('x')
    expect(await playground.textOf(text)).toContain('system:aggregate-to-view')

    // A role that a binding names is there all the same; the bindings that every cluster has are not.
    await page.getByRole('checkbox', { name: 'Default roles' }).uncheck()
    await expect(sentence).toHaveText(/^ ?200: /)
    await playground.writeRequest('HTTP', 'GET /version HTTP/1.1')
    await expect(sentence).toHaveText(/^ ?403: /)
    await page.getByRole('checkbox', { name: 'Default roles' }).check()
    await expect(sentence).toHaveText(/^ ?200: /)
  })
})

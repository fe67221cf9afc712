import { shownLines } from './support/looks.ts'
import type { PlaygroundPage, TextForm } from './support/playground.ts'
import { expect, test } from './support/test.ts'

/** A review has one check and no target. */
type WholeForm = Exclude<TextForm, 'Review'>
type Form = WholeForm | 'Form'

// One request with everything that a request can carry, in each of its forms.

const AS_TEXT: Readonly<Record<WholeForm, string>> = {
  HTTP: `GET /api/v1/namespaces/prod/pods/web HTTP/1.1
Impersonate-User: jane
Impersonate-Uid: 42
Impersonate-Group: devs
Impersonate-Group: on call
Impersonate-Extra-example.com%2Fscopes: view`,
  kubectl:
    "kubectl get pod web -n prod --as=jane --as-uid=42 --as-group=devs --as-group='on call' " +
    '--as-user-extra=example.com/scopes=view',
  curl: `curl -k https://localhost:6443/api/v1/namespaces/prod/pods/web \\
  -H 'Impersonate-User: jane' -H 'Impersonate-Uid: 42' \\
  -H 'Impersonate-Group: devs' -H 'Impersonate-Group: on call' \\
  -H 'Impersonate-Extra-example.com%2Fscopes: view'`,
}

/** The parts that each text must have, in any layout. */
const SAYS: Readonly<Record<WholeForm, readonly RegExp[]>> = {
  HTTP: [
    /^GET \/api\/v1\/namespaces\/prod\/pods\/web HTTP\/1\.1$/m,
    /^Impersonate-User: jane$/m,
    /^Impersonate-Uid: 42$/m,
    /^Impersonate-Group: devs$/m,
    /^Impersonate-Group: on call$/m,
    /^Impersonate-Extra-Example\.com%2Fscopes: view$/im,
  ],
  kubectl: [
    /^kubectl get pods? web /,
    /(^| )(-n|--namespace)[ =]prod\b/,
    /--as[ =]jane\b/,
    /--as-uid[ =]42\b/,
    /--as-group[ =]devs\b/,
    /--as-group[ =]'on call'|'--as-group=on call'/,
    /--as-user-extra[ =]example\.com\/scopes=view\b/,
  ],
  curl: [
    /^curl /,
    /https:\/\/\S+\/api\/v1\/namespaces\/prod\/pods\/web\b/,
    /-H ['"]Impersonate-User: jane['"]/,
    /-H ['"]Impersonate-Uid: 42['"]/,
    /-H ['"]Impersonate-Group: devs['"]/,
    /-H ['"]Impersonate-Group: on call['"]/,
    /-H ['"]Impersonate-Extra-Example\.com%2Fscopes: view['"]/i,
  ],
}

const FORMS: readonly Form[] = ['Form', 'HTTP', 'kubectl', 'curl']

async function fillForm({ request, showForm }: PlaygroundPage): Promise<void> {
  await showForm('Form')
  const what = request.getByRole('region', { name: 'What they ask' })
  const whom = request.getByRole('region', { name: 'As whom' })
  await what.getByRole('combobox', { name: 'Verb' }).selectOption('get')
  await what.getByRole('combobox', { name: 'Resource', exact: true }).fill('pods')
  await what.getByRole('textbox', { name: 'Namespace' }).fill('prod')
  await what.getByRole('textbox', { name: 'Name', exact: true }).fill('web')
  await whom.getByRole('combobox', { name: 'Impersonate-User' }).fill('jane')
  await whom.getByRole('textbox', { name: 'Impersonate-Uid' }).fill('42')
  await whom.getByRole('button', { name: 'Add a group' }).click()
  await whom.getByRole('combobox', { name: 'group 1' }).fill('devs')
  await whom.getByRole('combobox', { name: 'group 1' }).press('Enter')
  await whom.getByRole('combobox', { name: 'group 2' }).fill('on call')
  await whom.getByRole('button', { name: 'Add an extra' }).click()
  await whom.getByRole('textbox', { name: 'extra 1 key' }).fill('example.com/scopes')
  await whom.getByRole('textbox', { name: 'extra 1 value' }).fill('view')
}

async function expectFilledForm({ request, showForm }: PlaygroundPage): Promise<void> {
  await showForm('Form')
  const what = request.getByRole('region', { name: 'What they ask' })
  const whom = request.getByRole('region', { name: 'As whom' })
  await expect(what.getByRole('combobox', { name: 'Verb' })).toHaveValue('get')
  await expect(what.getByRole('combobox', { name: 'Resource', exact: true })).toHaveValue('pods')
  await expect(what.getByRole('combobox', { name: 'API group' })).toHaveValue('')
  await expect(what.getByRole('textbox', { name: 'Version' })).toHaveValue('v1')
  await expect(what.getByRole('textbox', { name: 'Namespace' })).toHaveValue('prod')
  await expect(what.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('web')
  await expect(whom.getByRole('combobox', { name: 'Impersonate-User' })).toHaveValue('jane')
  await expect(whom.getByRole('textbox', { name: 'Impersonate-Uid' })).toHaveValue('42')
  await expect(whom.getByRole('combobox', { name: 'group 1' })).toHaveValue('devs')
  await expect(whom.getByRole('combobox', { name: 'group 2' })).toHaveValue('on call')
  await expect(whom.getByRole('textbox', { name: 'extra 1 key' })).toHaveValue('example.com/scopes')
  await expect(whom.getByRole('textbox', { name: 'extra 1 value' })).toHaveValue('view')
}

async function expectIn(form: Form, playground: PlaygroundPage): Promise<void> {
  if (form === 'Form') return expectFilledForm(playground)
  const text = await playground.requestIn(form)
  for (const part of SAYS[form]) expect(text).toMatch(part)
}

test('each form drives the others, and all that sends the same request can be copied', async ({ playground, page }) => {
  const { request, sentence } = playground
  for (const driving of FORMS) {
    await test.step(`${driving} drives`, async () => {
      // Another request first, so that the other forms have to change.
      await playground.goToScenario({}, `Before ${driving}`)
      await expect(sentence).toHaveText(/^ ?200: .* may list pods/)
      if (driving === 'Form') await fillForm(playground)
      else await playground.writeRequest(driving, AS_TEXT[driving])
      await expect(sentence).toContainText('get pods named web in namespace prod as jane')
      for (const form of FORMS) if (form !== driving) await expectIn(form, playground)
      // None of this changed the written request.
      if (driving !== 'Form') expect(await playground.requestIn(driving)).toBe(AS_TEXT[driving])
    })
  }

  await test.step('a long command is not broken inside of an option', async () => {
    await playground.goToScenario({ request: { form: 'kubectl', text: AS_TEXT.kubectl } }, 'A long command')
    await playground.showForm('kubectl')
    await playground.readyToWrite(playground.requestText('kubectl'))
    const options = AS_TEXT.kubectl.match(/--[a-z-]+/g) ?? []
    for (const width of [1280, 1360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(async () => {
          const lines = await shownLines(request)
          return options.filter((option) => !lines.some((line) => line.includes(option)))
        })
        .toEqual([])
    }
  })

  await test.step('a kubeconfig and a client-go program', async () => {
    await playground.showForm('More')
    const kubeconfig = await playground.copiedBy(() => request.getByRole('button', { name: 'Copy kubeconfig' }).click())
    expect(kubeconfig).toMatch(/^kind: Config$/m)
    expect(kubeconfig).toMatch(/^ +namespace: prod$/m)
    expect(kubeconfig).toMatch(/^ +as: jane$/m)
    expect(kubeconfig).toMatch(/^ +as-uid: "42"$/m)
    expect(kubeconfig).toMatch(/^ +as-groups:\n +- devs\n +- "?on call"?$/m)
    expect(kubeconfig).toMatch(/^ +as-user-extra:\n +example\.com\/scopes:\n +- view$/m)

    const program = await playground.copiedBy(() => request.getByRole('button', { name: 'Copy client-go' }).click())
    expect(program).toMatch(/^package main$/m)
    expect(program).toMatch(/UserName: +"jane"/)
    expect(program).toMatch(/UID: +"42"/)
    expect(program).toMatch(/Groups: +\[\]string\{"devs", "on call"\}/)
    expect(program).toMatch(/"example\.com\/scopes": +\{"view"\}/)
    expect(program).toContain('clientset.CoreV1().Pods("prod").Get(ctx, "web", metav1.GetOptions{})')
  })
})

test('marks a line that is not understood, and changes nothing else', async ({ playground, page }) => {
  const { request, sentence, policyText } = playground
  const policy = await playground.textOf(policyText)
  const kubectl = await playground.requestIn('kubectl')
  const written =
    'GET /api/v1/namespaces/default/pods HTTP/1.1\nthis is not a header\nImpersonate-User: jane.doe@example.com'
  await playground.writeRequest('HTTP', written)

  await expect(sentence).toHaveText(/Not decided: the request was not fully understood \(line 2\)\./)
  const problems = request.getByRole('list', { name: 'Problems in the request' })
  await expect(problems.getByRole('listitem')).toHaveCount(1)
  await expect(problems).toContainText('Expected "Name: value", found "this is not a header".')

  expect(await playground.requestIn('kubectl')).toBe(kubectl)
  await expect(request.getByRole('tabpanel')).toContainText('Line 2 of the HTTP request was not understood.')
  await request.getByRole('button', { name: 'Go to line 2' }).click()
  await expect(playground.requestText('HTTP')).toBeFocused()
  expect(await playground.copiedBy(() => page.keyboard.press('ControlOrMeta+C'))).toBe('this is not a header\n')

  expect(await playground.requestIn('HTTP')).toBe(written)
  expect(await playground.textOf(policyText)).toBe(policy)
  await expect(request.getByRole('combobox', { name: 'Who asks' })).toHaveValue('serviceaccount')

  // Mended, it is decided as before.
  await playground.write(playground.requestText('HTTP'), written.replace('this is not a header\n', ''))
  await expect(sentence).toHaveText(/^ ?200: /)
  await expect(problems).toBeHidden()

  await test.step('the other forms stay while a command is half typed', async () => {
    await playground.writeRequest('kubectl', 'kubectl get pods -n default --as')
    await expect(sentence).toHaveText(/Not decided: /)
    await expect(request.getByRole('list', { name: 'Problems in the request' })).toContainText('--as')
    expect(await playground.requestIn('kubectl')).toBe('kubectl get pods -n default --as')
    expect(await playground.requestIn('HTTP')).toContain('GET /api/v1/namespaces/default/pods')
  })
})

test('takes a command that is pasted into another form or into a field, and knows resources', async ({
  playground,
  page,
}) => {
  const { request, sentence } = playground
  const curl = `curl -k https://localhost:6443/api/v1/namespaces/default/pods -H 'Impersonate-User: jane.doe@example.com'`
  await playground.showForm('kubectl')
  await playground.readyToWrite(playground.requestText('kubectl'))
  await playground.requestText('kubectl').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await playground.paste(curl)
  await expect(request.getByRole('tab', { name: /^curl/ })).toHaveAttribute('aria-selected', 'true')
  await playground.hears('Pasted as curl command')
  await expect(sentence).toHaveText(/^ ?200: /)
  expect(await playground.requestIn('curl')).toBe(curl)
  expect(await playground.requestIn('kubectl')).toMatch(/^kubectl get pods? -n default --as[= ]jane\.doe@example\.com$/)

  await test.step('a kubectl command into a field of the form', async () => {
    await playground.showForm('Form')
    await request.getByRole('combobox', { name: 'Impersonate-User' }).focus()
    await playground.paste('kubectl delete pod web -n kube-system --as=jane.doe@example.com')
    await expect(request.getByRole('tab', { name: /^kubectl/ })).toHaveAttribute('aria-selected', 'true')
    await expect(playground.sentence).toContainText('may not delete pods named web in namespace kube-system')
  })
  await test.step('the resources and their groups', async () => {
    await playground.goToScenario({})
    await expect(sentence).toHaveText(/^ ?200: .* may list pods/)
    await playground.showForm('Form')
    const what = request.getByRole('region', { name: 'What they ask' })
    await what.getByRole('combobox', { name: 'Resource', exact: true }).fill('deploy')
    await page.getByRole('option', { name: /^deployments/ }).click()
    await expect(what.getByRole('combobox', { name: 'API group' })).toHaveValue('apps')
    await expect(playground.sentence).toContainText('list deployments.apps in namespace default')
    expect(await playground.requestIn('HTTP')).toContain('GET /apis/apps/v1/namespaces/default/deployments')
  })
})

const PRESETS = [
  // Who was a member of system:masters before, and keeps the name.
  { title: 'A user', called: 'kubernetes-admin', groups: 'system:authenticated' },
  {
    title: 'A service account',
    called: 'service account default/my-controller',
    groups: 'system:serviceaccounts, system:serviceaccounts:default, system:authenticated',
  },
  {
    title: 'A token bound to a pod',
    called: 'service account default/my-controller',
    groups: 'system:serviceaccounts, system:serviceaccounts:default, system:authenticated, 5 extras',
  },
  { title: 'A node', called: 'node node-1', groups: 'system:nodes, system:authenticated' },
  { title: 'Anonymous', called: 'system:anonymous', groups: 'system:unauthenticated' },
] as const

test('asks as each kind of requestor; a bound token names its node', async ({ playground }) => {
  const who = playground.request.getByRole('region', { name: 'Who asks' })
  await playground.goToScenario({
    policy: '',
    request: { form: 'http', text: 'GET /api/v1/namespaces/default/secrets HTTP/1.1' },
  })
  for (const { title, called, groups } of PRESETS) {
    await test.step(title, async () => {
      // Another kind first, so that every choice is a change.
      await who.getByRole('combobox', { name: 'Who asks' }).selectOption('A member of system:masters')
      await expect(playground.sentence).toHaveText(/^ ?200: /)
      await expect(playground.answer).toContainText('membership in system:masters')
      await who.getByRole('combobox', { name: 'Who asks' }).selectOption(title)
      await expect(playground.sentence).toHaveText(
        new RegExp(`^ ?403: ${called} may not list secrets in namespace default: no rule grants it\\.$`),
      )
      await expect(who).toContainText(groups)
    })
  }

  await test.step('the associated node is the one that the token names', async () => {
    await playground.goToExample('docs-node-unbound-token')
    await expect(playground.sentence).toHaveText(/^ ?403: /)
    await who.getByRole('combobox', { name: 'Who asks' }).selectOption('A token bound to a pod')
    await expect(playground.sentence).toHaveText(/^ ?200: /)
    await who.getByRole('textbox', { name: 'Node' }).fill('node-2')
    await expect(playground.sentence).toHaveText(/^ ?403: /)
  })
})

test.describe('on a first visit', () => {
  test.use({ unfolded: [], audience: 'none' })

  test('the request is a kubectl command that opens into its form, where an edit changes the answer', async ({
    playground,
    page,
  }) => {
    const { request, sentence } = playground
    const folded = page.getByRole('button', { name: /^Request: /, expanded: false })
    const opened = page.getByRole('button', { name: /^Request: /, expanded: true })
    await expect(folded).toHaveAccessibleName(
      /^Request: kubectl get pods .*--as=jane\.doe@example\.com, by service account default\/my-controller$/,
    )
    await expect(request).toBeHidden()

    await folded.press('Enter')
    await expect(opened).toBeFocused()
    await expect(request.getByRole('tab', { name: 'kubectl', exact: true })).toHaveAttribute('aria-selected', 'true')
    await playground.write(
      playground.requestText('kubectl'),
      'kubectl delete pod web -n default --as=jane.doe@example.com',
    )
    await expect(sentence).toHaveText(/^ ?403: .*may not delete pods named web/)
    await expect(request.getByRole('tab', { name: 'kubectl , written here' })).toHaveAttribute('aria-selected', 'true')

    await opened.press('Enter')
    await expect(request).toBeHidden()
    await expect(folded).toHaveAccessibleName(/^Request: kubectl delete pod web -n default --as=/)
  })
})

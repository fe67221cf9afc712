import { FIRST } from '@authz-playground/examples/first'
import { greens } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

/** That the page answers a person: a click on another control, keys, the next frame. */
async function expectResponsive({ page }: PlaygroundPage): Promise<void> {
  await page.evaluate(() => new Promise(requestAnimationFrame))
  const theme = page.getByRole('button', { name: /^Theme: / })
  const before = (await theme.getAttribute('aria-label')) ?? ''
  await theme.click()
  await expect(theme).not.toHaveAccessibleName(before)
  await page.keyboard.press('Alt+K')
  const help = page.getByRole('dialog', { name: 'About the playground' })
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  // A reload before the address has followed would open it again.
  await expect(page).not.toHaveURL(/help/)
}

/** Reloads once all is decided: what takes long and is left before that is not decided again by itself. */
async function reload({ page, answer, sentence }: PlaygroundPage): Promise<void> {
  await expect(answer).toHaveAttribute('aria-busy', 'false')
  await page.reload()
  await expect(sentence).toBeVisible()
}

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules:
`
const RULE = `- apiGroups: [""]
  resources: [pods]
  verbs: ["list"]`
const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: b
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
subjects:
`
const SUBJECT = `- kind: User
  name: jane`
const REFUSED = ' 403: jane may not list pods in namespace prod: no rule grants it.'

/** Pastes the beginning of a policy and then its end letter by letter. No answer on the way may be green. */
async function typeToGreen(playground: PlaygroundPage, beginning: string, end: string): Promise<void> {
  const { page, policyText, sentence } = playground
  await playground.writePolicy(beginning)
  await expect(sentence).not.toHaveText(/^ ?200: /)
  // Every answer that shows, for however short a time.
  const shown = await page.evaluateHandle(() => {
    const sentences: string[] = []
    const answer = document.querySelector('#answer')
    if (answer === null) throw new Error('there is no answer')
    new MutationObserver(() => {
      const sentence = answer.querySelector('[data-sentence]')?.textContent?.trim() ?? ''
      if (sentences.at(-1) !== sentence) sentences.push(sentence)
    }).observe(answer, { subtree: true, childList: true, characterData: true })
    return sentences
  })
  for (const letter of end.slice(0, -1)) {
    await playground.paste(letter)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  // The answer to the last letter; answers before it may be left out.
  await expect(sentence).toHaveText(end === RULE ? /^ ?Not decided: / : REFUSED)
  const before = await shown.jsonValue()
  expect(
    before.filter((words) => !/^(403: |Not decided: the policy was not fully understood \(line )/.test(words)),
  ).toEqual([])
  expect(before.length, 'answers on the way').toBeGreaterThan(2)

  await playground.paste(end.slice(-1))
  await expect(sentence).toHaveText(' 200: jane may list pods in namespace prod.')
  expect(await playground.textOf(policyText)).toBe(beginning + end)
}

test('a policy that is being typed is never green before its last letter, and half a document never is', async ({
  playground,
  page,
}) => {
  const { answer, sentence } = playground
  await playground.goToScenario({
    policy: '',
    requestor: { username: 'jane' },
    request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1' },
  })
  await expect(sentence).toHaveText(REFUSED)
  // Only here can an answer turn green: in the rule, with the words “pods” and “list”, and in the name of the subject.
  await typeToGreen(playground, `${BINDING}${SUBJECT}\n---\n${ROLE}`, RULE)
  await typeToGreen(playground, `${ROLE}${RULE}\n---\n${BINDING}`, SUBJECT)

  await playground.append(playground.policyText, '\n---\nkind: Role\nmetadata: {name: "unfinished')
  await expect(sentence).toHaveText(/^ ?Not decided: the policy was not fully understood \(line \d+/)
  await expect(answer.getByRole('list', { name: 'Errors' }).getByRole('listitem').first()).toContainText(/line \d+/)
  expect(await greens(page)).toEqual([])
})

const MEGABYTES = 5 * 1024 * 1024

/** 5 MB of roles that grant something else, and after them the policy of the first example. */
function manyRoles(): string {
  const roles: string[] = []
  for (let size = 0, at = 0; size < MEGABYTES; at++) {
    const role = `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: role-${at}\nrules:\n- apiGroups: ["apps"]\n  resources: ["deployments"]\n  verbs: ["get"]\n---\n`
    roles.push(role)
    size += role.length
  }
  return `${roles.join('')}${FIRST.scenario.policy}`
}

test('5 MB of policy are decided, and kept', async ({ playground }) => {
  const { policy, sentence } = playground
  const text = manyRoles()
  const roles = (text.match(/^kind: (Cluster)?Role$/gm)?.length ?? 0).toLocaleString('en')
  await playground.writePolicy(text)
  await expectResponsive(playground)
  await expect(policy).toContainText(`${roles} roles, 3 bindings`)
  await expect(sentence).toHaveText(/^ ?200: /)
  await expectResponsive(playground)

  await reload(playground)
  await expect(sentence).toHaveText(/^ ?200: /)
  await expect(policy).toContainText(`${roles} roles, 3 bindings`)
  await expect(playground.page.getByRole('button', { name: 'Reset to the example' })).toBeVisible()
  await playground.readyToWrite(playground.policyText)
  expect(await playground.textOf(playground.policyText)).toBe(text)
})

test('5 MB of opening brackets get a clear answer', async ({ playground, page }) => {
  const { sentence } = playground
  await playground.writePolicy('['.repeat(MEGABYTES))
  await expectResponsive(playground)
  await expect(sentence).toHaveText(/^ ?Not decided: the policy was not fully understood \(line 1\b/)
  await expectResponsive(playground)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(sentence).not.toHaveText(/^ ?200: /)
})

test('10,000 groups in headers get a clear answer, and are kept', async ({ playground, page }) => {
  const { sentence, timeline } = playground
  const groups = Array.from({ length: 10_000 }, (_, at) => `Impersonate-Group: team-${at}`)
  const text = ['GET /api/v1/namespaces/prod/pods HTTP/1.1', 'Impersonate-User: jane', ...groups].join('\n')
  await playground.goToExample('masters-group')
  await playground.writeRequest('HTTP', text)
  await page.getByRole('radio', { name: 'Legacy impersonation' }).check()
  await expect(sentence).toHaveText(/^ ?403: .*jane may not list pods in namespace prod/)
  await expectResponsive(playground)

  // Of all the checks only those in view are in the page, and the keys reach every one.
  await expect(timeline).toContainText('10,001 Allow')
  await timeline.getByRole('button', { name: /^Check 1: / }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await expect(timeline.getByRole('button', { name: /^Check 10002: / })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(timeline.getByRole('button', { name: /^Check 1: / })).toBeVisible()
  expect(await playground.checks.count()).toBeLessThan(200)

  await playground.showForm('Form')
  const group = playground.request.getByRole('combobox', { name: 'Group 1', exact: true })
  await expect(group).toHaveValue('team-0')
  await expect(playground.request).toContainText('9,950 more')
  await group.fill('team-first')
  // Each look copies 10,000 lines, which takes seconds on a busy machine. Milliseconds.
  const patience = { timeout: 60_000 }
  await expect.poll(() => playground.requestIn('HTTP'), patience).toBe(text.replace('team-0\n', 'team-first\n'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => playground.requestIn('HTTP'), patience).toBe(text)
  await expect(sentence).toHaveText(/^ ?403: /)

  await reload(playground)
  await expect(sentence).toHaveText(/^ ?403: .*jane may not list pods in namespace prod/)
  expect(await playground.requestIn('HTTP')).toBe(text)
})

/** A ClusterRole with a rule of 100 × 100 × 100, which its writer does not hold. */
function wideClusterRole(): string {
  const names = (prefix: string) => Array.from({ length: 100 }, (_, at) => `${prefix}${at}`)
  const rule = { verbs: names('verb'), apiGroups: names('group'), resources: names('resource') }
  const head = 'POST /apis/rbac.authorization.k8s.io/v1/clusterroles HTTP/1.1\nContent-Type: application/json'
  const metadata = { name: 'wide' }
  const body = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata, rules: [rule] }
  return `${head}\n\n${JSON.stringify(body)}`
}

test('a request past a bound is not decided: the page names the bound, and undo decides again', async ({
  playground,
  page,
}) => {
  const { answer, sentence } = playground
  const policy = `${FIRST.scenario.policy}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: role-writer}
rules: [{apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles], verbs: [create]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: role-writer}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: role-writer}
subjects: [{kind: ServiceAccount, name: my-controller, namespace: default}]
`
  await playground.goToScenario({ policy })
  await playground.writeRequest('HTTP', wideClusterRole())
  await expect(sentence).toHaveText(/^ ?Not decided: /)
  await expect(answer.getByRole('list', { name: 'Errors' })).toContainText('no more than 300,000')
  expect(await greens(page)).toEqual([])
  await expectResponsive(playground)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sentence).not.toHaveText(/^ ?Not decided/)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(sentence).toHaveText(/^ ?Not decided: /)
  await reload(playground)
  await expect(sentence).toHaveText(/^ ?Not decided: /)
  expect(await playground.requestIn('HTTP')).toBe(wideClusterRole())
})

test('NUL bytes, halves of characters and bare line ends get a clear answer, and are kept as they are', async ({
  playground,
  page,
}) => {
  const { policyText, sentence, request } = playground
  const text = 'GET /api/v1/namespaces/default/pods HTTP/1.1\nImpersonate-User: ja\0ne'
  await playground.writeRequest('HTTP', text)
  await expect(sentence).toHaveText(/^ ?Not decided: the request was not fully understood \(line 2\)\.$/)
  await expect(request.getByRole('list', { name: 'Problems in the request' })).toContainText(
    /NUL|control character|U\+0000/i,
  )
  expect(await greens(page)).toEqual([])
  await reload(playground)
  await expect(sentence).toHaveText(/^ ?Not decided: the request was not fully understood \(line 2\)\.$/)
  expect(await playground.requestIn('HTTP')).toBe(text)

  await playground.writeRequest('HTTP', text.replace('\0', ''))
  await expect(sentence).toHaveText(/^ ?403: /)
  await playground.append(policyText, '# \0 \uD83D \u2028 x\n')
  await expect(sentence).toHaveText(/^ ?Not decided: the policy was not fully understood/)
  await expectResponsive(playground)
  const written = await playground.textOf(policyText)
  await reload(playground)
  expect(await playground.textOf(policyText)).toBe(written)
})

/** Names that would have an effect if anything treated them as code or markup. */
const NAMES = [
  '<script>globalThis.pwned = 1</script>',
  '<img src=x onerror="globalThis.pwned = 1">',
  '**bold** [link](javascript:globalThis.pwned=1) `code` | cell',
  '__proto__',
  '"]; A-->B; click A "javascript:globalThis.pwned=1"; %%{init: {}}%%',
] as const

test('shows users and roles whose names are code or markup as text, in errors too', async ({ playground, page }) => {
  const { sentence, timeline, answer, details } = playground
  const subjects = NAMES.map((name) => `- {kind: User, name: ${JSON.stringify(name)}}\n`)
  await playground.goToScenario({
    policy: `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: all}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: all}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: all}
subjects:
- {kind: ServiceAccount, name: my-controller, namespace: default}
${subjects.join('')}`,
  })
  await playground.openDrawer('Audit event')
  for (const name of NAMES) {
    await test.step(name, async () => {
      await playground.writeRequest('HTTP', `GET /api/v1/namespaces/default/pods HTTP/1.1\nImpersonate-User: ${name}`)
      await expect(sentence).toHaveText(
        ` 200: service account default/my-controller may list pods in namespace default as ${/\s/.test(name) ? 'user ' : ''}${name}.`,
      )
      await expect(timeline).toContainText(`to User ${JSON.stringify(name)}`)
      // The audit event, as YAML writes it.
      await expect(details).toContainText(JSON.stringify(name).slice(1, -1))

      const markdown = await playground.copiedBy(() =>
        answer.getByRole('button', { name: 'Copy answer as Markdown' }).click(),
      )
      // In a code span, where it is text; elsewhere escaped.
      expect(markdown.split(/(`+)(?:(?!\1).)+\1/s).join('')).not.toContain('<script>')
      for (const form of ['kubectl', 'curl'] as const)
        expect(await playground.requestIn(form)).toContain(name.slice(0, 5))

      await page.getByRole('radio', { name: 'KEP-5284 as proposed' }).check()
      await expect(playground.node(/^receive request/i)).toBeVisible()
      expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
      expect(await page.locator('img').count()).toBe(0)
      await page.getByRole('button', { name: 'Undo' }).click()
    })
  }
  await expectResponsive(playground)
  await reload(playground)
  expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)

  await playground.writePolicy(
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: <img src=x onerror=globalThis.pwned=1>/..\nrules: []\n',
  )
  await expect(sentence).toHaveText(/^ ?Not decided: /)
  await expect(answer).toContainText('<img src=x onerror=globalThis.pwned=1>')
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
})

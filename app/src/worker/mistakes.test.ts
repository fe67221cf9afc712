import type { Scenario } from '@authz-playground/engine'
import { EXAMPLES } from '@authz-playground/examples'
import { describe, expect, it } from 'vitest'
import { decide } from './decisions.ts'
import { type Mending, mend, mistakesIn } from './mistakes.ts'

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules:
- apiGroups: [""]
  resources: [pod]
  verbs: [get, delte]
- apiGroups: [apps]
  resources: [deployments]
  verbs: [lst]
`

const BINDING = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: []
`

async function decisionOf(policy: string, more: Partial<Scenario> = {}) {
  const [example] = EXAMPLES
  if (example === undefined) throw new Error('no example')
  const scenario = { ...example.scenario, ...more, policy }
  return { scenario, decided: await decide(scenario) }
}

async function found(policy: string, more: Partial<Scenario> = {}) {
  const view = await mistakesIn(
    await decisionOf(policy, more),
    async () => undefined,
    () => true,
  )
  if (view === undefined) throw new Error('no answer')
  return view
}

async function mended(policy: string, mending: Mending) {
  const decision = await decisionOf(policy)
  await mistakesIn(
    decision,
    async () => undefined,
    () => true,
  )
  return mend(decision, mending)
}

describe('the mistakes in a policy', () => {
  it('are in the order of the text, with how many are mended together', async () => {
    const { mistakes, together, togetherOf } = await found(ROLE)
    expect(mistakes.map(({ code, range, mendable, silenceable }) => [code, range.line, mendable, silenceable])).toEqual(
      [
        ['misspelt-resource', 6, true, true],
        ['misspelt-verb', 7, true, true],
        ['misspelt-verb', 10, true, true],
      ],
    )
    expect([together, togetherOf.get('misspelt-verb')]).toEqual([3, 2])
  })

  it('are mended one by one, by code, all, or silenced', async () => {
    expect(await mended(ROLE, { mend: 'one', mistake: 0 })).toEqual({
      policy: ROLE.replace('[pod]', '[pods]'),
      count: 1,
    })
    expect(await mended(ROLE, { mend: 'code', code: 'misspelt-verb' })).toEqual({
      policy: ROLE.replace('delte', 'delete').replace('lst', 'list'),
      count: 2,
    })
    expect((await mended(ROLE, { mend: 'all' }))?.count).toBe(3)
    expect((await mended(ROLE, { mend: 'silence', mistake: 0 }))?.policy).toContain(
      '  # lint:ignore misspelt-resource intended\n  resources: [pod]',
    )
    expect(await mended(ROLE, { mend: 'one', mistake: 9 })).toBeUndefined()
  })

  it('are mended in the policy of the answer alone', async () => {
    await found(ROLE)
    expect(mend(await decisionOf(ROLE), { mend: 'all' })).toBeUndefined()
  })

  it('have errors among them, which are mended where only one thing can be meant', async () => {
    const text = ROLE.replace('[get, delte]', 'get, delete')
    const { mistakes } = await found(text)
    expect(
      mistakes.filter(({ severity }) => severity === 'error').map(({ code, mendable }) => [code, mendable]),
    ).toEqual([['list-expected', true]])
    const after = await mended(text, { mend: 'all' })
    expect(after?.policy).toContain('verbs: [get, delete]')
  })

  it('have a binding to a default role among them, with the control of the page that makes it count', async () => {
    const [example] = EXAMPLES
    const notFound = async (defaultRoles?: boolean) => {
      const cluster = { ...example?.scenario.cluster, defaultRoles } as Scenario['cluster']
      const { mistakes } = await found(`${ROLE}${BINDING}`, { cluster })
      return mistakes.find(({ code }) => code === 'role-not-found')
    }
    expect(await notFound(false)).toMatchObject({
      setting: 'default-roles',
      fix: expect.stringContaining('in the cluster settings'),
    })
    expect(await notFound(true)).toBeUndefined()
    expect(await notFound()).toBeUndefined()
  })

  it('are not looked for once a newer answer is shown', async () => {
    expect(
      await mistakesIn(
        await decisionOf(ROLE),
        async () => undefined,
        () => false,
      ),
    ).toBeUndefined()
  })

  it('are judged by the version of the page', async () => {
    const [example] = EXAMPLES
    const every = ROLE.replace('[""]', '[authentication.k8s.io]').replace('pod]', 'users]').replace('get, delte', '"*"')
    const severity = async (version: '1.34' | '1.36') => {
      const cluster = { ...example?.scenario.cluster, version } as Scenario['cluster']
      const { mistakes } = await found(every.replace('[lst]', '["*"]'), { cluster })
      return mistakes.find(({ code }) => code === 'wildcard-identity')?.severity
    }
    expect([await severity('1.34'), await severity('1.36')]).toEqual(['note', 'warning'])
  })

  it('are judged by the verbs of the design', async () => {
    const text = ROLE.replace('[get, delte]', '["impersonate-on:list"]')
    const codes = async (design: Scenario['design']) => (await found(text, { design })).mistakes.map(({ code }) => code)
    expect(await codes('constrained')).toContain('verb-of-other-design')
    expect(await codes('proposal')).not.toContain('verb-of-other-design')
  })
})

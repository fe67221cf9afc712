import { describe, expect, it } from 'vitest'
import { decider, type Scenario } from '../decide/index.ts'
import { plainText } from '../words/index.ts'
import { GoalJudge } from './judge.ts'
import { GoalJudgeWithAllParts } from './judge-with-all-parts.ts'
import { loadGoalParts, partFor } from './load-parts.ts'
import { readGoal } from './read-goal.ts'

const decide = await decider()

const POLICY = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: deploy, namespace: staging}
rules:
- {verbs: [get, list, delete], apiGroups: [apps], resources: [deployments]}
- {verbs: [get], apiGroups: [""], resources: [secrets], resourceNames: [db]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployers, namespace: staging}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects:
- {kind: ServiceAccount, name: deployer, namespace: ci}
- {apiGroup: rbac.authorization.k8s.io, kind: Group, name: ops}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-dana}
rules:
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [dana]}
- {verbs: ["impersonate-on:user-info:list"], apiGroups: [""], resources: [pods]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: portal}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-dana}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: portal}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: pods}
rules:
- {verbs: [list], apiGroups: [""], resources: [pods]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: dana, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: pods}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: dana}]
`

const SCENARIO: Scenario = {
  version: 2,
  policy: POLICY,
  request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-User: dana\n' },
  requestor: { username: 'portal', groups: ['system:authenticated'] },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}

function judged(goals: readonly string[], more: Partial<Scenario> = {}, start?: string) {
  const judge = new GoalJudgeWithAllParts(
    { scenario: { ...SCENARIO, ...more }, goals, ...(start !== undefined && { start }) },
    decide,
  )
  return [...judge.results()]
}

const stateOf = (goal: string, more: Partial<Scenario> = {}) => {
  const [result] = judged([goal], more)
  return `${result?.state}: ${plainText(result?.words ?? [])}`
}

describe('a goal about what somebody can do', () => {
  it.each([
    ['ci/deployer can delete deployments in staging', 'holds'],
    ['ci/deployer can get, list and delete deployments.apps in staging', 'holds'],
    ['ci/deployer can get, list and watch deployments in staging', 'fails'],
    ['ops can delete deployments in staging', 'holds'],
    ['mia in group ops can delete deployments in staging', 'holds'],
    ['mia can delete deployments in staging', 'fails'],
    ['ci/deployer can delete deployments in prod', 'fails'],
    ['ci/deployer cannot delete deployments in prod', 'holds'],
    ['ci/deployer cannot delete deployments anywhere', 'fails'],
    ['dana cannot get secrets anywhere', 'holds'],
    ['ci/deployer can get secrets in staging', 'fails'],
    ['ci/deployer can get secrets named db in staging', 'holds'],
    ['ci/deployer cannot get secrets in staging', 'fails'],
    ['ci/deployer cannot get secrets named other in staging', 'holds'],
    ['ci/deployer cannot * secrets in staging', 'fails'],
    ['dana cannot * * anywhere', 'fails'],
    ['portal can impersonate:user-info users named dana', 'holds'],
    ['portal cannot impersonate users', 'holds'],
    ['portal as dana can list pods in prod', 'holds'],
    ['portal as dana can list pods in staging', 'fails'],
    ['portal as dana cannot list pods in staging', 'holds'],
    ['portal as dana cannot list pods anywhere', 'fails'],
    ['portal as jane can list pods in prod', 'fails'],
    ['Group/system:masters can get secrets in prod', 'holds'],
    ['dana can get /healthz', 'fails'],
  ])('%s: %s', (goal, state) => {
    expect(stateOf(goal)).toMatch(new RegExp(`^${state}: `))
  })
})

describe('a goal about a subresource', () => {
  const policy = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: scaler}
rules:
- {apiGroups: [apps], resources: [replicasets, deployments/scale], verbs: [update]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: scaler}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ann}]
`

  it('is the same in each spelling, and with “*” about that of every resource', () => {
    for (const what of ['deployments/scale', 'deployments.apps/scale', 'deployments/scale.apps', '*/scale']) {
      expect(stateOf(`ann cannot update ${what} anywhere`, { policy })).toBe(
        'fails: ann may update deployments.apps/scale cluster-wide, by the rule in line 6 of ClusterRole scaler, bound by ClusterRoleBinding b in line 8.',
      )
      expect(stateOf(`nobody can update ${what} anywhere`, { policy })).toMatch(/^fails: ann can, too/)
    }
    expect(stateOf('ann cannot update */status anywhere', { policy })).toMatch(/^holds/)
  })

  it('is not decided where no version of Kubernetes has it', () => {
    expect(stateOf('nobody can update deployments/nonsense anywhere', { policy })).toMatch(
      /^not-decided: No version of Kubernetes/,
    )
  })
})

describe('a goal about a verb whose requests name no object', () => {
  const policy = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: named, namespace: p}
rules:
- {apiGroups: [""], resources: [secrets], resourceNames: [db], verbs: [deletecollection, create]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: p}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: named}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ann}]
`

  it('counts no rule with names', () => {
    expect(stateOf('ann cannot deletecollection secrets in p', { policy })).toMatch(/^holds/)
    expect(stateOf('nobody can deletecollection secrets anywhere', { policy })).toMatch(/^holds/)
  })

  it('counts one where an apply may create the object', () => {
    expect(stateOf('ann cannot create secrets in p', { policy })).toMatch(/^fails: ann may create secrets named db/)
    expect(stateOf('ann cannot * secrets in p', { policy })).toMatch(/^fails: ann may create secrets named db/)
  })
})

describe('a goal about names that no request has', () => {
  const policy = POLICY.replace('resourceNames: [db]', 'resourceNames: [a/b, "c d", db]')

  it('holds or fails by RBAC alone, and is not decided as somebody else', () => {
    expect(stateOf('ci/deployer can get secrets named "c d" in staging', { policy })).toMatch(/^holds/)
    expect(stateOf('portal as ci/deployer can get secrets named "a/b" in staging', { policy })).toBe(
      'not-decided: No request is for the name a/b, so that it cannot be sent as somebody else.',
    )
    expect(stateOf('portal as dana cannot get /healthz/*')).toBe(
      'not-decided: No request is for the name /healthz/*, so that it cannot be sent as somebody else.',
    )
    expect(stateOf('portal as dana can use pods in prod')).toBe(
      'not-decided: No request has the verb use, so that it cannot be sent as somebody else.',
    )
  })

  it('is tried with the names that requests have', () => {
    expect(stateOf('portal as ci/deployer cannot get secrets in staging', { policy })).toMatch(/^holds/)
    expect(stateOf('portal as dana cannot list pods in prod', { policy })).toMatch(/^fails/)
  })
})

describe('a goal about a request', () => {
  it.each([
    ['portal as dana, GET /api/v1/namespaces/prod/pods: 200', 'holds'],
    ['portal as dana, GET /api/v1/namespaces/prod/pods: 200, by impersonate:user-info', 'holds'],
    ['portal as dana, GET /api/v1/namespaces/prod/pods: 200, by impersonate', 'fails'],
    ['portal as dana, GET /api/v1/namespaces/staging/pods: 403, by impersonate:user-info', 'holds'],
    ['portal as dana, GET /api/v1/namespaces/staging/pods: 403, by list', 'holds'],
    ['portal as jane, GET /api/v1/namespaces/prod/pods: 403, by impersonate:user-info', 'holds'],
    ['portal as jane, GET /api/v1/namespaces/prod/pods: 403, by list', 'fails'],
    ['portal as dana, GET /api/v1/namespaces/prod/secrets: 403, by impersonate-on:user-info:list', 'holds'],
    ['portal, kubectl get pods -n prod --as=dana: 200', 'holds'],
    ['portal as dana, kubectl get pods -n prod: 200', 'holds'],
    ['under legacy, portal as dana, GET /api/v1/namespaces/prod/pods: 403', 'holds'],
    ['the request: 200', 'holds'],
    ['the request: 403', 'fails'],
    ['the request asks to list pods in prod', 'holds'],
    ['the request asks to list pods in prod as dana', 'holds'],
    ['the request asks to list pods in prod as jane', 'fails'],
    ['the request asks to get pods in prod', 'fails'],
    ['the request is from portal', 'holds'],
    ['the request says impersonate-user', 'holds'],
    ['the request does not say Impersonate-Group', 'holds'],
  ])('%s: %s', (goal, state) => {
    expect(stateOf(goal)).toMatch(new RegExp(`^${state}: `))
  })

  it('goes to the server of the request before it where it begins with “then”', () => {
    const [first, second] = judged([
      'portal as dana, GET /api/v1/namespaces/prod/pods: 200',
      'then after 11 s, portal as dana, GET /api/v1/namespaces/staging/pods: 403',
    ])
    expect([first?.state, second?.state]).toEqual(['holds', 'holds'])
  })
})

describe('a goal about a user with a UID and extra', () => {
  const policy = `${POLICY}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-more}
rules:
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [uids], resourceNames: ["7"]}
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [userextras/example.com/reason], resourceNames: [audit, two words]}
- {verbs: ["impersonate:associated-node"], apiGroups: [authentication.k8s.io], resources: [nodes]}
- {verbs: ["impersonate-on:associated-node:list"], apiGroups: [""], resources: [pods]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: more}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-more}
subjects:
- {apiGroup: rbac.authorization.k8s.io, kind: User, name: portal}
- {kind: ServiceAccount, name: agent, namespace: kube-system}
`
  const node = 'authentication.kubernetes.io/node-name'
  const agent = `kube-system/agent with extra ${node}=n1`
  const pods = 'GET /api/v1/namespaces/prod/pods'

  it.each([
    [`portal as dana with UID 7, ${pods}: 200, by impersonate:user-info`, 'holds'],
    [`portal as dana with UID 8, ${pods}: 200`, 'fails'],
    [`portal as dana with extra example.com/reason=audit, ${pods}: 200`, 'holds'],
    [
      `portal as dana with UID 7 and extras example.com/reason="two words", example.com/reason=audit, ${pods}: 200`,
      'holds',
    ],
    [`portal as dana with UID 7 and extra example.com/reason="two words", kubectl get pods -n prod: 200`, 'holds'],
    [`portal as dana with extra example.com/reason=other, ${pods}: 403`, 'holds'],
    [`portal as dana with extra example.com/Reason=audit, ${pods}: 403`, 'holds'],
    [`portal as dana with extra reason=audit, ${pods}: 403`, 'holds'],
    ['portal as dana with UID 7 and extra example.com/reason=audit can list pods in prod', 'holds'],
    ['portal as dana with UID 8 can list pods in prod', 'fails'],
    ['portal as dana with UID 8 cannot list pods in prod', 'holds'],
    ['portal as dana with UID 7 cannot list pods in prod', 'fails'],
    [`portal as a user without a name with UID 7, ${pods}: 400`, 'holds'],
    ['portal as a user without a name in group ops, kubectl get pods -n prod: 400', 'not-decided'],
    ['portal as a user without a name in group ops cannot list pods in prod', 'holds'],
    ['dana with UID 7 and extra a=b can list pods in prod', 'holds'],
    ['a user without a name in group ops can delete deployments in staging', 'holds'],
    ['a user without a name cannot delete deployments in staging', 'holds'],
    [`${agent} as system:node:n1, ${pods}: 403, by impersonate:associated-node`, 'holds'],
    [`kube-system/agent as system:node:n1, ${pods}: 403, by impersonate:associated-node`, 'fails'],
  ])('%s: %s', (goal, state) => {
    expect(stateOf(goal, { policy })).toMatch(new RegExp(`^${state}: `))
  })

  it('says which rule comes closest, and shows the request with them', () => {
    const [result] = judged([`portal with UID 1 and extra a=b as dana with UID 8, ${pods}: 200`], { policy })
    expect(plainText(result?.words ?? [])).toContain('uids')
    expect(plainText(result?.near ?? [])).toContain('comes closest: all but the name')
    expect(result?.play).toMatchObject({
      requestor: { username: 'portal', uid: '1', extra: { a: ['b'] } },
      request: { text: expect.stringContaining('Impersonate-Uid: 8') },
    })
  })

  it('compares them with those of the request', () => {
    const text = `${pods} HTTP/1.1\nImpersonate-User: dana\nImpersonate-Uid: 7\nImpersonate-Extra-Reason: a b\n`
    const more = {
      request: { form: 'http', text },
      requestor: { username: 'portal', uid: '1', groups: ['ops'], extra: { scopes: ['view', 'edit'] } },
    } as const
    const asks = 'the request asks to list pods in prod as'
    expect(stateOf(`${asks} dana with UID 7 and extra reason="a b"`, more)).toMatch(/^holds/)
    expect(stateOf(`${asks} dana with UID 8`, more)).toBe('fails: The request does not ask for the UID 8.')
    expect(stateOf(`${asks} dana with extra reason=a`, more)).toBe(
      'fails: The request does not ask for the extra reason=a.',
    )
    expect(stateOf(`${asks} a user without a name with UID 7`, more)).toBe(
      'fails: The request asks to become dana, and a user without a name is expected.',
    )
    expect(stateOf('the request is from portal in group ops with UID 1 and extra scopes=edit', more)).toMatch(/^holds/)
    expect(stateOf('the request is from portal with UID 2', more)).toBe('fails: The sender does not have the UID 2.')
    expect(stateOf('the request is from portal with extra scopes=other', more)).toBe(
      'fails: The sender does not have the extra scopes=other.',
    )
    expect(stateOf('the request is from portal in group devs', more)).toBe(
      'fails: The sender does not have the group devs.',
    )
  })

  it('allows “nobody else” what it allows members of a group without a name', () => {
    const goals = [
      'ci/deployer with UID 7 can delete deployments in staging',
      'a user without a name in group ops can delete deployments in staging',
      'nobody else can delete deployments in staging',
    ]
    expect(judged(goals).map(({ state }) => state)).toEqual(['holds', 'holds', 'holds'])
  })
})

describe('a goal about the policy', () => {
  it.each([
    ['only ci/deployer and ops can delete deployments in staging', 'holds'],
    ['only ci/deployer can delete deployments in staging', 'fails'],
    ['nobody can delete deployments in staging', 'fails'],
    ['nobody can delete deployments in prod', 'holds'],
    ['nobody can get secrets in staging', 'fails'],
    ['at most 5 rules', 'holds'],
    ['at most 4 rules', 'fails'],
    ['exactly 1 ClusterRoleBinding', 'holds'],
    ['at least 3 roles', 'holds'],
    ['no rule says impersonate', 'holds'],
    ['a rule says impersonate:user-info', 'holds'],
    ['no rule says ""', 'fails'],
    ['no binding names ops', 'fails'],
    ['a binding names as-dana', 'holds'],
    ['lint finds nothing', 'holds'],
    ['lint finds misspelt-verb', 'fails'],
  ])('%s: %s', (goal, state) => {
    expect(stateOf(goal)).toMatch(new RegExp(`^${state}: `))
  })

  it('counts a service account by its username, too', () => {
    const policy = POLICY.replace(
      '{kind: ServiceAccount, name: deployer, namespace: ci}',
      '{apiGroup: rbac.authorization.k8s.io, kind: User, name: "system:serviceaccount:ci:deployer"}',
    )
    expect(stateOf('only ci/deployer and ops can delete deployments in staging', { policy })).toMatch(/^holds/)
  })

  it('calls the member of a group by the group', () => {
    const [result] = judged(['Group/devs can delete deployments in staging'])
    expect(plainText(result?.near ?? [])).toContain('a member of group devs')
  })

  it('“nobody else” leaves those whom the other goals name', () => {
    const states = (goals: readonly string[]) => judged(goals).map(({ state }) => state)
    const ci = 'ci/deployer can delete deployments in staging'
    expect(states([ci, 'nobody else can delete deployments in staging'])).toEqual(['holds', 'fails'])
    const ops = 'ops can delete deployments in staging'
    expect(states([ci, ops, 'nobody else can delete deployments in staging'])).toEqual(['holds', 'holds', 'holds'])
  })

  it('“nothing else changes” leaves what the other goals ask', () => {
    const start = POLICY.replace('delete]', 'watch]')
    const goals = ['ci/deployer can delete deployments in staging', 'nothing else changes']
    const states = (more: readonly string[]) => judged([...more, ...goals], {}, start).map(({ state }) => state)
    expect(states([])).toEqual(['holds', 'fails'])
    expect(states(['ops can delete deployments in staging'])).toEqual(['holds', 'holds', 'fails'])
    const cannot = ['ops can delete deployments in staging', 'ci/deployer cannot watch deployments in staging']
    expect(states(cannot)).toEqual(['holds', 'holds', 'holds', 'fails'])
    expect(states([...cannot, 'ops cannot watch deployments in staging'])).toEqual(Array(5).fill('holds'))
    expect(judged(['nothing changes'], {}, POLICY).map(({ state }) => state)).toEqual(['holds'])
  })

  it('does not judge what a role that was not read may have granted before, or may grant now', () => {
    const binding = (kind: string, metadata: string, subject: string) =>
      `${POLICY}---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {${metadata}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: company}\nsubjects: [${subject}]\n`
    const ci = '{kind: ServiceAccount, name: deployer, namespace: ci}'
    const everywhere = binding('ClusterRoleBinding', 'name: company', ci)
    const less = (text: string) => text.replace('delete]', 'watch]')
    const states = (before: string, policy: string) => judged(['nothing changes'], { policy }, before)[0]?.state
    const ops = '{kind: Group, apiGroup: rbac.authorization.k8s.io, name: ops}'
    // The role may grant both verbs, to one of the two subjects whose rights change.
    expect(states(less(everywhere), everywhere)).toBe('fails')
    const both = binding('ClusterRoleBinding', 'name: company', `${ci}, ${ops}`)
    expect(states(less(both), both)).toBe('not-decided')
    expect(states(both, both)).toBe('holds')
    const elsewhere = binding('RoleBinding', 'name: company, namespace: other', `${ci}, ${ops}`)
    expect(states(less(elsewhere), elsewhere)).toBe('fails')
  })
})

describe('goals without the parts that a page loads later', () => {
  const SENTENCES = [
    'ci/deployer can delete deployments in staging',
    'dana can get secrets in staging',
    'portal as dana can list pods in prod',
    'ci/deployer cannot get pods anywhere',
    'at most 3 rules',
    'only ci/deployer and ops can delete deployments in staging',
    'lint finds nothing',
    'nothing else changes',
  ]

  it('have the same verdicts, without what nearly fits', () => {
    const input = { scenario: SCENARIO, goals: SENTENCES, start: POLICY }
    const whole = [...new GoalJudgeWithAllParts(input, decide).results()]
    const lean = [...new GoalJudge(input, decide).results()]
    for (const [at, result] of lean.entries()) {
      const { goal } = readGoal(result.text)
      const { near: _, places: __, ...verdict } = whole[at] ?? {}
      if (goal === undefined || partFor(goal) !== undefined) expect(result.state, result.text).toBe('not-decided')
      else expect(result).toEqual(verdict)
    }
    expect(whole.some(({ near }) => near !== undefined)).toBe(true)
    expect(lean.filter(({ state }) => state === 'not-decided')).toHaveLength(2)
  })

  it('are judged wholly with the parts that they need', async () => {
    const input = { scenario: SCENARIO, goals: SENTENCES, start: POLICY }
    const parts = await loadGoalParts(['lint', 'unchanged', 'nearest'])
    const whole = [...new GoalJudgeWithAllParts(input, decide).results()]
    expect([...new GoalJudge(input, decide, parts).results()]).toEqual(whole)
  })
})

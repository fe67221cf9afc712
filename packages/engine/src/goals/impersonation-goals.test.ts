import { describe, expect, it } from 'vitest'
import { decider, type Scenario } from '../decide/index.ts'
import { GoalJudge } from './judge.ts'
import { GoalJudgeWithAllParts } from './judge-with-all-parts.ts'
import { partFor } from './load-parts.ts'
import { readGoal } from './read-goal.ts'

const decide = await decider()

const VERSION = 'apiVersion: rbac.authorization.k8s.io/v1'
const bound = (
  name: string,
  rules: readonly string[],
  subject = `{kind: User, apiGroup: rbac.authorization.k8s.io, name: ${name}}`,
) =>
  `${VERSION}\nkind: ClusterRole\nmetadata: {name: ${name}}\nrules:\n${rules.map((rule) => `- {${rule}}\n`).join('')}---
${VERSION}\nkind: ClusterRoleBinding\nmetadata: {name: ${name}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${name}}\nsubjects: [${subject}]\n`

const STAR = bound('ops', [
  'verbs: ["*"], apiGroups: [authentication.k8s.io], resources: [users]',
  'verbs: ["*"], apiGroups: [apps], resources: [deployments]',
])
const ONE = bound('ops', [
  'verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [dana]',
  'verbs: ["impersonate-on:user-info:get"], apiGroups: [apps], resources: [deployments]',
])
const MASTERS = bound('admin', ['verbs: [impersonate], apiGroups: [""], resources: [users, groups]'])

function scenario(policy: string, version: '1.35' | '1.36' = '1.36', design = 'constrained'): Scenario {
  return {
    version: 2,
    policy,
    request: { form: 'http', text: 'GET /version HTTP/1.1\n' },
    requestor: { username: 'x', groups: [] },
    cluster: { version, authorizationModes: ['RBAC'] },
    design,
  }
}

function judged(goal: string, ...of: Parameters<typeof scenario>) {
  const [result] = [...new GoalJudgeWithAllParts({ scenario: scenario(...of), goals: [goal] }, decide).results()]
  const words = result?.words
    .map((part) => (typeof part === 'string' ? part : 'code' in part ? part.code : ''))
    .join('')
  return [result?.state, words]
}

const state = (goal: string, ...of: Parameters<typeof scenario>) => judged(goal, ...of)[0]

describe('“nobody can impersonate users anywhere”', () => {
  it('does not hold where a “*” opens everybody, from the version on in which it does', () => {
    expect(judged('nobody can impersonate users anywhere', STAR)).toEqual([
      'fails',
      expect.stringMatching(/^ops may act as any user \(user-info\): by .*ops/),
    ])
    expect(state('nobody can impersonate users anywhere', STAR, '1.35')).toBe('holds')
    expect(state('nobody can impersonate users anywhere', STAR, '1.36', 'legacy')).toBe('holds')
    expect(state('ops cannot impersonate users anywhere', STAR)).toBe('fails')
    expect(state('jane cannot impersonate users anywhere', STAR)).toBe('holds')
    expect(state('nobody can impersonate serviceaccounts anywhere', STAR)).toBe('holds')
  })

  it('does not hold where a verb of a mode has no names, and is not about names that one has', () => {
    expect(state('nobody can impersonate users anywhere', ONE.replace(', resourceNames: [dana]', ''))).toBe('fails')
    expect(state('nobody can impersonate users anywhere', ONE)).toBe('holds')
    expect(state('only ops can impersonate users anywhere', STAR)).toBe('fails')
  })
})

describe('“cannot act as anybody”', () => {
  it('fails with the first target that is not named', () => {
    expect(state('ops cannot act as anybody but dana', ONE)).toBe('holds')
    expect(state('ops cannot act as anybody but eve and dana', ONE)).toBe('holds')
    expect(judged('ops cannot act as anybody', ONE)).toEqual([
      'fails',
      expect.stringContaining('ops may act as dana ('),
    ])
    expect(judged('ops cannot act as anybody but dana', STAR)[1]).toMatch(/^ops may act as any user \(user-info\)/)
    expect(state('ops cannot act as anybody', STAR, '1.35')).toBe('holds')
    expect(state('jane cannot act as anybody', STAR)).toBe('holds')
    expect(state('admin cannot act as anybody but dana', MASTERS)).toBe('fails')
  })
})

describe('“nobody can become”', () => {
  it('knows every way of the policy, and not those of the group itself', () => {
    expect(judged('nobody can become system:masters', MASTERS)).toEqual([
      'fails',
      expect.stringContaining('admin can become a user in group system:masters'),
    ])
    expect(state('nobody can become system:masters', ONE)).toBe('holds')
    const members = bound(
      'm',
      ['verbs: [get], apiGroups: [""], resources: [pods]'],
      '{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "system:masters"}',
    )
    expect(state('nobody can become system:masters', members)).toBe('holds')
    expect(state('nobody can become dana', ONE)).toBe('fails')
    expect(state('nobody can become eve', ONE)).toBe('holds')
  })

  it('is not decided under designs whose modes it does not know', () => {
    expect(state('nobody can become eve', ONE, '1.36', 'proposal')).toBe('not-decided')
  })
})

describe('a role that was not read', () => {
  const unread = `---\n${bound('eve', []).replace('kind: ClusterRole\nmetadata: {name: eve}', 'kind: ClusterRole\nmetadata: {name: of-eve}')}`
  const policy = `${ONE}${unread}`
  const UNREAD =
    'What ClusterRoleBinding eve grants was not judged: no text has ClusterRole eve, and kube-apiserver does not create it.'

  it('leaves open what its holders can become, and nothing else', () => {
    expect(judged('eve cannot act as anybody', policy)).toEqual(['not-decided', UNREAD])
    expect(state('jane cannot act as anybody', policy)).toBe('holds')
    expect(state('nobody can become system:masters', policy)).toBe('not-decided')
    expect(state('nobody can become dana', policy)).toBe('fails')
  })

  it('leaves open whether a request is refused to them', () => {
    expect(state('eve, GET /api/v1/pods: 403', policy)).toBe('not-decided')
    expect(state('jane, GET /api/v1/pods: 403', policy)).toBe('holds')
    expect(judged('eve, GET /api/v1/pods: 200', policy)).toEqual(['not-decided', UNREAD])
    expect(state('jane, GET /api/v1/pods: 200', policy)).toBe('fails')
  })

  it('leaves open whether they can do something', () => {
    expect(judged('eve can get pods in prod', policy)).toEqual(['not-decided', UNREAD])
    expect(judged('only eve can get secrets in prod', policy)).toEqual(['not-decided', UNREAD])
    expect(judged('eve as dana can get pods in prod', policy)).toEqual(['not-decided', UNREAD])
    expect(state('jane as dana can get secrets in prod', policy)).toBe('fails')
    expect(state('jane can get pods in prod', policy)).toBe('fails')
  })

  it('leaves nothing open where its RoleBinding does not count', () => {
    const within = policy.replace(
      'kind: ClusterRoleBinding\nmetadata: {name: eve}',
      'kind: RoleBinding\nmetadata: {name: eve, namespace: prod}',
    )
    expect(state('eve can get pods in prod', within)).toBe('not-decided')
    expect(state('eve can get pods in dev', within)).toBe('fails')
    expect(state('eve can get pods or nodes anywhere', within)).toBe('fails')
    expect(state('eve, GET /api/v1/pods: 200', within)).toBe('fails')
  })

  it('leaves nothing open where an authorizer before RBAC denies', () => {
    const denied: Scenario = {
      ...scenario(policy),
      cluster: { version: '1.36', authorizationModes: ['Webhook', 'RBAC'] },
      webhook: '- answer: Deny\n',
    }
    for (const goal of ['eve can get pods in prod', 'eve, GET /api/v1/pods: 200']) {
      const [result] = [...new GoalJudgeWithAllParts({ scenario: denied, goals: [goal] }, decide).results()]
      expect(result).toMatchObject({ state: 'fails' })
    }
  })
})

it('a judge without this part decides none of them', () => {
  for (const text of [
    'nobody can become eve',
    'ops cannot act as anybody but dana',
    'nobody can impersonate users anywhere',
  ]) {
    const { goal } = readGoal(text)
    expect(goal && partFor(goal)).toBe('impersonation')
    const [result] = [...new GoalJudge({ scenario: scenario(ONE), goals: [text] }, decide).results()]
    expect(result?.state).toBe('not-decided')
  }
})

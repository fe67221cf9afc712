import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planMarkdown } from '../answers/index.ts'
import { clusterOf } from '../cluster/index.ts'
import { decider } from '../decide/index.ts'
import type { SeenRequest } from '../logs/index.ts'
import { readPolicy } from '../policy/index.ts'
import { checkExpectations } from '../scenario-file/index.ts'
import { plainText } from '../words/index.ts'
import {
  closedInWords,
  constrain,
  fallenThrough,
  Migration,
  nearRequests,
  planScenario,
  proofOf,
  readiness,
  wayThere,
} from './index.ts'
import { clusterWith, seen } from './testing.ts'

const LEGACY = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: portal}
rules:
- {apiGroups: [""], resources: [users, groups, serviceaccounts], verbs: [impersonate]}
- {apiGroups: [authentication.k8s.io], resources: ["*"], verbs: [impersonate]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: portal}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: portal}
subjects: [{kind: User, name: portal, apiGroup: rbac.authorization.k8s.io}]
`
const CLUSTER = clusterWith(LEGACY)
const observed = (...requests: readonly SeenRequest[]) => ({ requests, unread: [] })
const JANE = seen('portal', 'jane', 'list pods in prod')
const DANA = seen('portal', { username: 'dana', groups: ['devs'] }, 'get pods/web in test', { count: 7 })
const SCOPES = seen('portal', { username: 'dana', extra: { scopes: ['all'] } }, 'list pods in prod')

it('the way there has no step without content: nothing is taken away where nothing grants the legacy verb', () => {
  const titles = (policy: string, ...requests: readonly SeenRequest[]) => {
    const cluster = clusterWith(policy)
    const steps = wayThere(constrain(cluster, observed(...requests)), cluster)
    expect(steps.filter(({ words }) => words.length === 0)).toEqual([])
    return steps.map(({ title }) => title)
  }
  const odd = LEGACY.replaceAll(/resources: .*?\]/g, 'resources: [users/status, serviceaccounts/token]')
  expect(titles(odd)).toEqual(['The feature', 'Watch who falls through'])
  expect(titles(odd, JANE)).not.toContain('Take the legacy rules away')
  expect(titles(LEGACY)).toContain('Take the legacy rules away')
  expect(titles(LEGACY, JANE, SCOPES)).toContain('Take the legacy rules away')
})

describe('the sentence about what was closed', () => {
  const sentenceOf = (requests: readonly SeenRequest[], policy = LEGACY): string => {
    const [first] = constrain(clusterWith(policy), observed(...requests)).impersonators
    return first === undefined ? '' : plainText(closedInWords(first))
  }

  it('says what could be done, and what may be done now', () => {
    expect(sentenceOf([JANE, DANA])).toBe(
      'portal could do anything as anybody; now it may get and list pods as dana and jane, in namespaces prod and test.',
    )
    const many = ['a', 'b', 'c', 'd'].map((name) => seen('portal', name, `list pods in ns-${name}`))
    expect(sentenceOf(many)).toBe(
      'portal could do anything as anybody; now it may list pods as 4 users, in 4 namespaces.',
    )
    expect(sentenceOf([])).toBe('portal could do anything as anybody; now it may impersonate nobody.')
  })

  it('names the legacy targets where they were limited', () => {
    const named = LEGACY.replace('resources: [users,', 'resourceNames: [jane], resources: [users,')
    expect(sentenceOf([JANE], named)).toBe(
      'portal could do anything as jane and service account jane; now it may list pods as jane, in namespace prod.',
    )
  })

  it('does not say that something closed where a rule for every verb stays', () => {
    const every = LEGACY.replace('verbs: [impersonate]}\n- {apiG', 'verbs: ["*"]}\n- {apiG')
    expect(sentenceOf([JANE], every)).toMatch(/^portal can do anything as anybody, and still can: /)
  })
})

describe('the proof', () => {
  it('has every request that passed, and refuses what is near', () => {
    const plan = constrain(CLUSTER, observed(JANE, DANA, SCOPES))
    const [portal] = plan.impersonators
    const { moved, lost, near, closed, open } = proofOf(portal as NonNullable<typeof portal>, CLUSTER, plan)
    expect(moved.map(({ request }) => request)).toEqual([JANE, DANA])
    expect(lost.map(({ because }) => because)).toEqual(['extra-key'])
    expect(near).toBe(closed.length + open.length)
    expect(closed.length).toBeGreaterThan(100)
    // A list of all pods cannot be told from a list of one of them.
    const parts = open.map(({ target, attributes }) => `${target?.username} ${attributes.verb} ${attributes.namespace}`)
    expect([...new Set(parts)].sort()).toEqual(
      ['dana list prod', 'jane list prod'].filter((one) => parts.includes(one)),
    )
  })

  it('tries different requests near each, and always the same', () => {
    const near = nearRequests(DANA)
    expect(near).toHaveLength(100)
    expect(new Set(near.map((one) => JSON.stringify([one.target, one.attributes]))).size).toBe(100)
    expect(nearRequests(DANA)).toEqual(near)
  })

  it('holds for any requests: what goes over passes with the constraint of its mode, and nothing else is granted twice', () => {
    const name = fc.constantFrom(
      'jane',
      'dana',
      'system:serviceaccount:ci:bot',
      'system:node:n1',
      'ann@example.com',
      'y',
      '007',
    )
    const target = fc.record({
      username: name,
      groups: fc.uniqueArray(fc.constantFrom('devs', 'ops', 'a b', 'system:masters', '*'), { maxLength: 5 }),
      uid: fc.constantFrom('', '', 'u-1'),
      extra: fc.constantFrom<Record<string, string[]>>({}, {}, { 'acme.io/team': ['a', 'b'] }, { scopes: ['x'] }),
    })
    const what = fc.constantFrom(
      'list pods in prod',
      'get pods/web in prod',
      'get pods/web/log in test',
      'list nodes',
      'create deployments.apps in prod',
      'get /metrics',
      'patch namespaces/prod in prod',
    )
    const requests = fc.array(fc.tuple(target, what), { maxLength: 12 })
    fc.assert(
      fc.property(requests, (all) => {
        const plan = constrain(CLUSTER, observed(...all.map(([as, verb]) => seen('portal', as, verb, { node: 'n1' }))))
        expect(plan.after.policy.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
        for (const { verdict, mode, after } of plan.impersonators.flatMap(({ requests }) => requests)) {
          expect(after.constraint).toBe(verdict === 'moves' ? `impersonate:${mode}` : undefined)
          expect(verdict === 'moves' || verdict === 'stays').toBe(true)
        }
      }),
    )
  })
})

describe('names that are alike', () => {
  const rulesFor = (...usernames: readonly string[]) =>
    constrain(CLUSTER, observed(...usernames.map((username) => seen('portal', username, 'list pods in prod')))).added

  it.each([
    [['oidc:ann', 'oidc:ben', 'oidc:cid'], 'all begin with oidc:, but RBAC has no patterns'],
    [['ann@example.com', 'ben@example.com', 'cid@example.com'], 'all end with @example.com, but RBAC has no patterns'],
  ])('%j: the rule says that no pattern can stand for them', (usernames, words) => {
    expect(rulesFor(...usernames)).toContain(`  # ${words}: it is these names, or any\n`)
  })

  it.each([[['ann', 'ben', 'cid']], [['oidc:ann', 'oidc:ben']], [['oidc:ann', 'oidc:ben', 'cid']]])(
    '%j: there is nothing to say',
    (usernames) => {
      expect(rulesFor(...usernames)).not.toContain('patterns')
    },
  )
})

describe('a second log', () => {
  it('tells what the server only remembered from what would fail', () => {
    const plan = constrain(CLUSTER, observed(JANE))
    const fallen = fallenThrough(plan, observed(JANE, DANA, { ...DANA, constraint: 'impersonate:user-info' }))
    expect(fallen.map(({ because, request }) => [because, request.target?.username])).toEqual([
      ['remembered', 'jane'],
      ['missing', 'dana'],
    ])
    expect(plainText(fallen[1]?.near ?? [])).toContain('portal-while-impersonating')
    expect(readiness(plan, fallen)).toMatchObject({ isSafe: false, breaks: [], fallen: [{ because: 'missing' }] })
    expect(readiness(plan, fallenThrough(plan, observed(JANE))).isSafe).toBe(true)
  })

  it('is needed before the legacy rights go, as the steps say', () => {
    const plan = constrain(CLUSTER, observed(JANE))
    const text = (second?: Parameters<typeof readiness>[1]): string =>
      wayThere(plan, clusterOf(readPolicy(LEGACY), { version: '1.35' }), second)
        .flatMap(({ words }) => words.map(plainText))
        .join(' ')
    expect(text()).toContain('Kubernetes 1.35 has ConstrainedImpersonation off here')
    expect(text()).toContain('It is safe after a second log')
    expect(text([])).toContain('Nothing in the logs needs the legacy verb any more.')
  })
})

describe('what would break', () => {
  it('is not what was refused anyway', () => {
    const refused = seen('portal', { username: 'dana', extra: { scopes: ['all'] } }, 'delete pods/web in prod', {
      answer: 'forbidden',
    })
    const plan = constrain(CLUSTER, observed(JANE, refused))
    const [portal] = plan.impersonators
    expect(readiness(plan).breaks).toEqual([])
    expect(proofOf(portal as NonNullable<typeof portal>, CLUSTER, plan).lost).toEqual([])
  })
})

describe('the price of opening more', () => {
  it('is what the rules would allow beyond', () => {
    const migration = new Migration(CLUSTER, observed(DANA))
    expect(migration.costOf('names').map(({ namespace, rule }) => [namespace, rule.verbs, rule.resourceNames])).toEqual(
      [['test', ['impersonate-on:user-info:get'], []]],
    )
    expect(migration.costOf('uids')).toEqual([])
    expect(migration.costOf('names', { widen: ['names'] })).toEqual([])
  })
})

describe('the scenario document', () => {
  it('expects what every request must be answered, and holds', async () => {
    const plan = constrain(CLUSTER, observed(JANE, DANA, SCOPES))
    const { document, unwritten } = planScenario(plan, { version: '1.36', authorizationModes: ['RBAC'] }) ?? {}
    if (document === undefined) throw new Error('there is a document')
    expect(unwritten).toEqual([])
    expect(document.expect).toEqual([
      { request: 1, code: 403, constraint: 'impersonate:user-info' },
      { request: 2, code: 403, constraint: 'impersonate:user-info' },
    ])
    const decide = await decider()
    const kinds = checkExpectations(document, (scenario) => decide(scenario)).map(({ kind }) => kind)
    expect(kinds).toEqual(['holds', 'holds'])
  })
})

describe('the text for a pull request', () => {
  it('has the sentence, the proof, what cannot go over, the way, and the rules', () => {
    const plan = constrain(CLUSTER, observed(JANE, DANA, SCOPES))
    const text = planMarkdown(plan, CLUSTER, { diff: '-a\n+b\n' })
    expect(text).toContain('`portal` could do anything as anybody; now it may')
    expect(text).toContain(
      '2 different requests that passed pass, now with a constraint in the audit event; 1 does not.',
    )
    expect(text).toContain('Have the client send keys such as')
    expect(text).toContain('| `ConstrainedImpersonation` | absent | absent | off | on | on |')
    expect(text).toContain('```diff\n-a\n+b\n```')
  })

  it('shows names of a log as they are, without their markup', () => {
    const evil = seen('portal', '<img src=x>`@team', 'list pods in prod')
    const text = planMarkdown(constrain(CLUSTER, observed(evil)), CLUSTER)
    expect(text.replace(/<details>[\s\S]*/, '')).not.toContain('<img')
  })
})

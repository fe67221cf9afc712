import { readAction, whoCanAnswer } from '@authz-playground/engine/questions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadDecide } from '../decision.ts'
import { AskedPolicy } from './asked-policy.ts'
import { type Fact, factInWords } from './fact.ts'
import { findingsInWords, impersonationsClaimed } from './lint-makers.ts'
import { run } from './maker.ts'
import { MAKERS } from './makers.ts'
import { anyCase, anyPolicy, everyIdentity } from './testing.ts'

const decide = await loadDecide()

/** Every ClusterRole “edit” has the verb “impersonate” for service accounts. */
const OLDER_VERB = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: acting, labels: {rbac.authorization.k8s.io/aggregate-to-view: "true"}}
rules:
- {verbs: ["impersonate-on:serviceaccount:get"], nonResourceURLs: [/healthz]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: editors}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: edit}
subjects: [{kind: User, name: anna}]
`

const READ_ALL = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reads-all}
rules:
- {verbs: [get], apiGroups: [""], resources: ["*"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: reads-all}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reads-all}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: anna}]
`

/** Who says what, where a maker says the other of what run says. Undefined where none does. `all`: slow makers are asked, too. */
function disagreement(fact: Fact, asked: AskedPolicy, all: boolean): string | undefined {
  const truth = run.says(fact, asked)
  const said = MAKERS[fact.kind]
    .filter((maker) => all || !maker.slow)
    .map(({ name, says }) => ({ name, said: attempted(() => says(fact, asked)) }))
  const others = said.filter((one) => one.said !== undefined && one.said !== truth)
  if (others.length === 0) return undefined
  const { policy, defaultRoles } = asked.of
  return [
    '',
    policy.trimEnd(),
    ...(defaultRoles === undefined ? [] : [`# defaultRoles: ${defaultRoles}`]),
    '',
    `Fact: ${factInWords(fact)}`,
    `- run: ${truth}`,
    ...said.map(
      ({ name, said: one }) => `- ${name}: ${one ?? 'does not say'}${one === undefined || one === truth ? '' : '   ←'}`,
    ),
    ...findingsInWords(asked).map((one) => `- lint, ${one}`),
    '',
  ].join('\n')
}

function attempted(says: () => string | undefined): string | undefined {
  try {
    return says()
  } catch (error) {
    return error instanceof Error ? `an error: ${error.message}` : 'an error'
  }
}

describe('every command', () => {
  it('says the same of every fact', () => {
    const counts = { yes: 0, no: 0 }
    fc.assert(
      fc.property(anyCase, ({ of, facts }) => {
        const asked = new AskedPolicy(of, decide)
        for (const [at, fact] of facts.entries()) {
          counts[run.says(fact, asked) === 'yes' ? 'yes' : 'no']++
          const found = disagreement(fact, asked, at === 0)
          if (found !== undefined) throw new Error(found)
        }
      }),
      { numRuns: 80, seed: 1 },
    )
    expect(counts.yes).toBeGreaterThan(counts.no / 20)
  })

  it('takes an action without an identity for one, also where the verb “impersonate” lets its holder act', () => {
    const asked = new AskedPolicy({ policy: OLDER_VERB }, decide)
    const sender = { spelled: 'anna', username: 'anna', groups: [] }
    const as = { spelled: 'prod/bot', username: 'system:serviceaccount:prod:bot', groups: [] }
    const action = {
      verb: 'get',
      apiGroup: '',
      resource: '',
      subresource: '',
      namespace: '',
      name: '',
      path: '/healthz',
    }
    expect(findingsInWords(asked)).toEqual([
      expect.stringContaining('nothing here lets it take an identity in that mode'),
    ])
    expect(run.says({ kind: 'identity', sender, action, as }, asked)).toBe('yes')
    expect(disagreement({ kind: 'identity', sender, action, as }, asked, true)).toBeUndefined()
  })

  it('takes a connection to a pod for what needs both of its checks, and says so where only the first is allowed', () => {
    const asked = new AskedPolicy({ policy: READ_ALL }, decide)
    const sender = { spelled: 'anna', username: 'anna', groups: [] }
    const exec = {
      verb: 'get',
      apiGroup: '',
      resource: 'pods',
      subresource: 'exec',
      namespace: 'prod',
      name: 'web',
      path: '',
    }
    const fact = { kind: 'access', sender, action: exec } as const
    expect(run.says(fact, asked)).toBe('no')
    expect(disagreement(fact, asked, true)).toBeUndefined()
    const { verb, resource, subresource, namespace, name } = exec
    const { remarks } = whoCanAnswer(readAction({ verb, resource, subresource, namespace, name }), asked.cluster)
    expect(remarks.map(({ code }) => code)).toContain('connection-needs-create')
  })

  it('lets somebody impersonate where the lint says that a subject may', () => {
    fc.assert(
      fc.property(anyPolicy, (of) => {
        const asked = new AskedPolicy(of, decide)
        if (impersonationsClaimed(asked).length === 0) return
        const rules = asked.cluster.policy.roles.flatMap((role) => role.rules)
        for (const fact of everyIdentity(rules)) if (run.says(fact, asked) === 'yes') return
        throw new Error(['', of.policy, ...findingsInWords(asked), 'Nobody may impersonate anybody.'].join('\n'))
      }),
      { numRuns: 80, seed: 1 },
    )
  })
})

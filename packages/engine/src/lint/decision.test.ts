import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decider } from '../decide/index.ts'
import { readPolicy } from '../policy/index.ts'
import { policyOf, type Rule } from '../query/impersonation/testing.ts'
import { edited } from '../text/index.ts'
import { type Finding, lintPolicy } from './index.ts'

// What the lint says of impersonation is held to what requests get.

const decide = await decider()

const MODES = ['user-info', 'serviceaccount', 'arbitrary-node', 'associated-node']
const NAMES = [
  'zoe',
  'bot',
  'system:serviceaccount:prod:bot',
  'prod:bot',
  'system:node:n1',
  'n1',
  'ops',
  'system:masters',
  '7',
  '*',
]
const some = (values: readonly string[], maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength })

const RULE: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    verbs: some(
      ['impersonate', 'impersonate', ...MODES.map((mode) => `impersonate:${mode}`), 'impersonate:user', 'get'],
      2,
    ),
    apiGroups: some(['', 'authentication.k8s.io', '*'], 2),
    resources: some(
      [
        'users',
        'groups',
        'uids',
        'userextras',
        'userextras/example.com/a',
        'userextras/Example.com%2fa',
        'serviceaccounts',
        'nodes',
      ],
      3,
    ),
    resourceNames: fc.oneof(fc.constant([]), some(NAMES, 2)),
  }),
  fc.record({
    verbs: some([...MODES.map((mode) => `impersonate-on:${mode}:list`), 'impersonate-on:logs:list', '*'], 2),
    apiGroups: some(['', 'authentication.k8s.io', 'apps'], 1),
    resources: some(['pods', 'users', 'Pod'], 2),
  }),
)

const SUBJECTS = ['User/jane', 'ServiceAccount/prod/ci', 'Group/team'] as const
const ROW = fc.record({
  subject: fc.constantFrom(...SUBJECTS),
  namespace: fc.constantFrom('', '', 'prod', 'web'),
  rules: fc.array(RULE, { minLength: 1, maxLength: 3 }),
})
/** In some, the second role is a ClusterRole that a RoleBinding binds. */
const POLICY = fc.tuple(fc.array(ROW, { minLength: 1, maxLength: 3 }), fc.boolean()).map(([rows, inCluster]) => {
  const text = policyOf(...rows.map(({ subject, namespace, rules }) => [subject, namespace, ...rules] as const))
  return inCluster ? text.replaceAll('"Role"', '"ClusterRole"') : text
})

const REQUESTORS = [
  { username: 'jane', groups: ['team'] },
  { username: 'system:serviceaccount:prod:ci', extra: { 'authentication.kubernetes.io/node-name': ['n1'] } },
]
const WITH = ['', 'Impersonate-Group: ops\n', 'Impersonate-Uid: 7\n', 'Impersonate-Extra-Example.com%2fa: x\n']
const TARGETS = [
  ...WITH.map((more) => `Impersonate-User: zoe\n${more}`),
  ...['bot', 'system:serviceaccount:prod:bot', 'system:serviceaccount:web:bot', 'system:node:n1', 'n1'].map(
    (name) => `Impersonate-User: ${name}\n`,
  ),
]
const PATHS = ['/api/v1/namespaces/prod/pods', '/api/v1/namespaces/web/pods']

/** Of each request by each requestor, the mode by which it may impersonate; undefined where it may not. */
function impersonations(policy: string): readonly (readonly [asked: string, by: string | undefined])[] {
  return REQUESTORS.flatMap((requestor) =>
    PATHS.flatMap((path) =>
      TARGETS.map((target) => {
        const text = `GET ${path} HTTP/1.1\n${target}\n`
        const { trace } = decide({
          version: 2,
          policy,
          request: { form: 'http', text },
          requestor,
          cluster: { version: '1.36', authorizationModes: ['RBAC'] },
          design: 'constrained',
        })
        return [
          `${requestor.username}: ${text}`,
          trace?.impersonatedUser && (trace.constraint ?? 'impersonate'),
        ] as const
      }),
    ),
  )
}

/** The findings by which a value of a rule grants nothing. */
const GRANTS_NOTHING: ReadonlySet<string> = new Set([
  'extra-key-spelling',
  'identity-api-group',
  'identity-in-role',
  'identity-not-stored',
  'impersonation-name',
  'impersonation-target',
  'misspelt-verb',
  'misspelt-resource',
  'names-with-associated-node',
  'other-api-group',
  'plain-extra-key',
  'verb-of-other-design',
])

/** The policy with a value that nothing asks for in place of each that grants nothing. */
function withoutNothing(policy: string, findings: readonly Finding[]): string {
  const spans = new Map(findings.flatMap(({ code, range }) => (GRANTS_NOTHING.has(code) ? [[range.start, range]] : [])))
  return edited(
    policy,
    [...spans.values()].map((span) => ({ span, text: '"never-asked"' })),
  )
}

it('never says of a value that it grants nothing where a request gets something by it', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(POLICY, (policy) => {
      const findings = lintPolicy(readPolicy(policy))
      for (const { code } of findings) seen.add(code)
      expect(impersonations(withoutNothing(policy, findings)), policy).toEqual(impersonations(policy))
    }),
    { numRuns: 200 },
  )
  expect([...GRANTS_NOTHING].filter((code) => !seen.has(code) && code !== 'plain-extra-key')).toEqual([])
})

it('never says that a role opens every user or service account where no request gets one', () => {
  let said = 0
  fc.assert(
    fc.property(POLICY, (policy) => {
      const claims = lintPolicy(readPolicy(policy)).flatMap(({ code, message }) =>
        code === 'grants-escalation'
          ? [message]
          : code === 'account-in-every-namespace' && message.includes('to act as any service account called “bot”')
            ? ['“bot”']
            : [],
      )
      if (claims.length === 0) return
      const legacy = impersonations(policy).flatMap(([asked, by]) => (by === undefined ? [] : [asked]))
      for (const claim of claims) {
        const whom = claim.includes('acting as any user')
          ? /User: zoe/
          : claim.includes('any service account') || claim === '“bot”'
            ? /User: system:serviceaccount:/
            : undefined
        if (whom === undefined) continue
        said++
        expect(
          legacy.some((asked) => whom.test(asked)),
          `${claim}\n${policy}`,
        ).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
  expect(said).toBeGreaterThan(10)
})

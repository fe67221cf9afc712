import { type AuthorizationMode, type Decided, readPolicy, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { loadAllChunks, ScenarioDecider } from '@authz-playground/engine/internal/decide'
import { lintPolicy } from '@authz-playground/engine/policy'
import { explain } from '@authz-playground/engine/questions'

/** A text that a person could paste or send as a link, which would take long if products were written out. */
interface HostileText {
  readonly what: string
  /** What comes of it: the kind of outcome, or the code of the first error. */
  readonly is: string
  readonly scenario: () => Scenario
}

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'

function many<Of>(count: number, make: (index: number) => Of): readonly Of[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function names(prefix: string, count: number): readonly string[] {
  return many(count, (index) => `${prefix}${index}`)
}

function scenario(policy: string, request: string, more: Partial<Scenario> = {}): Scenario {
  return {
    version: 2,
    policy,
    request: { form: 'http', text: request },
    requestor: { username: 'bob' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'legacy',
    ...more,
  }
}

function modes(...authorizationModes: readonly AuthorizationMode[]): Pick<Scenario, 'cluster'> {
  return { cluster: { version: '1.36', authorizationModes } }
}

function clusterRole(name: string, rules: readonly string[], labels = ''): string {
  return `${RBAC}\nkind: ClusterRole\nmetadata: {name: ${name}, labels: {${labels}}}\nrules:\n${rules.join('\n')}\n`
}

function rule(verbs: readonly string[], groups: readonly string[], resources: readonly string[], more = ''): string {
  const lists = { verbs, apiGroups: groups, resources }
  return `- {${Object.entries(lists).map(([key, list]) => `${key}: ${JSON.stringify(list)}`)}${more}}`
}

function bound(role: string): string {
  return `${RBAC}\nkind: ClusterRoleBinding\nmetadata: {name: ${role}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role}}\nsubjects: [{kind: User, name: bob, apiGroup: rbac.authorization.k8s.io}]\n`
}

const WRITES = rule(
  ['create', 'update', 'patch', 'impersonate'],
  ['rbac.authorization.k8s.io', ''],
  [...['clusterroles', 'roles', 'users']],
)

function held(...rules: readonly string[]): string {
  return [clusterRole('held', [WRITES, ...rules]), bound('held')].join('---\n')
}

/** What creates a ClusterRole of one rule. */
function creating(verbs: number, groups: number, resources: number, named: number, role = 'new'): string {
  const written = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: role },
    rules: [
      {
        verbs: names('verb', verbs),
        apiGroups: names('group', groups),
        resources: names('resource', resources),
        ...(named > 0 && { resourceNames: names('name', named) }),
      },
    ],
  }
  const head = 'POST /apis/rbac.authorization.k8s.io/v1/clusterroles HTTP/1.1\nContent-Type: application/json'
  return `${head}\n\n${JSON.stringify(written)}\n`
}

/** A harmless request after others that create a ClusterRole each, of one rule of so many verbs, groups and resources. */
function afterWrites(count: number, policy: string, each = 30): Scenario {
  const earlier = many(count, (i) => ({
    request: { form: 'http' as const, text: creating(each, each, each, 0, `new-${i}`) },
    requestor: { username: 'bob' },
  }))
  return scenario(policy, GET_PODS, { earlier })
}

const GET_PODS = 'GET /api/v1/namespaces/prod/pods HTTP/1.1\n'

function groupHeaders(count: number): string {
  return `${GET_PODS}Impersonate-User: jane\n${names('Impersonate-Group: team-', count).join('\n')}\n`
}

const LOOPS = (() => {
  const list = `[${many(20, String)}]`
  return `${list}.all(x, ${list}.all(y, [1,2,3,4,5,6,7,8,9].all(z, x + y + z >= 0)))`
})()

function accessRules(count: number, condition: string): string {
  return many(
    count,
    (i) => `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: rule-${i}}
rule:
  entries:
  - {effect: Allow, condition: '${condition}'}
`,
  ).join('---\n')
}

function kubectl(text: string, policy = held()): Scenario {
  return scenario(policy, '', { request: { form: 'kubectl', text } })
}

function aggregating(name: string, selectors: readonly string[], labels = ''): string {
  return `${RBAC}\nkind: ClusterRole\nmetadata: {name: ${name}, labels: {${labels}}}\naggregationRule:\n  clusterRoleSelectors:\n${selectors.map((one) => `  - ${one}`).join('\n')}\nrules: []\n`
}

/**
 * The texts, each of its full size or a part of it.
 * @param of the part of what is many in a text that takes seconds, and meets the same bound with fewer
 */
export function hostileTexts(of = 1): readonly HostileText[] {
  const part = (count: number) => Math.ceil(count * of)
  return [
    {
      what: 'a rule of 2,000 verbs × 200 groups × 200 resources × 200 names, written',
      is: 'beyond-limit',
      scenario: () => scenario(held(), creating(2000, 200, 200, 200)),
    },
    {
      what: 'the same where its writer holds all of it',
      is: 'allowed',
      scenario: () =>
        scenario(held(rule(['*'], names('group', 200), names('resource', 200))), creating(2000, 200, 200, 200)),
    },
    {
      what: 'a rule of 300 × 30 × 30, written by somebody who holds 3,000 rules',
      is: 'refused',
      scenario: () =>
        scenario(
          held(...many(part(3000), (i) => rule([`verb${i}`], [`group${i % 30}`], [`resource${i % 30}`]))),
          creating(300, 30, 30, 0),
        ),
    },
    {
      what: '50 earlier requests, each with a rule of 30 × 30 × 30',
      is: 'beyond-limit',
      scenario: () => afterWrites(50, held()),
    },
    {
      what: '50 earlier requests, each with a rule of 30 × 30 × 30, by somebody who holds 3,000 rules',
      is: 'beyond-limit',
      scenario: () =>
        afterWrites(
          50,
          held(...many(part(3000), (i) => rule([`verb${i}`], [`group${i % 30}`], [`resource${i % 30}`]))),
        ),
    },
    {
      what: '50 earlier requests, each with a rule of one verb, by somebody who holds 20,000 rules',
      is: 'beyond-limit',
      scenario: () => afterWrites(50, held(...many(20_000, (i) => rule([`verb${i}`], ['group'], ['resource']))), 1),
    },
    {
      what: '20,000 Impersonate-Group headers under a role of 20,000 rules',
      is: 'forbidden',
      scenario: () =>
        scenario(
          held(
            rule(['impersonate'], [''], ['users']),
            ...many(part(20_000), (i) => rule(['impersonate'], [''], ['groups'], `, resourceNames: [team-${i}]`)),
          ),
          groupHeaders(part(20_000)),
        ),
    },
    {
      what: '1,000 ClusterRoles of 20 rules, aggregated by 1,000 others',
      is: 'forbidden',
      scenario: () =>
        scenario(
          [
            ...many(part(1000), (i) =>
              clusterRole(
                `from-${i}`,
                many(20, (j) => rule(['get'], ['apps'], [`r-${i}-${j}`])),
                'to: all',
              ),
            ),
            ...many(part(1000), (i) => aggregating(`to-${i}`, ['{matchLabels: {to: all}}'])),
            bound('to-7'),
          ].join('---\n'),
          GET_PODS,
        ),
    },
    {
      what: '1,000 access rules with three nested loops each',
      is: 'internal-error',
      scenario: () => scenario(accessRules(part(1000), LOOPS), GET_PODS, { ...modes('AccessRules'), design: 'legacy' }),
    },
    {
      what: '100 access rules with three nested loops each, and 200 headers Impersonate-Group',
      is: 'beyond-limit',
      scenario: () =>
        scenario(
          accessRules(part(100), `${LOOPS} && request.attributes.verb != "x"`),
          groupHeaders(200),
          modes('AccessRules'),
        ),
    },
    {
      what: '100 plain access rules, and 5,000 headers Impersonate-Group',
      is: 'beyond-limit',
      scenario: () =>
        scenario(accessRules(100, 'request.attributes.verb != "x"'), groupHeaders(5000), modes('AccessRules')),
    },
    {
      what: 'a webhook’s table of 300 entries × 3,000 groups',
      is: 'allowed',
      scenario: () =>
        scenario('', groupHeaders(part(3000)), {
          ...modes('Webhook'),
          webhook: [
            ...many(300, (i) => `- match: {groups: [${names('team-', part(3000))}, none-${i}]}\n  answer: Deny`),
            '- match: {}\n  answer: Allow',
          ].join('\n'),
        }),
    },
    {
      what: '50 aggregation rules of 1,000 selectors over 2,000 roles',
      is: 'forbidden',
      scenario: () =>
        scenario(
          [
            ...many(part(2000), (i) => clusterRole(`from-${i}`, [rule(['get'], [''], [`r-${i}`])], `to: l${i}`)),
            ...many(50, (i) =>
              aggregating(
                `to-${i}`,
                many(part(1000), (j) => `{matchLabels: {to: l${j + i}}}`),
              ),
            ),
            bound('to-7'),
          ].join('---\n'),
          GET_PODS,
        ),
    },
    {
      what: 'kubectl create clusterrole with 9,000 verbs and 9,000 resources',
      is: 'beyond-limit',
      scenario: () =>
        kubectl(`kubectl create clusterrole x --verb=${names('verb', 9000)} --resource=${names('pods/part', 9000)}`),
    },
    {
      what: '8 MB of !!binary',
      is: 'missing-kind',
      scenario: () => scenario(`a: !!binary ${'YWFh'.repeat(part(2e6))}\n`, GET_PODS),
    },
    {
      what: '20,000 comments that silence nothing',
      is: 'forbidden',
      scenario: () => scenario('# lint:ignore x\n'.repeat(part(20_000)) + held(), GET_PODS),
    },
    {
      what: '60,000 rules, each with a finding',
      is: 'forbidden',
      scenario: () =>
        scenario(
          held(...many(part(60_000), (i) => rule(['list'], [''], ['pods'], `, resourceNames: [web-${i}]`))),
          'GET /api/v1/namespaces/prod/secrets',
        ),
    },
  ]
}

/** What comes of one. */
export function outcomeOf({ scenario }: HostileText): Decided {
  return decided(scenario())
}

const CHUNKS = await loadAllChunks()

/** As a decider that has read nothing before. */
function decided(scenario: Scenario): Decided {
  return new ScenarioDecider().decide(scenario, CHUNKS, { cel: CEL })
}

/** How long each takes to be decided, to be explained where it is refused, and to be linted, in milliseconds. */
export function hostileTimes(): readonly { readonly what: string; readonly took: number }[] {
  return hostileTexts().flatMap(({ what, scenario }) => {
    const asked = scenario()
    const began = performance.now()
    const answer = decided(asked)
    const took = performance.now() - began
    const refused = explain(answer) !== undefined
    const explaining = { what: `what nearly fits: ${what}`, took: performance.now() - began - took }
    const read = performance.now()
    lintPolicy(readPolicy(asked.policy))
    const linting = { what: `lint: ${what}`, took: performance.now() - read }
    return [{ what, took }, ...(refused ? [explaining] : []), linting]
  })
}

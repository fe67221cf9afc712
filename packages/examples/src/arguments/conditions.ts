import type { Trace } from '@authz-playground/engine'
import { http, scenario, user } from '../example.ts'
import { pod } from '../objects.ts'
import { documents } from '../rbac.ts'
import { printedAccessRule, WITH_RULES } from './access-rules.ts'
import { type Argument, argument, type Case, caseOf, verdict, verdictIf } from './argument.ts'
import { allowedAmong, checksBefore, checksOf, code, isAllowed, times } from './found.ts'
import { AGENT, AUTHENTICATION, DEPUTY, deputyListsAsJane, grant, janeReads, rule, THE_DEPUTY } from './grants.ts'
import { DELETE, LINE, LIST } from './requests.ts'

const COMMENT = 'Comment on conditional authorization'
const LUXAS = { document: 'thread', section: COMMENT, author: 'luxas', when: 'June 2025' } as const

const EVERYBODY_LISTS = grant('everybody-lists', 'Group system:authenticated', rule('list', 'pods'))

const BY_DEPUTY = `principal.username == "${DEPUTY.username}" && action in ["impersonate", "constrainedimpersonate"]`
const NAMED_JANE = 'request.attributes.resource == "users" && request.attributes.name == "jane"'

const ONLY_READING = documents(
  janeReads('pods', 'get list delete'),
  deputyListsAsJane(),
  printedAccessRule('read-pods-as-jane', BY_DEPUTY, [
    'Allow',
    `${NAMED_JANE} && context.requestAttr.resource == "pods" && context.requestAttrs.verb in ["get", "list"]`,
  ]),
)

/** The conditions of the answers, as CEL. */
function residual(trace: Trace): readonly string[] {
  return checksOf(trace).flatMap(({ answer }) =>
    [answer, ...(answer.parts ?? [])].flatMap(({ conditions = [] }) => conditions.map(({ condition }) => condition)),
  )
}

const TOGETHER = documents(
  EVERYBODY_LISTS,
  printedAccessRule(
    'jane-with-devs-and-bob-alone',
    BY_DEPUTY,
    ['Allow', `${NAMED_JANE} && has(resource.groups) && "devs" in resource.groups`, 'jane, but only with devs'],
    [
      'Allow',
      'request.attributes.resource == "users" && request.attributes.name == "bob" && (!has(resource.groups) || !("devs" in resource.groups))',
      'bob, but not with devs',
    ],
    [
      'Allow',
      'request.attributes.resource == "groups" && request.attributes.name == "devs" && resource.username == "jane"',
      'devs, but only for jane',
    ],
  ),
)
const APART = documents(
  EVERYBODY_LISTS,
  grant('jane-bob-and-devs', THE_DEPUTY, [
    rule('impersonate', 'users', { names: 'jane bob' }),
    rule('impersonate', 'groups', { names: 'devs' }),
  ]),
)

const TARGETS = {
  janeWithDevs: { 'Impersonate-User': 'jane', 'Impersonate-Group': 'devs' },
  bob: { 'Impersonate-User': 'bob' },
  jane: { 'Impersonate-User': 'jane' },
  bobWithDevs: { 'Impersonate-User': 'bob', 'Impersonate-Group': 'devs' },
} as const
type TargetName = keyof typeof TARGETS
const TARGET_NAMES = Object.keys(TARGETS) as readonly TargetName[]

function each<Suffix extends string>(
  suffix: Suffix,
  shows: string,
  policy: string,
  design: string,
): Record<`${TargetName}${Suffix}`, Case> {
  const cases = TARGET_NAMES.map((name) => {
    const who = Object.values(TARGETS[name]).join(' with ')
    return [
      `${name}${suffix}`,
      caseOf(`${who}: ${shows}`, scenario(policy, DEPUTY, http(LINE, TARGETS[name]), WITH_RULES), design),
    ]
  })
  return Object.fromEntries(cases) as Record<`${TargetName}${Suffix}`, Case>
}

const compiledAnd = (shows: string, request: string): Case =>
  caseOf(
    shows,
    scenario(documents(janeReads('pods', 'get list delete'), deputyListsAsJane()), DEPUTY, request),
    'compiled',
    'constrained',
  )

const PROXY = user('front-proxy')
const PREFIXED = documents(
  EVERYBODY_LISTS,
  printedAccessRule('only-its-own-prefix', 'principal.username == "front-proxy" && action == "impersonate"', [
    'Allow',
    'request.attributes.resource in ["users", "groups"] && request.attributes.name.startsWith("proxy:")',
  ]),
)
const STAR_IN_NAMES = documents(
  EVERYBODY_LISTS,
  grant('only-its-own-prefix', 'User front-proxy', rule('impersonate', 'users groups', { names: 'proxy:*' })),
)
const NO_NAMES = documents(EVERYBODY_LISTS, grant('anybody', 'User front-proxy', rule('impersonate', 'users groups')))
const ALICE = { 'Impersonate-User': 'proxy:alice', 'Impersonate-Group': 'proxy:devs' }
const MASTERS = { 'Impersonate-User': 'proxy:alice', 'Impersonate-Group': 'system:masters' }
const proxied = (shows: string, policy: string, headers: Readonly<Record<string, string>>, design: string): Case =>
  caseOf(shows, scenario(policy, PROXY, http(LINE, headers), WITH_RULES), design)

const NODE_PODS = (node: string): string => `GET /api/v1/pods?fieldSelector=spec.nodeName%3D${node}`
const ON_ITS_NODE = printedAccessRule(
  'agents-are-their-node',
  '"system:serviceaccounts" in principal.groups && action == "impersonate"',
  [
    'Allow',
    '"system:nodes" in resource.groups && resource.username == "system:node:" + principal.extra["authentication.kubernetes.io/node-name"][0]',
  ],
)
const asNode = (node: string) =>
  scenario(ON_ITS_NODE, AGENT, http(NODE_PODS(node), { 'Impersonate-User': `system:node:${node}` }), {
    authorizationModes: ['Node', 'RBAC', 'AccessRules'],
    objects: documents(pod('web', 'prod', 'node-1'), pod('db', 'prod', 'node-2')),
  })

const PRINTED_ENTRIES = [
  [
    'Deny',
    'request.attributes.resource == "groups" || (request.attributes.resource == "users" && request.impersonation.target.type in ["ServiceAccount"])',
    'Restrict impersonation to real users',
  ],
  [
    'Allow',
    '(request.attributes.resource == "users" && request.impersonation.target.name in ["bob","corai"])',
    'Alice can impersonate Bob or Corai',
  ],
] as const
const PRINTED_FILTER = '(request.attributes.verb in ["impersonate"]) && (group == "principals.external-authz.example")'
const exampleRule = (filter: string): string =>
  documents(EVERYBODY_LISTS, printedAccessRule('example', filter, ...PRINTED_ENTRIES))
const AS_BOB = http(LINE, { 'Impersonate-User': 'bob' })
const byName = (shows: string, policy: string, name: string): Case =>
  caseOf(shows, scenario(policy, user(name), AS_BOB, WITH_RULES), 'conditional')
const OF_IMPERSONATE = 'request.attributes.verb in ["impersonate"]'

const KNOWN_AT_ONCE = documents(janeReads(), printedAccessRule('jane', BY_DEPUTY, ['Allow', NAMED_JANE]))

/** What conditions can express and verbs and names cannot, and who evaluates them. */
export const conditionArguments: readonly Argument[] = [
  argument({
    id: 'one-review-not-two',
    title: 'A condition saves the second review',
    claim: { quote: 'and does not have to do two SAR requests', ...LUXAS },
    cases: {
      list: caseOf('list pods as jane', scenario(ONLY_READING, DEPUTY, LIST, WITH_RULES), 'conditional', 'constrained'),
      delete: caseOf('delete a pod as jane', scenario(ONLY_READING, DEPUTY, DELETE, WITH_RULES), 'conditional'),
    },
    settle(of) {
      const [one, two] = [checksBefore(of('list')), checksBefore(of('list', 'constrained'))]
      return verdict(
        one === 1 && two === 2 && isAllowed(of('list')) && !isAllowed(of('delete')),
        `${times(one, 'review')} in \`conditional\`, ${two} as released. What comes back is the comment’s condition, in the names of this page: \`${residual(of('list'))[0] ?? ''}\`. The API server finds it true for list: ${code(
          of('list'),
        )}, and false for delete: ${code(of('delete'))}.`,
      )
    },
  }),
  argument({
    id: 'same-frontend-one-review',
    title: 'The same rules work with one review',
    claim: { quote: 'but through only one SAR (not two)', ...LUXAS },
    cases: {
      list: compiledAnd('list pods as jane', LIST),
      delete: compiledAnd('delete a pod as jane', DELETE),
      bob: compiledAnd('list pods as bob', http(LINE, { 'Impersonate-User': 'bob' })),
      group: compiledAnd('list pods as jane with a group', http(LINE, TARGETS.janeWithDevs)),
      account: compiledAnd(
        'list pods as a service account',
        http(LINE, { 'Impersonate-User': 'system:serviceaccount:dev:app' }),
      ),
    },
    settle(of) {
      const names = ['list', 'delete', 'bob', 'group', 'account'] as const
      const alike = names.filter((name) => code(of(name)) === code(of(name, 'constrained'))).length
      const most = (design: string) => Math.max(...names.map((name) => checksBefore(of(name, design))))
      return verdict(
        alike === names.length && most('compiled') === 1 && isAllowed(of('list')) && !isAllowed(of('delete')),
        `The rules stay as they are, with \`impersonate:user-info\` and \`impersonate-on:user-info:list\`; RBAC makes one condition of them. \`compiled\` and \`constrained\` give the same answer to ${alike} of ${names.length} requests, after at most ${most(
          'compiled',
        )} check against ${most('constrained')}.`,
      )
    },
  }),
  argument({
    id: 'user-and-group-together',
    title: 'Without conditions, a user and a group cannot be granted only together',
    claim: {
      quote: 'Inability to say "principal P is able to impersonate username U and group G only together".',
      ...LUXAS,
    },
    assumes: 'Each part of the target is still checked, and conditions see the whole target.',
    cases: {
      ...each('', 'by verbs and names', APART, 'legacy'),
      ...each('Conditional', 'by conditions', TOGETHER, 'conditional'),
    },
    settle(of) {
      const byNames = TARGET_NAMES.map((name) => of(name))
      const byConditions = TARGET_NAMES.map((name) => of(`${name}Conditional`))
      return verdict(
        allowedAmong(byNames) === byNames.length && allowedAmong(byConditions) === 2,
        `Wanted are jane with devs, and bob alone. Said by names, ${allowedAmong(byNames)} of ${byNames.length} requests pass: jane alone and bob with devs among them. Said by conditions, ${allowedAmong(
          byConditions,
        )} pass, the wanted ones.`,
      )
    },
  }),
  argument({
    id: 'prefix-matching',
    title: 'Without conditions, a front proxy cannot be held to its own prefix',
    claim: { quote: 'Inability to perform suffix/prefix matching.', ...LUXAS },
    cases: {
      own: proxied('its own prefix, by a condition', PREFIXED, ALICE, 'conditional'),
      masters: proxied('`system:masters`, by a condition', PREFIXED, MASTERS, 'conditional'),
      star: proxied('its own prefix, by `proxy:*` in `resourceNames`', STAR_IN_NAMES, ALICE, 'legacy'),
      open: proxied('its own prefix, without names', NO_NAMES, ALICE, 'legacy'),
      openMasters: proxied('`system:masters`, without names', NO_NAMES, MASTERS, 'legacy'),
    },
    settle(of) {
      return verdict(
        !isAllowed(of('star')) && isAllowed(of('openMasters')) && isAllowed(of('own')) && !isAllowed(of('masters')),
        `In RBAC \`proxy:*\` is a name like any other: ${code(of('star'))}. Without names everything passes, \`system:masters\` too: ${code(
          of('open'),
        )} and ${code(of('openMasters'))}. With \`startsWith\` it is ${code(of('own'))} and ${code(of('masters'))}.`,
      )
    },
  }),
  argument({
    id: 'requestor-and-target',
    title: 'With conditions, one rule says “the node that you run on”',
    claim: {
      quote: 'Inability to combine data from the impersonator (principal) and impersonated user (resource)',
      ...LUXAS,
    },
    assumes: 'Printed with a single `=`, which is no CEL; played with `==`, and the extra key that Kubernetes sets.',
    cases: {
      own: caseOf('as node-1, where the agent runs', asNode('node-1'), 'conditional'),
      other: caseOf('as node-2', asNode('node-2'), 'conditional'),
      asAsked: caseOf(
        'as node-1, where only groups that headers ask for count',
        { ...asNode('node-1'), assumptions: { conditional: { 'implied-groups': 'as-asked' } } },
        'conditional',
      ),
    },
    settle(of) {
      return verdictIf(
        'the rule’s `system:nodes` counts although no header asks for it',
        isAllowed(of('own')) && !isAllowed(of('other')),
        isAllowed(of('asAsked')),
        `The comment’s rule gives ${code(of('own'))} as node-1 and ${code(of('other'))} as node-2, in ${times(
          checksBefore(of('own')),
          'check',
        )} and without a verb for scheduled nodes. Where only groups that headers ask for count it gives ${code(
          of('asAsked'),
        )}: it asks for \`system:nodes\`, which the API server adds.`,
      )
    },
  }),
  argument({
    id: 'alice-rule',
    title: 'The example of an access rule is about Alice',
    claim: {
      quote: 'Alice can impersonate Bob or Corai',
      document: 'thread',
      section: 'on Alternatives, an example of an API object',
      author: 'Tim',
    },
    assumes:
      'Its author mentions it “not to advocate for this particular API, but to shape thinking”. Only the expressions of the rule name its users; the checks are those of legacy impersonation.',
    cases: {
      printed: byName('as printed, by alice', exampleRule(PRINTED_FILTER), 'alice'),
      alice: byName('with the filter for the API group left out, by alice', exampleRule(OF_IMPERSONATE), 'alice'),
      mallory: byName('the same, by mallory', exampleRule(OF_IMPERSONATE), 'mallory'),
      boundAlice: byName(
        'with alice in the filter, by alice',
        exampleRule(`${OF_IMPERSONATE} && request.user.username == "alice"`),
        'alice',
      ),
      boundMallory: byName(
        'the same, by mallory',
        exampleRule(`${OF_IMPERSONATE} && request.user.username == "alice"`),
        'mallory',
      ),
    },
    settle(of) {
      return verdictIf(
        'something binds the rule to Alice',
        isAllowed(of('boundAlice')) && !isAllowed(of('boundMallory')),
        isAllowed(of('alice')) && !isAllowed(of('mallory')),
        `As printed it answers nothing to today’s checks, whose API group is another: ${code(
          of('printed'),
        )}. With that mended alice may be bob: ${code(of('alice'))}, and so may anybody: ${code(
          of('mallory'),
        )} for mallory. With alice in the filter it is ${code(of('boundAlice'))} and ${code(of('boundMallory'))}.`,
      )
    },
  }),
  argument({
    id: 'who-evaluates',
    title: 'The API server enforces the conditions that come back',
    claim: {
      quote: 'The API server enforces that the conditions returned are satisfied by the request.',
      document: 'compare',
      section: 'Option 2: One unified SubjectAccessReview for the whole UserInfo struct',
    },
    cases: {
      aware: caseOf(
        'a condition on the request',
        scenario(ONLY_READING, DEPUTY, LIST, WITH_RULES),
        'unified',
        'conditional',
        'legacy',
      ),
      broken: caseOf(
        'a request that breaks it',
        scenario(ONLY_READING, DEPUTY, DELETE, WITH_RULES),
        'unified',
        'conditional',
      ),
      atOnce: caseOf(
        'a rule that the check alone settles',
        scenario(KNOWN_AT_ONCE, DEPUTY, LIST, WITH_RULES),
        'conditional',
        'legacy',
      ),
    },
    settle(of) {
      const aware = [of('aware'), of('aware', 'conditional')]
      const broken = [of('broken'), of('broken', 'conditional')]
      return verdictIf(
        'the API server knows conditions',
        aware.every(isAllowed) && !broken.some(isAllowed),
        isAllowed(of('aware', 'legacy')),
        `In \`unified\` and \`conditional\` the answers are ${aware.map(code).join(' and ')} where the condition holds, ${broken
          .map(code)
          .join(
            ' and ',
          )} where it does not. For a server that evaluates no conditions, the same answer grants nothing: ${code(
          of('aware', 'legacy'),
        )}. What the check itself settles comes back as a plain Allow, with ${times(
          residual(of('atOnce')).length,
          'condition',
        )}, to any server: ${code(of('atOnce', 'legacy'))}.`,
      )
    },
  }),
  argument({
    id: 'masters-refused',
    title: 'Keeping a front proxy in its bounds needs expressions',
    claim: { quote: 'But that requires better expression support in authz here.', ...LUXAS },
    cases: {
      devs: caseOf(
        'a group devs',
        scenario(anyGroup(), DEPUTY, http(LINE, TARGETS.janeWithDevs)),
        'constrained',
        'proposal',
      ),
      masters: caseOf(
        'the group `system:masters`',
        scenario(anyGroup(), DEPUTY, http(LINE, { 'Impersonate-User': 'jane', 'Impersonate-Group': 'system:masters' })),
        'constrained',
        'proposal',
      ),
    },
    settle(of) {
      return verdictIf(
        'more than `system:masters` is to be kept out',
        isAllowed(of('devs')),
        isAllowed(of('masters')),
        `The deputy may be anybody in any group. As released the constrained way refuses \`system:masters\` without asking anybody: ${code(
          of('masters'),
        )}; in \`proposal\` it is ${code(
          of('masters', 'proposal'),
        )}. Every other group passes, whatever its prefix: ${code(of('devs'))} and ${code(of('devs', 'proposal'))}.`,
      )
    },
  }),
]

/** Any user and any group, to list pods, in the words of two designs. */
function anyGroup(): string {
  return documents(
    EVERYBODY_LISTS,
    grant('identity', THE_DEPUTY, rule('impersonate:user-info', 'users groups', { group: AUTHENTICATION })),
    grant('actions', THE_DEPUTY, rule('impersonate-on:user-info:list impersonate-on:list', 'pods')),
  )
}

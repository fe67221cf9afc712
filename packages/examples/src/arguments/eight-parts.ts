import { DESIGN_LIST, type Scenario, type Trace } from '@authz-playground/engine'
import { http, scenario, user } from '../example.ts'
import { documents } from '../rbac.ts'
import { printedAccessRule, WITH_RULES } from './access-rules.ts'
import { type Argument, argument, type Case, caseOf, countTable, verdict, verdictIf } from './argument.ts'
import { checksBefore, checksOf, code, countConstrainedChecks, countLegacyChecks, isAllowed, times } from './found.ts'
import { AUTHENTICATION, grant, rule } from './grants.ts'

const IMPERSONATOR = user('impersonator')
const WHO = 'User impersonator'
const LINE = 'GET /api/v1/namespaces/ns/pods'
const DESIGNS = DESIGN_LIST.map(({ id }) => id) as [string, ...string[]]
/** The designs that ask for the action after the identity. */
export const ACTION_LAST = ['proposal', 'user-info-only', 'group-suffix'] as const
const OTHERS = DESIGNS.filter((id) => !ACTION_LAST.some((one) => one === id)) as [string, ...string[]]

const EIGHT = {
  'Impersonate-User': 'a',
  'Impersonate-Uid': 'b',
  'Impersonate-Group': ['c', 'd'],
}
/** As the comment prints it. */
const PLAIN_KEYS = http(LINE, { ...EIGHT, 'Impersonate-Extra-foo': ['e', 'f'], 'Impersonate-Extra-bar': ['g', 'h'] })
/** With extra keys that the released server does not refuse. */
const DOMAIN_KEYS = {
  ...EIGHT,
  'Impersonate-Extra-example.com%2Ffoo': ['e', 'f'],
  'Impersonate-Extra-example.com%2Fbar': ['g', 'h'],
}

const PARTS = 'users uids groups userextras/foo userextras/bar userextras/example.com/foo userextras/example.com/bar'
const TARGET = grant('a-lists', 'User a', rule('list', 'pods'))

/** Rules that only one design needs: the verbs of the designs without those of others. */
const OTHER_DESIGNS = documents(
  grant('compound-and-unified', WHO, rule('constrainedimpersonate', PARTS, { group: AUTHENTICATION })),
  grant('asks-first', WHO, rule('create', 'subjectaccessreviews', { group: 'authorization.k8s.io' })),
  grant('lists-itself', WHO, rule('list', 'pods')),
  grant('within', WHO, [
    rule('impersonate-within', PARTS, { group: AUTHENTICATION }),
    rule('impersonate-within', 'clusterroles', { group: 'rbac.authorization.k8s.io', names: 'pod-lister' }),
  ]),
  grant('pod-lister', 'User system:boundary:pod-lister', rule('list', 'pods')),
)
const LEGACY = grant('legacy', WHO, [
  rule('impersonate', 'users groups'),
  rule('impersonate', PARTS, { group: AUTHENTICATION }),
])

const ACTIONS = [
  rule('impersonate-on:user-info:list impersonate-on:user-info:a:list', 'pods'),
  rule('impersonate-on:list', 'pods'),
  rule('list', 'pods', { group: 'core.impersonation.k8s.io' }),
] as const

/** Rules for the checks of all designs, as general as possible. */
const EVERYTHING = documents(
  TARGET,
  grant('actions', WHO, ACTIONS),
  grant('as-released', WHO, rule('impersonate:user-info', `${PARTS} userextras/*`, { group: AUTHENTICATION })),
  grant('named', WHO, rule('impersonate:user-info:a', PARTS, { group: AUTHENTICATION })),
  LEGACY,
  OTHER_DESIGNS,
)

/** Rules for all but the last check of the identity. */
const ALMOST = documents(
  TARGET,
  grant('actions', WHO, ACTIONS[0]),
  grant('as-released', WHO, [
    rule('impersonate:user-info impersonate:user-info:a', 'users uids groups userextras/example.com/foo', {
      group: AUTHENTICATION,
    }),
    rule('impersonate:user-info impersonate:user-info:a', 'userextras/example.com/bar', {
      group: AUTHENTICATION,
      names: 'g',
    }),
  ]),
  LEGACY,
  OTHER_DESIGNS,
)

/** Rules for all but the action. */
const ALL_BUT_ACTION = documents(
  TARGET,
  grant('identity', WHO, rule('impersonate:user-info', PARTS, { group: AUTHENTICATION })),
  LEGACY,
)

/** Only the released rules, without the verb `impersonate`. */
const ONLY_CONSTRAINED = documents(
  TARGET,
  grant('actions', WHO, ACTIONS[0]),
  grant('as-released', WHO, rule('impersonate:user-info', `${PARTS} userextras/*`, { group: AUTHENTICATION })),
)

/** The headers that declare a boundary and an access rule, which no server has. */
const DECLARING = { ...DOMAIN_KEYS, 'Impersonate-Boundary': 'pod-lister', 'Impersonate-Access-Rule': 'list-as-a' }

function sending(policy: string, request: string): Scenario {
  return scenario(policy, IMPERSONATOR, request)
}

const printed = caseOf('the request as printed, and everything granted', sending(EVERYTHING, PLAIN_KEYS), ...DESIGNS)
/** The request with eight parts that every design allows, by its own rules. */
export const EIGHT_PARTS: Scenario = sending(EVERYTHING, http(LINE, DOMAIN_KEYS))
const best: Case = {
  ...caseOf('with domain-prefixed keys, and everything granted', EIGHT_PARTS, ...DESIGNS),
  grantsEverything: true,
}
const worst = caseOf(
  'with domain-prefixed keys, the last check of the constrained way denied, and legacy granted',
  sending(ALMOST, http(LINE, DOMAIN_KEYS)),
  ...OTHERS,
)
const worstProposed = caseOf(
  'with domain-prefixed keys, the action denied, and legacy granted',
  sending(ALL_BUT_ACTION, http(LINE, DOMAIN_KEYS)),
  ...ACTION_LAST,
)
const declared = caseOf(
  'the same, declaring a boundary and an access rule',
  scenario(
    documents(
      EVERYTHING,
      grant('relies-on-rule', WHO, rule('impersonate', 'clusteraccessrules', { group: 'authorization.k8s.io' })),
      printedAccessRule('list-as-a', 'resource.username == "a"', ['Allow', 'request.attributes.verb == "list"']),
    ),
    IMPERSONATOR,
    http(LINE, DECLARING),
    WITH_RULES,
  ),
  'boundary',
  'access-rule',
)

const COMMENT = 'on the flowchart of the checks that will be done'

/** A target with this many parts: a name, then groups. */
function withGroups(groups: number, policy: string, design: 'proposal' | 'constrained'): Case {
  const headers = {
    'Impersonate-User': 'a',
    'Impersonate-Group': Array.from({ length: groups }, (_, i) => `g${i + 1}`),
  }
  return caseOf(
    `${times(groups + 1, 'part')}, and every check answered so that the most are made`,
    sending(policy, http(LINE, headers)),
    design,
  )
}

/** Rules for everything except the last group. */
function lastGroupMissing(groups: number): string {
  const held = Array.from({ length: groups - 1 }, (_, i) => `g${i + 1}`).join(' ')
  return documents(
    TARGET,
    grant('actions', WHO, ACTIONS[0]),
    grant('as-released', WHO, [
      rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: groups === 0 ? 'nobody' : 'a' }),
      ...(groups > 1 ? [rule('impersonate:user-info', 'groups', { group: AUTHENTICATION, names: held })] : []),
    ]),
    LEGACY,
  )
}

function lastFailing(trace: Trace): number {
  const constrained = checksOf(trace).filter(({ attributes }) => attributes.verb.startsWith('impersonate:'))
  return constrained.length - constrained.findIndex(({ answer }) => answer.decision !== 'Allow') - 1
}

/** The request with eight parts from the review thread, and the number of its checks. */
export const eightPartArguments: readonly Argument[] = [
  argument({
    id: 'eight-parts',
    title: 'A request with eight parts costs 8 checks for the target and 1 for the action',
    claim: {
      quote:
        'constrained: impersonate:user-info (8 authz checks) && impersonate-on:list pods in namespace ns (1 authz check)',
      document: 'thread',
      section: COMMENT,
    },
    assumes:
      'The checks before the request itself are counted. Best: its own rules grant everything. Worst: the answers that make the most checks.',
    cases: { printed, best, worst, worstProposed, declared },
    settle(of) {
      const proposed = checksBefore(of('best', 'proposal'))
      const [least, most] = [checksBefore(of('best', 'constrained')), checksBefore(of('worst', 'constrained'))]
      return verdictIf(
        'the server asks as the KEP was proposed',
        proposed === 9,
        least === 9,
        `\`proposal\` asks ${proposed}, and ${checksBefore(of('worstProposed', 'proposal'))} at worst, with ${countLegacyChecks(
          of('worstProposed', 'proposal'),
        )} of legacy. As released it is ${least} at best, because one check covers all four extra values, and ${most} at worst. \`legacy\` asks ${checksBefore(of('best', 'legacy'))}, \`compound\` ${checksBefore(
          of('best', 'compound'),
        )}, \`unified\` and \`compiled\` ${[...new Set([checksBefore(of('best', 'unified')), checksBefore(of('best', 'compiled'))])].join(' and ')}, \`boundary\` ${checksBefore(
          of('declared'),
        )}, \`access-rule\` ${checksBefore(of('declared', 'access-rule'))}.`,
      )
    },
  }),
  argument({
    id: 'plain-extra-keys',
    title: 'Each `Impersonate-Extra-` header is checked',
    claim: {
      quote: '`Impersonate-Group`, `Impersonate-Uid` or `Impersonate-Extra-`, apiserver will check',
      document: 'kep',
      section: 'Verb impersonate:user-info',
    },
    cases: {
      printed: caseOf(
        'the request of the thread, everything granted',
        sending(EVERYTHING, PLAIN_KEYS),
        'constrained',
        'proposal',
      ),
      alone: caseOf('the same without the verb `impersonate`', sending(ONLY_CONSTRAINED, PLAIN_KEYS), 'constrained'),
      prefixed: caseOf(
        'domain-prefixed keys, without the verb `impersonate`',
        sending(ONLY_CONSTRAINED, http(LINE, DOMAIN_KEYS)),
        'constrained',
      ),
    },
    settle(of) {
      const asked = (trace: Trace) => checksOf(trace).filter(({ purpose }) => purpose === 'extra').length
      const refused = of('alone')
      return verdictIf(
        'the key is domain-prefixed',
        isAllowed(of('prefixed')),
        isAllowed(refused),
        `As released, \`foo\` and \`bar\` are refused without a check: ${asked(refused)} of 4 values are asked about, and the answer is ${code(
          refused,
        )}. With \`example.com/foo\` and \`example.com/bar\` it is ${code(of('prefixed'))}. Where \`impersonate\` is granted too, the request as printed passes by legacy: ${code(
          of('printed'),
        )} after ${times(checksBefore(of('printed')), 'check')}.`,
      )
    },
  }),
  argument({
    id: 'two-n-plus-one',
    title: 'A target of N parts costs at most 2N + 1 checks',
    claim: {
      quote: 'there are now up to 2N + 1 authz checks the filter has to do (N+1 more than before)?',
      document: 'thread',
      section: 'on Risks and Mitigations',
    },
    assumes: 'Counted is what the impersonation filter asks.',
    cases: {
      one: withGroups(0, lastGroupMissing(0), 'constrained'),
      three: withGroups(2, lastGroupMissing(2), 'constrained'),
      five: withGroups(4, lastGroupMissing(4), 'constrained'),
      eight: caseOf('8 parts, and every check answered so that the most are made', worst.scenario, 'constrained'),
      oneProposed: withGroups(0, ALL_BUT_ACTION, 'proposal'),
      threeProposed: withGroups(2, ALL_BUT_ACTION, 'proposal'),
      fiveProposed: withGroups(4, ALL_BUT_ACTION, 'proposal'),
      eightProposed: caseOf(
        '8 parts, and every check answered so that the most are made',
        worstProposed.scenario,
        'proposal',
      ),
    },
    settle(of) {
      const sizes = [
        ['one', 1],
        ['three', 3],
        ['five', 5],
        ['eight', 8],
      ] as const
      const proposed = sizes.map(([name]) => checksBefore(of(`${name}Proposed`)))
      const released = sizes.map(([name]) => checksBefore(of(name)))
      const fits = (counts: readonly number[]) => counts.every((count, i) => count === 2 * (sizes[i]?.[1] ?? 0) + 1)
      return verdictIf(
        'no more than three groups and three extra values are asked for, or the server asks as proposed',
        fits(proposed) && fits(released.slice(0, 2)),
        fits(released),
        'As proposed it is 2N + 1 at most. As released it is more from four groups or extra values on, because one check for all of them comes first, and may be in vain.',
        countTable(
          'Most checks',
          sizes.map(([, n]) => (n === 1 ? '1 part' : `${n} parts`)),
          [
            ['2N + 1', sizes.map(([, n]) => 2 * n + 1)],
            ['proposal', proposed],
            ['constrained', released],
          ],
        ),
      )
    },
  }),
  argument({
    id: 'short-circuit',
    title: 'The first check that fails spares the others',
    claim: {
      quote: 'yes if any fails, it will fallback to legacy mode.',
      document: 'thread',
      section: COMMENT,
      author: 'qiujian16',
      when: '20 June 2025',
    },
    cases: {
      first: caseOf(
        'the action granted, and no part of the target',
        sending(documents(TARGET, grant('actions', WHO, ACTIONS), LEGACY), http(LINE, DOMAIN_KEYS)),
        'constrained',
        'proposal',
      ),
      last: caseOf('the last part missing', worst.scenario, 'constrained'),
    },
    settle(of) {
      const all = [of('first'), of('first', 'proposal')]
      return verdict(
        all.every((trace) => lastFailing(trace) === 0 && isAllowed(trace)),
        `Behind the first identity check that fails ${times(Math.max(...all.map(lastFailing)), 'other')} of the 8 follow: \`constrained\` makes ${countConstrainedChecks(
          of('first'),
        )} constrained checks, \`proposal\` ${countConstrainedChecks(of('first', 'proposal'))}, and then the ${countLegacyChecks(
          of('first'),
        )} of legacy.`,
      )
    },
  }),
  argument({
    id: 'action-first',
    title: 'It is better to ask for the action before the identity',
    claim: {
      quote: 'Seems like we should do this part first for each of the new cases.',
      document: 'thread',
      section: COMMENT,
    },
    cases: {
      noAction: caseOf(
        'the identity granted, the action not',
        sending(
          documents(
            TARGET,
            grant('identity', WHO, rule('impersonate:user-info', `${PARTS} userextras/*`, { group: AUTHENTICATION })),
          ),
          http(LINE, DOMAIN_KEYS),
        ),
        'constrained',
        'proposal',
      ),
      noIdentity: caseOf(
        'the action granted, the identity not',
        sending(documents(TARGET, grant('actions', WHO, ACTIONS)), http(LINE, DOMAIN_KEYS)),
        'constrained',
        'proposal',
      ),
    },
    settle(of) {
      const [action, identity] = (['noAction', 'noIdentity'] as const).map((name) =>
        ['constrained', 'proposal'].map((design) => countConstrainedChecks(of(name, design))),
      ) as [[number, number], [number, number]]
      const [saved, lost] = [action[1] - action[0], identity[0] - identity[1]]
      return verdictIf(
        `more than one in ${Math.ceil(saved / lost) + 1} of the requests that fail here lack the action`,
        saved > lost,
        saved > 0 && lost <= 0,
        `Where the action is missing, asking for it first costs ${times(action[0], 'check')} and asking for it last ${action[1]}. Where the identity is missing it is the other way round, and the difference is ${identity[0]} to ${identity[1]}.`,
      )
    },
  }),
]

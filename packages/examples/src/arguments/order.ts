import type { SentRequest, Trace } from '@authz-playground/engine'
import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, type Case, caseOf, verdict, verdictIf } from './argument.ts'
import { checksBefore, checksOf, code, countConstrainedChecks, countLegacyChecks, isAllowed, times } from './found.ts'
import {
  AGENT,
  AUTHENTICATION,
  DEPUTY,
  deputyIsJaneByLegacy,
  deputyListsAsJane,
  grant,
  janeReads,
  rule,
  THE_AGENT,
  THE_DEPUTY,
} from './grants.ts'
import { NODE_LINE, NODES } from './requests.ts'

const PODS = 'GET /api/v1/namespaces/prod/pods'
const LIST = http(PODS, { 'Impersonate-User': 'jane' })
const WATCH = http(`${PODS}?watch=true`, { 'Impersonate-User': 'jane' })
const AS_BOB = http(PODS, { 'Impersonate-User': 'bob' })

function sent(text: string, after = 0): SentRequest {
  return { request: { form: 'http', text }, requestor: DEPUTY, ...(after > 0 && { after }) }
}

const stayed = documents(janeReads(), deputyIsJaneByLegacy())
const moved = documents(
  janeReads(),
  deputyListsAsJane(),
  grant('bob-reads', 'User bob', rule('list', 'pods')),
  grant('deputy-impersonates-bob', THE_DEPUTY, rule('impersonate', 'users', { names: 'bob' })),
)
const GROUPS = { 'Impersonate-User': 'jane', 'Impersonate-Group': ['a', 'b', 'c'] }
const stayedWithGroups = documents(
  stayed,
  grant('deputy-impersonates-groups', THE_DEPUTY, rule('impersonate', 'groups')),
)
const WATCHES = grant('deputy-watches-for-users', THE_DEPUTY, rule('impersonate-on:user-info:watch', 'pods'))
const watching = documents(janeReads(), deputyListsAsJane(), WATCHES)
const off = { constrainedImpersonation: false }

/** The action in the words of the KEP as proposed; its identity is the released one. */
const LISTS_AS_PROPOSED = grant('deputy-lists-as-proposed', THE_DEPUTY, rule('impersonate-on:list', 'pods'))
const IS_ANYBODY = grant(
  'deputy-is-anybody',
  THE_DEPUTY,
  rule('impersonate:user-info', 'users', { group: AUTHENTICATION }),
)
const LISTS_FOR_USERS = grant('deputy-lists-for-users', THE_DEPUTY, rule('impersonate-on:user-info:list', 'pods'))

const AS_NODE = http(NODE_LINE, { 'Impersonate-User': 'system:node:node-1' })
const nodeAgent = documents(
  grant('agent-is-its-node', THE_AGENT, rule('impersonate:associated-node', 'nodes', { group: AUTHENTICATION })),
  grant('agent-lists-as-its-node', THE_AGENT, rule('impersonate-on:associated-node:list', 'pods')),
  grant('agent-is-scheduled-node', THE_AGENT, rule('impersonate:scheduled-node', 'nodes', { group: AUTHENTICATION })),
  grant('agent-lists-as-printed', THE_AGENT, rule('impersonate-on:list', 'pods')),
)

/** Seconds between the last check of the identity and the request that is shown. */
function identityAge(traces: readonly Trace[], seconds: readonly number[]): number {
  const last = traces.findLastIndex((trace) => checksOf(trace).some(({ purpose }) => purpose === 'username'))
  return seconds.slice(last + 1).reduce((sum, one) => sum + one, 0)
}

const PAUSE = 9.9

/** A service account as the target, with the first of the two new checks granted. */
function asAccount(shows: string, design: 'proposal' | 'constrained', first: string): Case {
  const request = http(PODS, { 'Impersonate-User': 'system:serviceaccount:dev:app' })
  return caseOf(shows, scenario(grant('first-check', THE_DEPUTY, first), DEPUTY, request), design)
}

/** Which mode is tried first, its cost, and what the server caches of it. */
export const orderArguments: readonly Argument[] = [
  argument({
    id: 'doubles',
    title: 'Constrained before legacy doubles the cost for those who use legacy',
    claim: {
      quote: 'it immediately doubles the impersonation authorization cost for all consumers',
      document: 'thread',
      section: 'on Risks and Mitigations',
    },
    cases: {
      off: caseOf('a name, feature off', scenario(stayed, DEPUTY, LIST, off)),
      on: caseOf('a name, feature on', scenario(stayed, DEPUTY, LIST)),
      again: caseOf('a name, sent again', scenario(stayed, DEPUTY, LIST, { earlier: [sent(LIST)], after: 1 })),
      groupsOff: caseOf(
        'a name and three groups, feature off',
        scenario(stayedWithGroups, DEPUTY, http(PODS, GROUPS), off),
      ),
      groupsOn: caseOf('a name and three groups, feature on', scenario(stayedWithGroups, DEPUTY, http(PODS, GROUPS))),
    },
    settle(of) {
      return verdictIf(
        'a username alone is asked for, and the requestor has had no success yet',
        checksBefore(of('on')) === 2 * checksBefore(of('off')),
        checksBefore(of('groupsOn')) >= 2 * checksBefore(of('groupsOff')) ||
          checksBefore(of('again')) >= 2 * checksBefore(of('off')),
        `For a name, ${times(checksBefore(of('off')), 'check')} become ${checksBefore(of('on'))}; for a name and three groups ${checksBefore(
          of('groupsOff'),
        )} become ${checksBefore(of('groupsOn'))}, since the action is asked for first and fails. Sent again, the request costs ${checksBefore(
          of('again'),
        )}: the server tries the mode that worked last.`,
      )
    },
  }),
  argument({
    id: 'constrained-first',
    title: 'Constrained before legacy is the better order',
    claim: {
      quote:
        'I think we should check the constrained impersonation first and if fails, fallback to unconstrained impersonation.',
      document: 'thread',
      section: 'on the flowchart of the checks that will be done',
      author: 'qiujian16',
      when: '20 June 2025',
    },
    assumes:
      'Legacy first is played with a server that remembers a legacy success of the same requestor, which it then tries first.',
    cases: {
      moved: caseOf('granted the constrained way, that way first', scenario(moved, DEPUTY, LIST)),
      movedLate: caseOf(
        'granted the constrained way, legacy first',
        scenario(moved, DEPUTY, LIST, { earlier: [sent(AS_BOB)], after: 1 }),
      ),
      stayed: caseOf('granted by legacy, constrained first', scenario(stayed, DEPUTY, LIST)),
      stayedFirst: caseOf(
        'granted by legacy, legacy first',
        scenario(stayed, DEPUTY, LIST, { earlier: [sent(LIST)], after: 1 }),
      ),
    },
    settle(of) {
      const [movedFirst, movedLate] = [checksBefore(of('moved')), checksBefore(of('movedLate'))]
      const [stayedLate, stayedFirst] = [checksBefore(of('stayed')), checksBefore(of('stayedFirst'))]
      return verdictIf(
        'most requestors have moved to the constrained verbs',
        movedFirst < movedLate,
        stayedLate <= stayedFirst,
        `Who has moved pays ${movedFirst} with constrained first and ${movedLate} with legacy first. Who has not pays ${stayedLate} and ${stayedFirst}. Each order costs the other side ${times(
          movedLate - movedFirst,
          'check',
        )}, and the released server remembers per requestor which one worked.`,
      )
    },
  }),
  argument({
    id: 'two-to-three',
    title: 'A request that is not allowed costs three checks',
    claim: {
      quote: 'When the check is disallowed, it will introduce 3 access review checks for request with impersonation.',
      document: 'kep',
      section: 'Scalability',
    },
    assumes: 'A username alone is asked for, as in the text, which says 1 for a server without the feature.',
    cases: {
      off: caseOf('feature off', scenario(stayed, DEPUTY, LIST, off), 'constrained', 'proposal'),
      passed: caseOf(
        'the new rules granted',
        scenario(documents(janeReads(), deputyListsAsJane(), LISTS_AS_PROPOSED), DEPUTY, LIST),
        'constrained',
        'proposal',
      ),
      nothing: caseOf('nothing granted', scenario(janeReads(), DEPUTY, LIST), 'constrained', 'proposal'),
      first: caseOf(
        'the first new check granted, the action',
        scenario(documents(janeReads(), LISTS_FOR_USERS), DEPUTY, LIST),
        'constrained',
      ),
      firstProposed: caseOf(
        'the first new check granted, the identity',
        scenario(documents(janeReads(), IS_ANYBODY), DEPUTY, LIST),
        'proposal',
      ),
    },
    settle(of) {
      const both = (name: 'off' | 'passed' | 'nothing') =>
        ['constrained', 'proposal'].map((design) => checksBefore(of(name, design)))
      const first = [checksBefore(of('first')), checksBefore(of('firstProposed'))]
      return verdictIf(
        'the first of the two new checks is granted and the second is not',
        first.every((count) => count === 3),
        both('nothing').every((count) => count === 3),
        `In \`constrained\` and \`proposal\` alike: ${both('off')[0]} with the feature off, ${both('passed')[0]} when the new rules pass, ${
          both('nothing')[0]
        } when nothing is granted, ${first[0]} when the first new check passes and the second fails. So ${Math.max(
          ...first,
          ...both('nothing'),
        )} is the most, and not the rule.`,
      )
    },
  }),
  argument({
    id: 'two-extra-checks',
    title: 'Each request of a node agent costs two extra checks',
    claim: {
      quote: 'each of which would add two extra authorization checks',
      document: 'kep',
      section: 'High request volume leads to high load on authorization chain',
    },
    cases: {
      once: caseOf(
        'the first request as the node',
        scenario(nodeAgent, AGENT, AS_NODE, NODES),
        'proposal',
        'constrained',
      ),
      again: caseOf(
        'the same, four seconds later',
        scenario(nodeAgent, AGENT, AS_NODE, {
          ...NODES,
          earlier: [{ ...sent(AS_NODE), requestor: AGENT }],
          after: 4,
        }),
        'constrained',
      ),
    },
    settle(of) {
      const once = [checksBefore(of('once')), checksBefore(of('once', 'constrained'))]
      return verdictIf(
        'nothing is remembered of an earlier request',
        once.every((count) => count === 2),
        checksBefore(of('again')) === 2,
        `The first request costs ${once[0]} more in \`proposal\` and ${once[1]} as released. Sent again within ten seconds, it costs ${checksBefore(
          of('again'),
        )} more as released.`,
      )
    },
  }),
  argument({
    id: 'two-additional-checks',
    title: 'An impersonation request costs two additional checks',
    claim: {
      quote: 'Yes, enabling the feature will result in two additional SAR checks when kube-apiserver',
      document: 'kep',
      section: 'Scalability, Will enabling / using this feature result in any new API calls?',
    },
    assumes: 'The request is for one username, and nothing is remembered.',
    cases: {
      off: caseOf('feature off', scenario(stayed, DEPUTY, LIST, off), 'proposal', 'constrained'),
      legacy: caseOf('feature on, the rules as before', scenario(stayed, DEPUTY, LIST), 'proposal', 'constrained'),
      fresh: caseOf(
        'feature on, the new rules',
        scenario(documents(moved, LISTS_AS_PROPOSED), DEPUTY, LIST),
        'proposal',
        'constrained',
      ),
      halfAsProposed: caseOf(
        'feature on, the identity granted and the action not',
        scenario(documents(stayed, IS_ANYBODY), DEPUTY, LIST),
        'proposal',
      ),
      halfAsReleased: caseOf(
        'feature on, the action granted and the identity not',
        scenario(documents(stayed, LISTS_FOR_USERS), DEPUTY, LIST),
        'constrained',
      ),
    },
    settle(of) {
      const more = (trace: Trace, design: 'proposal' | 'constrained') =>
        checksBefore(trace) - checksBefore(of('off', design))
      const both = (name: 'legacy' | 'fresh') =>
        (['proposal', 'constrained'] as const).map((design) => more(of(name, design), design))
      const half = [more(of('halfAsProposed'), 'proposal'), more(of('halfAsReleased'), 'constrained')]
      return verdictIf(
        'the first constrained check passes, the second fails, and legacy decides',
        half.every((count) => count === 2),
        [...both('legacy'), ...both('fresh')].every((count) => count === 2),
        `In \`proposal\` and \`constrained\`, rules that stay as they were cost ${both('legacy').join(' and ')} more, and the new rules ${both(
          'fresh',
        ).join(
          ' and ',
        )} more: the two checks replace that of legacy. Two more, ${half.join(' and ')}, it is where half of the new rules is granted.`,
      )
    },
  }),
  argument({
    id: 'caches',
    title: 'Something can reduce the extra checks',
    claim: {
      quote: 'Determine if some mechanism should be introduced to reduce the extra permission checks',
      document: 'kep',
      section: 'Graduation Criteria, Beta',
    },
    cases: {
      first: caseOf('list', scenario(watching, DEPUTY, LIST)),
      second: caseOf(
        `watch, ${PAUSE} s later`,
        scenario(watching, DEPUTY, WATCH, {
          earlier: [sent(LIST)],
          after: PAUSE,
        }),
      ),
      third: caseOf(
        `watch again, another ${PAUSE} s later`,
        scenario(watching, DEPUTY, WATCH, {
          earlier: [sent(LIST), sent(WATCH, PAUSE)],
          after: PAUSE,
        }),
      ),
      late: caseOf(
        'watch again, 10 s later',
        scenario(watching, DEPUTY, WATCH, {
          earlier: [sent(LIST), sent(WATCH, PAUSE)],
          after: 10,
        }),
      ),
    },
    settle(of) {
      const traces = [of('first'), of('second'), of('third')]
      const age = identityAge(traces, [0, PAUSE, PAUSE])
      return verdict(
        checksBefore(of('third')) < checksBefore(of('first')) && traces.every(isAllowed),
        `As released: ${traces.map(checksBefore).join(', then ')} checks before the request. In the third the identity was last asked about ${age} s ago, and a binding taken away since would not be noticed. Ten seconds after the second it is asked about again: ${times(
          checksBefore(of('late')),
          'check',
        )}.`,
      )
    },
  }),
  argument({
    id: 'service-account-three',
    title: 'A service account costs at most three checks',
    claim: {
      quote: 'If impersonation headers are for a service account, there are now up to 3 authz checks',
      document: 'thread',
      section: 'on Risks and Mitigations',
    },
    cases: {
      proposed: asAccount(
        'the action denied, then legacy',
        'proposal',
        rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION }),
      ),
      released: asAccount(
        'the identity denied, then legacy',
        'constrained',
        rule('impersonate-on:serviceaccount:list', 'pods'),
      ),
    },
    settle(of) {
      const counts = [checksBefore(of('proposed')), checksBefore(of('released'))]
      return verdict(
        counts.every((count) => count === 3),
        `${counts[0]} in \`proposal\` and ${counts[1]} as released: two new checks and ${countLegacyChecks(of('released'))} of legacy.`,
      )
    },
  }),
  argument({
    id: 'node-four',
    title: 'A node costs at most four checks',
    claim: {
      quote: 'If impersonation headers are for a node, there are now up to 4 authz checks',
      document: 'thread',
      section: 'on Risks and Mitigations',
    },
    assumes: 'The node is the one that the requestor runs on, and only `Impersonate-User` is sent.',
    cases: {
      most: caseOf(
        'as much denied, and as late, as can be',
        scenario(
          documents(
            grant('any-node', THE_AGENT, rule('impersonate:node', 'nodes', { group: AUTHENTICATION })),
            grant('actions', THE_AGENT, [
              rule('impersonate-on:associated-node:list impersonate-on:arbitrary-node:list', 'pods'),
            ]),
          ),
          AGENT,
          AS_NODE,
          NODES,
        ),
        'proposal',
        'constrained',
      ),
    },
    settle(of) {
      const [proposed, released] = [checksBefore(of('most')), checksBefore(of('most', 'constrained'))]
      return verdictIf(
        'both verbs for nodes share one action check, as proposed',
        proposed === 4,
        released === 4,
        `${proposed} in \`proposal\`. As released ${released}: ${countConstrainedChecks(
          of('most', 'constrained'),
        )} constrained ones, because each of the two modes asks for the action and the identity, and then legacy. The answer is ${code(
          of('most', 'constrained'),
        )}.`,
      )
    },
  }),
]

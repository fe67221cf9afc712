import { DESIGN_LIST } from '@authz-playground/engine'
import { scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, type Case, caseOf, verdict, verdictIf } from './argument.ts'
import { allowedAmong, checksBefore, checksOf, code, isAllowed, listedNouns, times, verbsOf } from './found.ts'
import { DEPUTY, deputyIsJaneByLegacy, janeReads } from './grants.ts'
import { LIST } from './requests.ts'

const DESIGNS = DESIGN_LIST.map(({ id }) => id) as [string, ...string[]]
const NOTHING_IN_RBAC = '# Nothing is granted here: the webhook answers.\n'

function withWebhook(shows: string, webhook: string, designs: readonly [string, ...string[]], policy?: string): Case {
  const modes = policy === undefined ? (['Webhook'] as const) : (['Webhook', 'RBAC'] as const)
  const base = scenario(policy ?? NOTHING_IN_RBAC, DEPUTY, LIST, { authorizationModes: modes })
  return caseOf(shows, { ...base, webhook }, ...designs)
}

const JANE_LISTS = `- match:
    user: jane
    resourceAttributes: {verb: list, resource: pods}
  answer: Allow
`
const KNOWS_LEGACY = `# Written before there were constrained verbs.
${JANE_LISTS}- match:
    user: ${DEPUTY.username}
    resourceAttributes: {verb: impersonate, resource: users, name: jane}
  answer: Allow
`
const KNOWS_CONSTRAINED = `# Knows the new verbs, as strings.
${JANE_LISTS}- match:
    user: ${DEPUTY.username}
    resourceAttributes: {verb: "impersonate-on:user-info:list", resource: pods}
  answer: Allow
- match:
    user: ${DEPUTY.username}
    resourceAttributes: {verb: "impersonate:user-info", resource: users, name: jane}
  answer: Allow
`
const DENIES = `- match:
    user: ${DEPUTY.username}
    resourceAttributes: {verb: "impersonate-on:user-info:list"}
  answer: Deny
  reason: not this verb
`

/** The new verbs for an authorizer other than RBAC, and the effect of its answers. */
export const webhookArguments: readonly Argument[] = [
  argument({
    id: 'webhook-verbs',
    title: 'A webhook must know the new verbs',
    claim: {
      quote: 'authorization webhooks needs to recognize the verb with prefix of `impersonate-on:` and',
      document: 'kep',
      section: 'Upgrade / Downgrade Strategy',
    },
    cases: {
      old: withWebhook('a webhook that knows `impersonate`', KNOWS_LEGACY, ['constrained']),
      new: withWebhook('a webhook that knows the new verbs', KNOWS_CONSTRAINED, ['constrained']),
      none: withWebhook('a webhook that knows neither', JANE_LISTS, ['constrained']),
    },
    settle(of) {
      return verdictIf(
        'somebody is to be constrained by it',
        isAllowed(of('new')) && !isAllowed(of('none')),
        !isAllowed(of('old')),
        `The verbs come as strings: ${listedNouns(verbsOf(of('new')))}. A webhook that knows them constrains: ${code(of('new'))}, with \`${of('new').constraint}\` in the audit event. One that was never changed has no opinion on them, and goes on allowing by \`impersonate\`: ${code(
          of('old'),
        )}, without a constraint, after ${times(checksBefore(of('old')), 'check')}.`,
      )
    },
  }),
  argument({
    id: 'webhook-any-design',
    title: 'It works with authorizers other than RBAC',
    claim: {
      quote: 'it is in the alpha scope as the subjectaccessreview will be sent to the authorizer.',
      document: 'thread',
      section: 'on Graduation Criteria, “Do we want anything about checking this works with non-RBAC authz?”',
      author: 'qiujian16',
    },
    assumes: 'RBAC is off; a webhook that allows everything represents any authorizer.',
    cases: { all: withWebhook('everything is allowed by a webhook', '- answer: Allow\n', DESIGNS) },
    settle(of) {
      const traces = DESIGNS.map((design) => of('all', design))
      const least = Math.min(...traces.map((trace) => checksOf(trace).length))
      return verdict(
        allowedAmong(traces) === traces.length,
        `${allowedAmong(traces)} of ${traces.length} designs answer 200 by a webhook alone: each asks it for what it needs, in ${least} to ${Math.max(
          ...traces.map((trace) => checksOf(trace).length),
        )} reviews. Conditions and access rules are another matter: only an authorizer that has them can answer with them.`,
      )
    },
  }),
  argument({
    id: 'webhook-denies',
    title: 'After a Deny of a constrained check, legacy is asked all the same',
    claim: {
      quote: 'yes if any fails, it will fallback to legacy mode.',
      document: 'thread',
      section: 'on the flowchart of the checks that will be done',
      author: 'qiujian16',
      when: '20 June 2025',
    },
    assumes: 'The webhook comes before RBAC, and RBAC grants `impersonate` on jane.',
    cases: {
      denied: withWebhook(
        'the webhook denies the action check',
        DENIES,
        ['constrained'],
        documents(janeReads(), deputyIsJaneByLegacy()),
      ),
      noFallback: withWebhook(
        'the webhook denies everything of impersonation',
        '- match: {resourceAttributes: {resource: users}}\n  answer: Deny\n- match: {resourceAttributes: {verb: "impersonate-on:user-info:list"}}\n  answer: Deny\n',
        ['constrained'],
        documents(janeReads(), deputyIsJaneByLegacy()),
      ),
    },
    settle(of) {
      const first = checksOf(of('denied'))[0]
      return verdict(
        first?.answer.decision === 'Deny' && isAllowed(of('denied')),
        `The first check is answered ${first?.answer.decision}, legacy is asked all the same, and the answer is ${code(
          of('denied'),
        )}. A webhook that wants to stop the deputy must deny \`impersonate\` as well: then it is ${code(of('noFallback'))}.`,
      )
    },
  }),
  argument({
    id: 'webhook-downgrade',
    title: 'With the feature off, a webhook no longer sees the new verbs',
    claim: {
      quote: 'request sent to authorization webhooks will no longer include `impersonate-on:` and `impersonate:` verb.',
      document: 'kep',
      section: 'Upgrade / Downgrade Strategy',
    },
    cases: {
      off: withGateOff(
        withWebhook('feature off, a webhook that knows both', KNOWS_LEGACY + KNOWS_CONSTRAINED, [
          'constrained',
          'proposal',
        ]),
      ),
      on: withWebhook('feature on', KNOWS_LEGACY + KNOWS_CONSTRAINED, ['constrained']),
    },
    settle(of) {
      const fresh = (verbs: readonly string[]) => verbs.filter((verb) => /^impersonate(-on)?:/.test(verb)).length
      const off = [of('off'), of('off', 'proposal')].map((trace) => fresh(verbsOf(trace)))
      return verdict(
        off.every((count) => count === 0) && fresh(verbsOf(of('on'))) > 0,
        `Off, ${Math.max(...off)} of ${checksOf(of('off')).length} reviews have such a verb, in \`constrained\` and in \`proposal\`; on, ${fresh(
          verbsOf(of('on')),
        )} of ${checksOf(of('on')).length}.`,
      )
    },
  }),
]

function withGateOff({ scenario, ...rest }: Case): Case {
  return { ...rest, scenario: { ...scenario, cluster: { ...scenario.cluster, constrainedImpersonation: false } } }
}

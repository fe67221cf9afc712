import type { SentRequest, Trace } from '@authz-playground/engine'
import { increments } from '@authz-playground/engine/report'
import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, answerTable, argument, type Case, caseOf, verdict, verdictIf } from './argument.ts'
import { allowedAmong, checksBefore, code, isAllowed } from './found.ts'
import {
  AGENT,
  AUTHENTICATION,
  DEPUTY,
  deputyListsAsJane,
  grant,
  janeReads,
  rule,
  THE_AGENT,
  THE_DEPUTY,
} from './grants.ts'
import { LIST, NODE_PODS, NODES } from './requests.ts'

const BETA = ['beta', 'constrained'] as const

const OWN_NODE_ACTION = grant('own-node-action', THE_AGENT, rule('impersonate-on:associated-node:list', 'pods'))
const ANY_NODE = documents(
  grant('node-1-action', THE_AGENT, rule('impersonate-on:arbitrary-node:list', 'pods')),
  grant(
    'node-1-identity',
    THE_AGENT,
    rule('impersonate:arbitrary-node', 'nodes', { group: AUTHENTICATION, names: 'node-1' }),
  ),
)

function asNode(shows: string, ...policy: readonly string[]): Case {
  return caseOf(shows, scenario(documents(...policy), AGENT, NODE_PODS, NODES), ...BETA)
}

const OWN_NODE = {
  action: asNode('own node: the action refused; any node: both granted', ANY_NODE),
  identity: asNode('own node: the identity refused; any node: both granted', OWN_NODE_ACTION, ANY_NODE),
}

const USERS = ['someUser', 'someOtherUser'] as const
/** The two permissions of the KEP's sentence, and the target's own permissions, which are not what it is about. */
const TWO_USERS = documents(
  ...USERS.map((name) =>
    grant(`own-${name.toLowerCase()}`, `User ${name}`, [rule('list', 'pods'), rule('create', 'secrets')], 'default'),
  ),
  `# someUser, to list pods.\n${grant(
    'be-some-user',
    THE_DEPUTY,
    rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: USERS[0] }),
  )}`,
  grant('list-pods', THE_DEPUTY, rule('impersonate-on:user-info:list', 'pods'), 'default'),
  `# someOtherUser, to create secrets.\n${grant(
    'be-some-other-user',
    THE_DEPUTY,
    rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: USERS[1] }),
  )}`,
  grant('create-secrets', THE_DEPUTY, rule('impersonate-on:user-info:create', 'secrets'), 'default'),
)

function asUser(name: (typeof USERS)[number], line: string, shows: string): Case {
  const request = http(`${line.replace(' ', ' /api/v1/namespaces/default/')}`, { 'Impersonate-User': name })
  return caseOf(`${shows} as ${name}`, scenario(TWO_USERS, DEPUTY, request), ...BETA)
}

const COMBINATIONS = {
  podsAsSome: asUser('someUser', 'GET pods', 'list pods'),
  secretsAsOther: asUser('someOtherUser', 'POST secrets', 'create a secret'),
  secretsAsSome: asUser('someUser', 'POST secrets', 'create a secret'),
  podsAsOther: asUser('someOtherUser', 'GET pods', 'list pods'),
}
const COMBINATION_NAMES = Object.keys(COMBINATIONS) as (keyof typeof COMBINATIONS)[]

const GRANTED = documents(janeReads(), deputyListsAsJane())
const ATTEMPTS = 'apiserver_impersonation_attempts_total'

/** The labels with which the released server counts the attempt of a request. */
function attemptLabels(trace: Trace): Readonly<Record<string, string>> {
  return increments(trace, '1.36').find(({ name }) => name === ATTEMPTS)?.labels ?? {}
}

function printed(labels: Readonly<Record<string, string>>): string {
  return `\`{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(', ')}}\``
}

function listedBefore(after: number): { readonly earlier: readonly SentRequest[]; readonly after: number } {
  return { earlier: [{ request: { form: 'http', text: LIST }, requestor: DEPUTY }], after }
}

/** Where KEP-5284 at beta and the released server differ, and the risk that the text accepts. */
export const atBetaArguments: readonly Argument[] = [
  argument({
    id: 'beta-failed-own-node',
    title: 'An agent that is refused as its own node is asked about as any node',
    claim: {
      quote:
        'If check in step 2 is not passed, or only condition 1 is met, the verb impersonate:arbitrary-node will be checked',
      document: 'kep-beta',
      section: 'Verb impersonate:arbitrary-node and impersonate:associated-node',
    },
    assumes: '`beta` is the chart that the text prints. Step 2 is the identity check for the own node.',
    cases: OWN_NODE,
    settle(of) {
      return verdictIf(
        'the prose counts, and not the chart of the same text',
        isAllowed(of('identity', 'constrained')),
        isAllowed(of('identity', 'beta')),
        `The chart has one question about the identity for all modes, and its “no” goes to legacy: ${code(
          of('identity', 'beta'),
        )}. The released server goes on to \`impersonate:arbitrary-node\`: ${code(
          of('identity', 'constrained'),
        )}. After a refused action both go on: ${code(of('action', 'beta'))} and ${code(of('action', 'constrained'))}.`,
        answerTable(OWN_NODE, BETA, of),
      )
    },
  }),
  argument({
    id: 'beta-union',
    title: 'Grants for two users add up',
    claim: {
      quote: 'Since the permissions are granted separately, the subject always has the union of all permissions.',
      document: 'kep-beta',
      section: 'Permissions across authorization checks are unioned',
    },
    cases: COMBINATIONS,
    settle(of) {
      const [atBeta, released] = BETA.map((design) => allowedAmong(COMBINATION_NAMES.map((name) => of(name, design))))
      return verdict(
        atBeta === COMBINATION_NAMES.length && released === COMBINATION_NAMES.length,
        `Meant are pods as \`someUser\` and secrets as \`someOtherUser\`. Of ${COMBINATION_NAMES.length} combinations ${atBeta} pass in \`beta\` and ${released} as released. The text calls this an acceptable tradeoff.`,
        answerTable(COMBINATIONS, BETA, of),
      )
    },
  }),
  argument({
    id: 'beta-metric-status',
    title: 'A refused attempt is counted with the status `failed`',
    claim: {
      quote: '`status`: `associated-node`, `arbitrary-node`, `serviceaccount`, `user-info`, `legacy`, `failed`',
      document: 'kep-beta',
      section: 'Monitoring Requirements',
    },
    cases: {
      refused: caseOf('nothing granted', scenario(janeReads(), DEPUTY, LIST), 'constrained'),
      allowed: caseOf('granted', scenario(GRANTED, DEPUTY, LIST), 'constrained'),
    },
    settle(of) {
      const [refused, allowed] = [attemptLabels(of('refused')), attemptLabels(of('allowed'))]
      return verdict(
        refused.status === 'failed',
        `The released server counts in \`${ATTEMPTS}\` by mode and decision: ${printed(
          allowed,
        )} for a success and ${printed(refused)} for a refusal, which has no mode.`,
      )
    },
  }),
  argument({
    id: 'beta-caches',
    title: 'The next requests cost fewer checks',
    claim: {
      quote:
        'Successful impersonation attempts are cached for a short period to amortize the cost across multiple requests.',
      document: 'kep-beta',
      section: 'Scalability',
    },
    assumes: 'The text gives no durations. Those of the released server are played.',
    cases: {
      first: caseOf('the first request', scenario(GRANTED, DEPUTY, LIST), 'constrained'),
      again: caseOf('the same, 9 s later', scenario(GRANTED, DEPUTY, LIST, listedBefore(9)), 'constrained'),
      late: caseOf('the same, 11 s later', scenario(GRANTED, DEPUTY, LIST, listedBefore(11)), 'constrained'),
    },
    settle(of) {
      const [first, again, late] = [of('first'), of('again'), of('late')].map(checksBefore)
      return verdictIf(
        'the next one comes within ten seconds',
        (again ?? 0) < (first ?? 0),
        (late ?? 0) < (first ?? 0),
        `Checks before the request itself: ${first} at first, ${again} for the same request 9 s later, and ${late} 11 s later.`,
      )
    },
  }),
]

import type { PlainUser, Scenario } from '@authz-playground/engine'
import { boundTo, http, scenario, serviceAccount, user } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, caseOf, countTable, verdict, verdictIf } from './argument.ts'
import { checksOf, code, countConstrainedChecks, groupsOf, isAllowed, listedNouns } from './found.ts'
import { AGENT, AUTHENTICATION, DEPUTY, grant, rule, THE_AGENT, THE_DEPUTY } from './grants.ts'
import { NODE, NODE_LINE, NODES } from './requests.ts'

const PODS = 'GET /api/v1/namespaces/prod/pods'
const NODE_2_PODS = 'GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-2'
const APP = 'system:serviceaccount:dev:app'

/** Every constrained verb that could apply to a service account or a node with more headers. */
const CONSTRAINED = documents(
  grant('identities', THE_DEPUTY, [
    rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION }),
    rule('impersonate:arbitrary-node', 'nodes', { group: AUTHENTICATION }),
    rule('impersonate:user-info', 'users groups uids userextras/example.com/team', { group: AUTHENTICATION }),
  ]),
  grant(
    'actions',
    THE_DEPUTY,
    rule('impersonate-on:serviceaccount:list impersonate-on:arbitrary-node:list impersonate-on:user-info:list', 'pods'),
  ),
  grant('devs-list', 'Group devs', rule('list', 'pods')),
  grant('app-lists', 'ServiceAccount dev/app', rule('list', 'pods')),
)
const WITH_LEGACY = documents(
  CONSTRAINED,
  grant('legacy', THE_DEPUTY, [
    rule('impersonate', 'users groups serviceaccounts'),
    rule('impersonate', 'uids', { group: AUTHENTICATION }),
  ]),
)

const sending = (policy: string, headers: Readonly<Record<string, string>>): Scenario =>
  scenario(policy, DEPUTY, http(PODS, headers))

const MORE = {
  accountGroup: caseOf(
    'a service account and a group',
    sending(CONSTRAINED, { 'Impersonate-User': APP, 'Impersonate-Group': 'devs' }),
  ),
  accountUid: caseOf(
    'a service account and a UID',
    sending(CONSTRAINED, { 'Impersonate-User': APP, 'Impersonate-Uid': '7' }),
  ),
  nodeGroup: caseOf(
    'a node and a group',
    sending(CONSTRAINED, { 'Impersonate-User': NODE, 'Impersonate-Group': 'devs' }),
  ),
  nodeExtra: caseOf(
    'a node and an extra',
    sending(CONSTRAINED, { 'Impersonate-User': NODE, 'Impersonate-Extra-example.com%2Fteam': 'x' }),
  ),
}

const HEADERS = 'on Verb impersonate:serviceaccount'

/** Every rule that any of the designs requires of an agent of a node, for the named user. */
function becomesItsNode(subject: 'User ops' | typeof THE_AGENT): string {
  return documents(
    grant('as-proposed', subject, [
      rule('impersonate:scheduled-node', 'nodes', { group: AUTHENTICATION }),
      rule('impersonate-on:list', 'pods'),
    ]),
    grant('as-released', subject, [
      rule('impersonate:associated-node impersonate:scheduled-node', 'nodes', { group: AUTHENTICATION }),
      rule('impersonate-on:associated-node:list impersonate-on:scheduled-node:list', 'pods'),
    ]),
  )
}

const asNode2 = (requestor: PlainUser): Scenario =>
  scenario(becomesItsNode(THE_AGENT), requestor, http(NODE_2_PODS, { 'Impersonate-User': 'system:node:node-2' }), NODES)
const asNode = (requestor: PlainUser, policy: string): Scenario =>
  scenario(policy, requestor, http(NODE_LINE, { 'Impersonate-User': NODE }), NODES)

const OPERATOR = boundTo('node-1', user('ops'))
const byUser = asNode(OPERATOR, becomesItsNode('User ops'))

const CLAIMS_NODE_2 = {
  'Impersonate-User': 'system:node:node-2',
  'Impersonate-Extra-authentication.kubernetes.io%2Fnode-name': 'node-2',
}

/** The targets of the constrained modes, and the groups that they get. */
export const targetArguments: readonly Argument[] = [
  argument({
    id: 'user-header-alone',
    title: 'Service accounts and nodes are asked for by `Impersonate-User` alone',
    claim: {
      quote: "Client is only allowed to set the user header, else we won't try the new flow at all",
      document: 'thread',
      section: HEADERS,
      author: 'enj',
      when: '19 June 2025',
    },
    cases: MORE,
    settle(of) {
      const all = [of('accountGroup'), of('accountUid'), of('nodeGroup'), of('nodeExtra')]
      const asked = all.map(countConstrainedChecks)
      return verdict(
        asked.every((count) => count === 0) && !all.some(isAllowed),
        'Every constrained verb is granted. As released, with a group, a UID or an extra beside the name, no constrained check is made; only legacy is left, which refuses.',
        countTable(
          'Found',
          [MORE.accountGroup, MORE.accountUid, MORE.nodeGroup, MORE.nodeExtra].map(({ shows }) => shows),
          [
            ['constrained checks', asked],
            ['answer', all.map(code)],
          ],
        ),
      )
    },
  }),
  argument({
    id: 'custom-groups',
    title: 'A service account or node cannot be impersonated with groups of its own',
    claim: {
      quote: 'this does mean SA and node impersonation cannot use custom groups, which seems okay to me',
      document: 'thread',
      section: HEADERS,
      author: 'enj',
      when: '19 June 2025',
    },
    cases: {
      without: MORE.accountGroup,
      legacy: caseOf(
        'the same, and `impersonate` is granted',
        sending(WITH_LEGACY, { 'Impersonate-User': APP, 'Impersonate-Group': 'devs' }),
      ),
      node: caseOf(
        'a node with a group, and `impersonate` is granted',
        sending(WITH_LEGACY, { 'Impersonate-User': NODE, 'Impersonate-Group': 'devs' }),
      ),
    },
    settle(of) {
      return verdictIf(
        '`impersonate` is not granted for them',
        !isAllowed(of('without')),
        !isAllowed(of('legacy')) && !isAllowed(of('node')),
        `Without it the answer is ${code(of('without'))}. With it, the account is in ${listedNouns(groupsOf(of('legacy')))} and the node in ${listedNouns(
          groupsOf(of('node')),
        )}, and no constraint is recorded.`,
      )
    },
  }),
  argument({
    id: 'account-groups',
    title: 'A service account’s groups are added without being asked about',
    claim: {
      quote: 'is added automatically, without extra authorization.',
      document: 'thread',
      section: HEADERS,
    },
    cases: {
      account: caseOf(
        'a service account',
        sending(documents(WITH_LEGACY, asProposed()), { 'Impersonate-User': APP }),
        'constrained',
        'proposal',
        'legacy',
        'compound',
      ),
    },
    settle(of) {
      const all = [of('account'), of('account', 'proposal'), of('account', 'legacy'), of('account', 'compound')]
      const asked = all.map((trace) => checksOf(trace).filter(({ purpose }) => purpose === 'group').length)
      const same = all.every((trace) => `${groupsOf(trace)}` === `${groupsOf(of('account'))}`)
      return verdict(
        same && groupsOf(of('account')).includes('system:serviceaccounts:dev') && asked.every((count) => count === 0),
        `In all ${all.length} designs the account ends in ${listedNouns(groupsOf(of('account')))}, and ${asked[0]} checks are about groups.`,
      )
    },
  }),
  argument({
    id: 'node-group',
    title: 'A node’s group is added likewise',
    claim: {
      quote: 'We would continue to do that, and likely do the same for system:nodes for impersonated nodes.',
      document: 'thread',
      section: HEADERS,
    },
    cases: {
      constrained: caseOf('list the pods of the node as the node', asNode(AGENT, becomesItsNode(THE_AGENT))),
      legacy: caseOf(
        'the same by legacy',
        asNode(AGENT, grant('legacy', THE_AGENT, rule('impersonate', 'users', { names: NODE }))),
        'constrained',
        'legacy',
      ),
    },
    settle(of) {
      const [own, byLegacy] = [of('constrained'), of('legacy')]
      return verdictIf(
        'a constrained mode lets the requestor be the node',
        groupsOf(own).includes('system:nodes'),
        groupsOf(byLegacy).includes('system:nodes'),
        `Through \`associated-node\` the groups are ${listedNouns(groupsOf(own))}, the Node authorizer knows the node, and the answer is ${code(
          own,
        )}. Through legacy they are ${listedNouns(groupsOf(byLegacy))}, and the answer is ${code(byLegacy)}.`,
      )
    },
  }),
  argument({
    id: 'service-account-required',
    title: 'Only a service account can be the scheduled node',
    claim: {
      quote: 'Required to be SA.',
      document: 'thread',
      section: 'on Verb impersonate:node and impersonate:scheduled-node',
    },
    assumes: 'The merged text asks for the extra alone; the other reading of `proposal` is played too.',
    cases: {
      user: caseOf('a user whose extra names the node', byUser, 'constrained', 'named-verbs', 'proposal'),
      userRead: caseOf(
        'the same, read as the thread has it',
        { ...byUser, assumptions: { proposal: { 'same-node': 'service-account' } } },
        'proposal',
      ),
      account: caseOf(
        'a service account whose extra names the node',
        asNode(AGENT, becomesItsNode(THE_AGENT)),
        'constrained',
        'named-verbs',
        'proposal',
      ),
    },
    settle(of) {
      return verdictIf(
        'the server is the released one, or the text is read with the thread',
        !isAllowed(of('user')) && !isAllowed(of('userRead')) && isAllowed(of('account')),
        !isAllowed(of('user', 'proposal')),
        `As released the user gets ${code(of('user'))} and the service account ${code(
          of('account'),
        )}. The text as merged asks only for the extra, and gives the user ${code(
          of('user', 'proposal'),
        )}; read with the thread it is ${code(of('userRead'))}.`,
      )
    },
  }),
  argument({
    id: 'node-name-from-outside',
    title: 'No client can claim to be on another node',
    claim: {
      quote: 'only authenticators can indicate this value',
      document: 'thread',
      section: 'on the integration tests, “What protects against abuse?”',
    },
    cases: {
      own: caseOf(
        'as the node that the token names',
        asNode(AGENT, becomesItsNode(THE_AGENT)),
        'constrained',
        'proposal',
      ),
      other: caseOf(
        'as node-2, with an extra header that says node-2',
        scenario(becomesItsNode(THE_AGENT), AGENT, http(NODE_2_PODS, CLAIMS_NODE_2), NODES),
        'constrained',
        'proposal',
      ),
      minted: caseOf(
        'as node-2, with a token of the account that was created for node-2',
        asNode2(boundTo('node-2', serviceAccount('kube-system', 'node-agent'))),
        'constrained',
        'proposal',
      ),
      masters: caseOf(
        'node-2 is read by somebody in `system:masters`',
        scenario(becomesItsNode(THE_AGENT), user('root', 'system:masters'), http(NODE_2_PODS), NODES),
        'constrained',
      ),
    },
    settle(of) {
      const claimed = [of('other'), of('other', 'proposal')]
      const minted = [of('minted'), of('minted', 'proposal')]
      const holds = !claimed.some(isAllowed) && isAllowed(of('own')) && isAllowed(of('own', 'proposal'))
      return verdictIf(
        'nobody else may create tokens of the account, or pods that use it',
        holds,
        holds && !minted.some(isAllowed),
        `\`Impersonate-Extra-\` is about the target, never about the requestor. The agent of node-1 gets ${code(
          of('own'),
        )} as node-1 and ${code(of('other'))} as node-2, as released and in \`proposal\`. But a user who may \`create serviceaccounts/token\` of the account can get a token for any node (\`kubectl create token --bound-object-kind Node\`, KEP-4193), and a user who may create pods with the account can name their node: with such a token it is ${code(
          of('minted'),
        )} as node-2. A user authenticated as \`system:masters\` gets ${code(
          of('masters'),
        )} for its pods, without impersonating anybody.`,
      )
    },
  }),
]

/** The rules of the other designs, for the service account. */
function asProposed(): string {
  return documents(
    grant('as-proposed', THE_DEPUTY, [
      rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION }),
      rule('impersonate-on:list', 'pods'),
    ]),
    grant('compound', THE_DEPUTY, rule('constrainedimpersonate', 'serviceaccounts', { group: AUTHENTICATION })),
  )
}

import { serviceAccount } from '../example.ts'
import { documents } from '../rbac.ts'
import type { AskedRequest } from './asked.ts'
import { conditionWays, NOTHING_ELSE } from './conditions-rules.ts'
import { roleAndBinding } from './grants.ts'
import type { Intent } from './intent.ts'
import { CONSOLE } from './near-requests.ts'
import {
  ANY_NODE,
  BOUNDING_SET,
  ITSELF,
  NO_PARTIAL_WILDCARD,
  NODE_AUTHORIZER,
  NOT_DESIRED,
  STORY_2_QUOTE,
  UNRESTRICTED,
} from './sources.ts'
import {
  boundaryWay,
  clientReviewWay,
  constrainedWay,
  groupSuffixWay,
  intersectionWay,
  legacyWay,
  proposalWay,
  type UsersIntent,
} from './users-rules.ts'

const DEPUTY = serviceAccount('ops', 'deputy')
const SUBJECT = 'ServiceAccount ops/deputy'
const CONSOLES = { apiGroups: ['subresources.kubevirt.io'], resources: ['virtualmachines/console'] }

const WANTED: AskedRequest = {
  requestor: DEPUTY,
  verb: 'get',
  resource: CONSOLE,
  namespace: 'default',
  name: 'vm1',
  as: { username: 'jane', groups: [] },
}

const USERS: UsersIntent = {
  id: 'console',
  requestor: SUBJECT,
  users: 'any',
  action: { ...CONSOLES, verbs: ['get'], namespace: 'default' },
}

const description = 'open consoles in default for any user'
const opening = (request: string): readonly string[] => [
  `${request}.verb == "get"`,
  `${request}.apiGroup == "subresources.kubevirt.io"`,
  `${request}.resource == "virtualmachines/console"`,
  `${request}.namespace == "default"`,
]
const USER = 'request.attributes.resource == "users"'
const NODES_TOO = 'Nodes are users here, and RBAC has no “all but”: with “any user” comes any node.'

/** Story 2 of the KEP. */
export const consoleForAnyUser: Intent = {
  id: 'console-for-any-user',
  title: 'The deputy may open a virtual machine’s console for any user',
  sentence:
    '`get virtualmachines/console` in `default`, of any machine, as any user by name. Nodes and service accounts are not users, and no group, UID or extra is requested.',
  said: STORY_2_QUOTE,
  wanted: [
    { what: 'open the console of `vm1` as `jane`', asked: WANTED },
    { what: 'open the console of `vm1` as `oidc:bob`', asked: { ...WANTED, as: { username: 'oidc:bob', groups: [] } } },
  ],
  meaningOf: ({ requestor, verb, resource, namespace, path, as }) =>
    requestor === DEPUTY &&
    path === undefined &&
    verb === 'get' &&
    resource === CONSOLE &&
    namespace === 'default' &&
    as !== undefined &&
    !/^system:(node|serviceaccount):/.test(as.username) &&
    as.groups.length === 0 &&
    as.uid === undefined &&
    as.extra === undefined
      ? 'meant'
      : 'beyond',
  authorizationModes: ['RBAC'],
  ways: [
    constrainedWay(USERS),
    proposalWay(USERS, { designs: ['proposal'] }),
    {
      ...proposalWay({ ...USERS, id: 'console-user-info-only' }, { designs: ['user-info-only'] }),
      limit: 'Every target is a user, nodes and service accounts as well, so “any user” is anybody at all.',
      said: ANY_NODE,
    },
    legacyWay(USERS, {
      limit: `The verb \`impersonate\` has no place for an action. ${NODES_TOO}`,
      said: UNRESTRICTED,
    }),
    clientReviewWay(USERS, {
      limit:
        'The deputy must hold `get virtualmachines/console` itself, and may open any console without asking for anybody.',
      said: ITSELF,
    }),
    groupSuffixWay(USERS),
    intersectionWay(USERS, {
      limit: `The deputy must hold \`get virtualmachines/console\` itself, and may then do without a user. ${NODES_TOO}`,
      said: NOT_DESIRED,
    }),
    ...conditionWays({
      id: 'console',
      subject: SUBJECT,
      requestor: DEPUTY.username,
      accessRule: [
        {
          description,
          when: [
            '!impersonatedUser.username.startsWith("system:node:")',
            '!impersonatedUser.username.startsWith("system:serviceaccount:")',
            ...opening('impersonatedRequest'),
            ...NOTHING_ELSE,
          ],
        },
      ],
      conditional: [
        {
          description,
          when: [USER, '!resource.username.startsWith("system:node:")', ...opening('context.requestAttr')],
        },
      ],
      compound: [{ description, when: [USER, ...opening('impersonatedRequest')] }],
      unified: [{ description, when: [USER, ...opening('impersonatedRequest'), ...NOTHING_ELSE] }],
    }),
    {
      designs: ['named-verbs'],
      policy: documents(
        roleAndBinding('console-named-identity', SUBJECT, [
          { apiGroups: ['authentication.k8s.io'], resources: ['users'], verbs: ['*'] },
        ]),
        roleAndBinding('console-named-action', SUBJECT, [{ ...CONSOLES, verbs: ['*'] }], 'default'),
      ),
      limit:
        'The name is in the verb, and there is no verb for “any name”. Only `verbs: ["*"]` covers it, which also lets the deputy open consoles as itself, with every other verb on consoles.',
      said: NO_PARTIAL_WILDCARD,
    },
    boundaryWay(USERS, { limit: NODES_TOO, said: BOUNDING_SET }),
    {
      designs: ['node-scoped'],
      cannot:
        'Its rules are about reading as the node that a token is bound to. Users are impersonated by legacy, as always.',
      said: NODE_AUTHORIZER,
    },
  ],
}

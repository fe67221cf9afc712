import { REQUEST_VERBS } from '@authz-playground/engine/internal/kube'
import { serviceAccount } from '../example.ts'
import type { AskedRequest } from './asked.ts'
import { conditionWays } from './conditions-rules.ts'
import type { Intent } from './intent.ts'
import { DEPLOYMENTS } from './near-requests.ts'
import {
  ANY_GROUP_HARD,
  BOUNDING_SET,
  ITSELF,
  NO_PARTIAL_WILDCARD,
  NO_PREFIX,
  NODE_AUTHORIZER,
  NOT_DESIRED,
  PREFIXES,
} from './sources.ts'
import {
  BUILT_IN_GROUPS,
  boundaryWay,
  clientReviewWay,
  constrainedWay,
  groupSuffixWay,
  intersectionWay,
  legacyWay,
  proposalWay,
  type UsersIntent,
} from './users-rules.ts'

const PROXY = serviceAccount('auth', 'front-proxy')
const PREFIX = 'oidc:'

const WANTED: AskedRequest = {
  requestor: PROXY,
  verb: 'list',
  resource: DEPLOYMENTS,
  namespace: 'prod',
  name: '',
  as: { username: 'oidc:jane', groups: ['oidc:developers'] },
}

const ANYTHING = { apiGroups: ['*'], resources: ['*'], verbs: REQUEST_VERBS, paths: true } as const
const USERS: UsersIntent = {
  id: 'prefix',
  requestor: 'ServiceAccount auth/front-proxy',
  users: 'any',
  groups: 'any',
  action: ANYTHING,
}

const NO_PREFIXES =
  '`resourceNames` is a list of whole names, so for people who are not known yet it has to be left out: then it is anybody, in any group'
const startsWith = (words: string): string => `${words}.startsWith("${PREFIX}")`
/** For every part, its own name is all that a condition can check. */
const eachPart = [
  {
    description: 'users and groups with the prefix of the proxy',
    when: ['request.attributes.resource in ["users", "groups"]', startsWith('request.attributes.name')],
  },
]

/** One check for everything, so its condition is complete. */
const wholeTarget = (...user: readonly string[]) => [
  {
    description: 'users with the prefix of the proxy, with no groups but such',
    when: [
      ...user,
      `(!has(impersonatedUser.groups) || impersonatedUser.groups.all(name, ${startsWith('name')}))`,
      '!has(impersonatedUser.uid)',
      '!has(impersonatedUser.extra)',
    ],
  },
]

/** The review thread’s example of an intent that cannot be expressed today. */
export const ownPrefix: Intent = {
  id: 'own-prefix',
  title: 'A front proxy may impersonate anybody with its own prefix, and nobody else',
  sentence:
    'Every username and every group begins with `oidc:`, whatever the request. No UID and no extra is asked for. Above all, no `system:masters`.',
  said: PREFIXES,
  wanted: [
    { what: '`list deployments` as `oidc:jane`, with a group', asked: WANTED },
    { what: 'the same as `oidc:bob`, without one', asked: { ...WANTED, as: { username: 'oidc:bob', groups: [] } } },
  ],
  meaningOf: ({ requestor, as }) =>
    requestor === PROXY &&
    as !== undefined &&
    [as.username, ...as.groups].every((name) => name.startsWith(PREFIX)) &&
    as.uid === undefined &&
    as.extra === undefined
      ? 'meant'
      : 'beyond',
  authorizationModes: ['RBAC'],
  ways: [
    constrainedWay(USERS, {
      designs: ['constrained', 'compiled'],
      limit: `${NO_PREFIXES}, but for \`system:masters\`, which user-info refuses, and for nodes and service accounts, which have verbs of their own.`,
      said: NO_PREFIX,
    }),
    ...[
      constrainedWay({ ...USERS, id: 'prefix-beta' }, { designs: ['beta'] }),
      proposalWay(USERS, { designs: ['proposal'] }),
    ].map((way) => ({
      ...way,
      limit: `${NO_PREFIXES}, \`system:masters\` as well. Only nodes and service accounts have verbs of their own.`,
      said: NO_PREFIX,
    })),
    proposalWay(
      { ...USERS, id: 'prefix-user-info-only' },
      {
        designs: ['user-info-only'],
        limit: `${NO_PREFIXES}, \`system:masters\` as well. Nodes and service accounts are users, too.`,
        said: NO_PREFIX,
      },
    ),
    legacyWay(USERS, { limit: `${NO_PREFIXES}, \`system:masters\` as well.`, said: NO_PREFIX }),
    clientReviewWay(USERS, {
      limit: 'The proxy must be allowed everything itself. Whom it asks about, and whether it asks, is its own choice.',
      said: ITSELF,
    }),
    groupSuffixWay(
      { ...USERS, action: { ...ANYTHING, apiGroups: BUILT_IN_GROUPS } },
      {
        limit: `${NO_PREFIXES}. “Any API group” cannot be said either: those of CRDs are missing, and paths have none.`,
        said: ANY_GROUP_HARD,
      },
    ),
    intersectionWay(USERS, {
      limit: `${NO_PREFIXES}. And the proxy must be allowed everything itself.`,
      said: NOT_DESIRED,
    }),
    ...conditionWays({
      id: 'prefix',
      subject: USERS.requestor,
      requestor: PROXY.username,
      accessRule: wholeTarget(startsWith('impersonatedUser.username')),
      conditional: eachPart,
      compound: eachPart,
      unified: wholeTarget('request.attributes.resource == "users"', startsWith('request.attributes.name')),
    }),
    {
      designs: ['named-verbs'],
      cannot:
        'The name is in both verbs, and neither “begins with” nor “any” is a verb. All that covers it is `verbs: ["*"]` on everything, which makes the proxy an administrator.',
      said: NO_PARTIAL_WILDCARD,
    },
    boundaryWay(USERS, {
      limit: `${NO_PREFIXES}. A boundary limits the actions, and here all actions are allowed.`,
      said: BOUNDING_SET,
    }),
    {
      designs: ['node-scoped'],
      cannot:
        'Its rules are about reading as the node that a token is bound to. Users are impersonated by legacy, as always.',
      said: NODE_AUTHORIZER,
    },
  ],
}

import { REQUEST_VERBS } from '@authz-playground/engine/internal/kube'
import { serviceAccount } from '../example.ts'
import type { AskedRequest } from './asked.ts'
import { asUser, conditionWays, isUser } from './conditions-rules.ts'
import type { Intent } from './intent.ts'
import { DEPLOYMENTS } from './near-requests.ts'
import {
  ANY_GROUP_HARD,
  BOUNDING_SET,
  GROUP_ONLY_IF,
  ITSELF,
  NODE_AUTHORIZER,
  NOT_DESIRED,
  TOGETHER,
} from './sources.ts'
import {
  BUILT_IN_GROUPS,
  boundaryWay,
  clientReviewWay,
  constrainedWay,
  groupSuffixWay,
  intersectionWay,
  legacyWay,
  namedVerbsWay,
  proposalWay,
  type UsersIntent,
} from './users-rules.ts'

const DEPUTY = serviceAccount('ops', 'deputy')
const GROUP = 'release-managers'

const WANTED: AskedRequest = {
  requestor: DEPUTY,
  verb: 'update',
  resource: DEPLOYMENTS,
  namespace: 'prod',
  name: 'web',
  as: { username: 'alice', groups: [GROUP] },
}

const ANYTHING = { apiGroups: ['*'], resources: ['*'], verbs: REQUEST_VERBS, paths: true } as const
const USERS: UsersIntent = {
  id: 'group',
  requestor: 'ServiceAccount ops/deputy',
  users: ['alice', 'bob'],
  groups: [GROUP],
  action: ANYTHING,
}

const EACH_BY_ITSELF =
  'Each name and each group is granted by itself, and grants add up: `bob` with the group is granted by the rule for `bob` and the rule for the group.'
const NO_MORE = ['!has(impersonatedUser.uid)', '!has(impersonatedUser.extra)']
/** One check for everything, so each user’s condition is complete. */
const wholeTarget = (isNamed: (name: string) => readonly string[]) => [
  {
    description: 'alice, with the group or without',
    when: [
      ...isNamed('alice'),
      `(!has(impersonatedUser.groups) || impersonatedUser.groups == ["${GROUP}"])`,
      ...NO_MORE,
    ],
  },
  { description: 'bob, without any group', when: [...isNamed('bob'), '!has(impersonatedUser.groups)', ...NO_MORE] },
]
/** Two checks, two conditions: the second refers to the part that the first is about. */
const byPart = (username: string) => [
  {
    description: 'alice or bob',
    when: ['request.attributes.resource == "users"', 'request.attributes.name in ["alice", "bob"]'],
  },
  {
    description: 'the group, as alice only',
    when: [
      'request.attributes.resource == "groups"',
      `request.attributes.name == "${GROUP}"`,
      `${username} == "alice"`,
    ],
  },
]

/** A limitation that the text on compound and unified authorization begins with, and the review thread’s first. */
export const groupOnlyWithUser: Intent = {
  id: 'group-only-with-user',
  title: 'Group G, but only if the username is U',
  sentence:
    'The deputy may be `alice` or `bob`, for any request. With `alice`, and only with her, it may ask for the group `release-managers`. Without `bob` there would be nothing to distinguish.',
  said: GROUP_ONLY_IF,
  wanted: [
    { what: '`update` a deployment as `alice`, with the group', asked: WANTED },
    { what: 'the same as `bob`, without it', asked: { ...WANTED, as: { username: 'bob', groups: [] } } },
  ],
  meaningOf: ({ requestor, as }) =>
    requestor === DEPUTY &&
    as !== undefined &&
    ((as.username === 'alice' && as.groups.every((group) => group === GROUP)) ||
      (as.username === 'bob' && as.groups.length === 0)) &&
    as.uid === undefined &&
    as.extra === undefined
      ? 'meant'
      : 'beyond',
  authorizationModes: ['RBAC'],
  ways: [
    constrainedWay(USERS, { limit: EACH_BY_ITSELF, said: TOGETHER }),
    proposalWay(USERS, { limit: EACH_BY_ITSELF, said: TOGETHER }),
    legacyWay(USERS, { limit: EACH_BY_ITSELF, said: TOGETHER }),
    clientReviewWay(USERS, {
      limit:
        'A client that may ask about one user may ask about every user, in any groups. And the deputy itself must be allowed everything that it does for others: here, everything.',
      said: ITSELF,
    }),
    groupSuffixWay(
      { ...USERS, action: { ...ANYTHING, apiGroups: BUILT_IN_GROUPS } },
      {
        limit: `${EACH_BY_ITSELF} “Any API group” cannot be said: \`*\` would grant the plain groups too. The groups are listed, those of CRDs are missing, and paths have none.`,
        said: ANY_GROUP_HARD,
      },
    ),
    intersectionWay(USERS, {
      limit: `${EACH_BY_ITSELF} And whatever the deputy does for others it must be allowed to do itself: here, everything.`,
      said: NOT_DESIRED,
    }),
    ...conditionWays({
      id: 'group',
      subject: USERS.requestor,
      requestor: DEPUTY.username,
      accessRule: wholeTarget((name) => [asUser(name)]),
      conditional: byPart('resource.username'),
      compound: byPart('impersonatedUser.username'),
      unified: wholeTarget(isUser),
    }),
    namedVerbsWay('group', USERS.requestor, [
      { name: 'alice', groups: [GROUP], action: ANYTHING },
      { name: 'bob', action: ANYTHING },
    ]),
    boundaryWay(USERS, {
      limit: `${EACH_BY_ITSELF} A boundary limits the actions, and here all actions are allowed.`,
      said: BOUNDING_SET,
    }),
    {
      designs: ['node-scoped'],
      cannot:
        'Its rules are about reading as the node that a token is bound to. Users and groups are impersonated by legacy, as always.',
      said: NODE_AUTHORIZER,
    },
  ],
}

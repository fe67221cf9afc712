import { serviceAccount } from '../example.ts'
import type { AskedRequest } from './asked.ts'
import { asUser, conditionWays, isUser, NOTHING_ELSE } from './conditions-rules.ts'
import type { Intent } from './intent.ts'
import { PODS } from './near-requests.ts'
import { BOUNDING_SET, ITSELF, NODE_AUTHORIZER, NOT_DESIRED, UNION, UNRESTRICTED, USER_ONLY_WHEN } from './sources.ts'
import {
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

const WANTED: AskedRequest = {
  requestor: DEPUTY,
  verb: 'get',
  resource: PODS,
  namespace: 'prod',
  name: 'web',
  as: { username: 'alice', groups: [] },
}

const podsBy = (...verbs: readonly string[]) => ({ apiGroups: [''], resources: ['pods'], verbs })
const USERS: UsersIntent = {
  id: 'get-pods',
  requestor: 'ServiceAccount ops/deputy',
  users: ['alice', 'bob'],
  action: podsBy('get', 'delete'),
}

const UNITED =
  'Targets and actions are granted separately, and every combination passes: as `alice` the deputy deletes pods, and as `bob` it gets them.'
const request = (words: string, verb: string): readonly string[] => [
  `${words}.verb == "${verb}"`,
  `${words}.apiGroup == ""`,
  `${words}.resource == "pods"`,
]
const each = (when: (name: string, verb: string) => readonly string[]) =>
  [['alice', 'get'] as const, ['bob', 'delete'] as const].map(([name, verb]) => ({
    description: `${verb} pods as ${name}`,
    when: when(name, verb),
  }))

/** The other limitation that the text on compound and unified authorization begins with. */
export const userOnlyToGetPods: Intent = {
  id: 'user-only-to-get-pods',
  title: 'Username U, but only to get pods',
  sentence:
    'The deputy may be `alice`, but only to `get pods`; it may be `bob`, to `delete pods`. Were there no `bob`, this would be the first intent without its namespace: “only” is hard where there is something else.',
  said: USER_ONLY_WHEN,
  wanted: [
    { what: '`get` a pod as `alice`', asked: WANTED },
    { what: '`delete` it as `bob`', asked: { ...WANTED, verb: 'delete', as: { username: 'bob', groups: [] } } },
  ],
  meaningOf: ({ requestor, verb, resource, path, as }) =>
    requestor === DEPUTY &&
    path === undefined &&
    resource === PODS &&
    as !== undefined &&
    ((as.username === 'alice' && verb === 'get') || (as.username === 'bob' && verb === 'delete')) &&
    as.groups.length === 0 &&
    as.uid === undefined &&
    as.extra === undefined
      ? 'meant'
      : 'beyond',
  authorizationModes: ['RBAC'],
  ways: [
    constrainedWay(USERS, { limit: UNITED, said: UNION }),
    proposalWay(USERS, { limit: UNITED, said: UNION }),
    legacyWay(USERS, {
      limit: 'The verb `impersonate` says whom, and has no place to say what.',
      said: UNRESTRICTED,
    }),
    clientReviewWay(USERS, {
      limit:
        'The deputy must hold `get` and `delete` `pods` itself, and a client that may ask about one user may ask about every user.',
      said: ITSELF,
    }),
    groupSuffixWay(USERS, { limit: UNITED, said: UNION }),
    intersectionWay(USERS, {
      limit: `${UNITED} And the deputy must hold \`get\` and \`delete\` \`pods\` itself.`,
      said: NOT_DESIRED,
    }),
    ...conditionWays({
      id: 'get-pods',
      subject: USERS.requestor,
      requestor: DEPUTY.username,
      accessRule: each((name, verb) => [asUser(name), ...request('impersonatedRequest', verb), ...NOTHING_ELSE]),
      conditional: each((name, verb) => [
        'request.attributes.resource == "users"',
        `resource.username == "${name}"`,
        ...request('context.requestAttr', verb),
      ]),
      compound: each((name, verb) => [...isUser(name), ...request('impersonatedRequest', verb)]),
      unified: each((name, verb) => [...isUser(name), ...request('impersonatedRequest', verb), ...NOTHING_ELSE]),
    }),
    namedVerbsWay('get-pods', USERS.requestor, [
      { name: 'alice', action: podsBy('get') },
      { name: 'bob', action: podsBy('delete') },
    ]),
    boundaryWay(USERS, {
      limit: `${UNITED} A boundary limits the actions, not the targets.`,
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

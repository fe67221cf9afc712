import { serviceAccount } from '../example.ts'
import type { AskedRequest } from './asked.ts'
import { asUser, conditionWays, isUser, NOTHING_ELSE } from './conditions-rules.ts'
import type { Intent } from './intent.ts'
import { PODS } from './near-requests.ts'
import { ITSELF, NODE_AUTHORIZER, NOT_DESIRED, SOME_USER, UNRESTRICTED } from './sources.ts'
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
  verb: 'list',
  resource: PODS,
  namespace: 'prod',
  name: '',
  as: { username: 'jane', groups: [] },
}

const USERS: UsersIntent = {
  id: 'jane',
  requestor: 'ServiceAccount ops/deputy',
  users: ['jane'],
  action: { apiGroups: [''], resources: ['pods'], verbs: ['list'], namespace: 'prod' },
}

const REQUEST = [
  'impersonatedRequest.verb == "list"',
  'impersonatedRequest.apiGroup == ""',
  'impersonatedRequest.resource == "pods"',
  'impersonatedRequest.namespace == "prod"',
]
const description = 'list pods as jane in prod'

/** The KEP’s own first example, with other names. */
export const listPodsAsJane: Intent = {
  id: 'list-pods-as-jane',
  title: 'The deputy may list pods as jane in prod, and nothing else',
  sentence:
    'Only `list`, only `pods`, only in `prod`, only as `jane`: with no group, no UID and no extra beside her name.',
  said: SOME_USER,
  wanted: [{ what: '`list pods` in `prod` as `jane`', asked: WANTED }],
  meaningOf: ({ requestor, verb, resource, namespace, path, as }) =>
    requestor === DEPUTY &&
    path === undefined &&
    verb === 'list' &&
    resource === PODS &&
    namespace === 'prod' &&
    as?.username === 'jane' &&
    as.groups.length === 0 &&
    as.uid === undefined &&
    as.extra === undefined
      ? 'meant'
      : 'beyond',
  authorizationModes: ['RBAC'],
  ways: [
    constrainedWay(USERS),
    proposalWay(USERS),
    legacyWay(USERS, {
      limit:
        'The verb `impersonate` says whom, and has no place to say what: as `jane` the deputy does all that she may.',
      said: UNRESTRICTED,
    }),
    clientReviewWay(USERS, {
      limit:
        'The deputy must hold `list` itself, so it may list pods as itself. Whom it asks about is its own choice: `create subjectaccessreviews` has no names to limit.',
      said: ITSELF,
    }),
    groupSuffixWay(USERS),
    intersectionWay(USERS, {
      limit: 'The deputy must hold `list pods` in `prod` itself, and may then do without `jane`.',
      said: NOT_DESIRED,
    }),
    ...conditionWays({
      id: 'jane',
      subject: USERS.requestor,
      requestor: DEPUTY.username,
      accessRule: [{ description, when: [asUser('jane'), ...REQUEST, ...NOTHING_ELSE] }],
      conditional: [
        {
          description,
          when: [
            'request.attributes.resource == "users"',
            'resource.username == "jane"',
            'context.requestAttr.verb == "list"',
            'context.requestAttr.apiGroup == ""',
            'context.requestAttr.resource == "pods"',
            'context.requestAttr.namespace == "prod"',
          ],
        },
      ],
      compound: [{ description, when: [...isUser('jane'), ...REQUEST] }],
      unified: [{ description, when: [...isUser('jane'), ...REQUEST, ...NOTHING_ELSE] }],
    }),
    namedVerbsWay('jane', USERS.requestor, [{ name: 'jane', action: USERS.action }]),
    boundaryWay(USERS),
    {
      designs: ['node-scoped'],
      cannot:
        'Its rules are about reading as the node that a token is bound to. Of users it says nothing: they are impersonated by legacy, as always.',
      said: NODE_AUTHORIZER,
    },
  ],
}

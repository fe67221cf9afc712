import { AUTHORIZATION_MODES } from '../authorizers/index.ts'
import { DESIGN_LIST, OWN_DESIGN } from '../designs/index.ts'
import { KUBERNETES_VERSIONS } from '../kube/index.ts'
import { MOST_EXPECTATIONS, MOST_GOALS, MOST_REQUESTS } from './limits.ts'
import type { Shape, ValueOf } from './shape.ts'

/** One goal of each kind, for editors that complete. */
const GOAL_EXAMPLES = [
  'ci/deployer can delete deployments in staging',
  'dana cannot get secrets anywhere',
  'portal as dana can list pods in prod',
  'portal as dana, GET /api/v1/namespaces/prod/pods: 403, by impersonate:user-info',
  'portal as dana with UID 1234 and extra reason="two words", GET /api/v1/namespaces/prod/pods: 403',
  'ci, kubectl get pods -n prod: 200',
  'the request: 200',
  'the request asks to list pods in prod as dana',
  'only ci/deployer and ops can delete deployments in staging',
  'nobody else can delete deployments in staging',
  'at most 3 rules',
  'no rule says impersonate',
  'no binding names dana',
  'nothing else changes',
  'lint finds nothing',
]

/** The version of scenario documents that this playground writes. Older ones are migrated when they are read. */
export const DOCUMENT_VERSION = 2

const text = { is: 'text' } as const
/** A text that contains a document of another format. */
const yaml = { is: 'text', holds: { contentMediaType: 'application/yaml' } } as const
const http = { is: 'text', holds: { contentMediaType: 'message/http' } } as const
/** Any text fits this shape: `wrongIn` reports unknown designs, with the names of all designs. */
const design = { is: 'text', holds: { enum: [...DESIGN_LIST.map(({ id }) => id), OWN_DESIGN] } } as const
const texts = { is: 'list', of: text } as const
const boolean = { is: 'boolean' } as const
const position = { is: 'number', whole: true, least: 1 } as const

/** A mapping with these fields, some of which are required. */
export function mapping<
  const Fields extends Readonly<Record<string, Shape>>,
  const Needed extends keyof Fields = never,
>(fields: Fields, ...needs: readonly Needed[]) {
  return { is: 'mapping', fields, needs: needs as readonly (Needed & string)[] } as const
}

/** Goals are read where they are judged: their resources may be those of the policy. */
export const goals = {
  is: 'list',
  most: MOST_GOALS,
  of: {
    is: 'sentence',
    holds: { examples: GOAL_EXAMPLES },
  },
} as const

const extra = { is: 'map', of: texts, words: 'a mapping from keys to lists of texts' } as const
const assumptions = {
  is: 'map',
  of: { is: 'map', of: text, words: 'a mapping' },
  words: 'a mapping from designs to mappings of texts',
} as const

const USER = { username: text, uid: text, groups: texts, extra }
const REQUESTOR = mapping(USER, 'username')

const REQUEST = mapping({
  http,
  kubectl: text,
  curl: text,
  review: yaml,
  requestor: REQUESTOR,
  after: { is: 'number', least: 0 },
})

const EXPECTATION = mapping({
  design,
  request: position,
  code: { is: 'one', of: [200, 201, 400, 403, 404, 409, 415, 422, 500] },
  message: text,
  checks: texts,
  constraint: text,
  impersonatedUser: mapping(USER),
})

const CLUSTER_FIELDS = {
  version: { is: 'one', of: KUBERNETES_VERSIONS },
  constrainedImpersonation: boolean,
  authorizePodWebsocketUpgradeCreatePermission: boolean,
  authorizationModes: { is: 'list', of: { is: 'one', of: AUTHORIZATION_MODES }, notEmpty: true },
  defaultRoles: boolean,
} as const

const VIEW = mapping({ request: position, step: { is: 'number', whole: true, least: 0 } })

/** The fields of every document: what it is about, and what decides. */
const SETTING = {
  version: { is: 'one', of: [1, DOCUMENT_VERSION] },
  title: text,
  explanation: text,
  design,
  assumptions,
  cluster: mapping(CLUSTER_FIELDS),
} as const

/** The shape of a scenario document. */
export const DOCUMENT = mapping(
  {
    ...SETTING,
    cluster: mapping({ ...CLUSTER_FIELDS, authorizationConfig: yaml }),
    requestor: REQUESTOR,
    request: REQUEST,
    requests: { is: 'list', of: REQUEST, most: MOST_REQUESTS },
    designText: yaml,
    policy: yaml,
    objects: yaml,
    webhook: yaml,
    storedObject: yaml,
    webhookChanges: yaml,
    schema: yaml,
    view: VIEW,
    expect: { is: 'list', of: EXPECTATION, most: MOST_EXPECTATIONS },
    goals,
  },
  'version',
)

/** The shape of a document with goals alone, for a policy that is elsewhere. */
export const GOALS_DOCUMENT = mapping(
  {
    ...SETTING,
    goals: { ...goals, notEmpty: true },
  },
  'version',
  'goals',
)

/** A scenario document as a plain value. */
export type WrittenDocument = ValueOf<typeof DOCUMENT>

/** What such a document says, of the newest version. */
export type WrittenScenario = Omit<WrittenDocument, 'version'>
export type WrittenRequest = ValueOf<typeof REQUEST>
/** The expected answer to one request of a document. */
export type Expectation = NonNullable<WrittenDocument['expect']>[number]

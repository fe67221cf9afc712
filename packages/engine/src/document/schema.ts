import * as v from 'valibot'
import { AUTHORIZATION_MODES } from '../authorizers/index.ts'
import { DESIGN_NEEDS, KUBERNETES_VERSIONS } from '../designs/index.ts'

/** The version of scenario documents that this playground writes. Older ones are migrated when they are read. */
export const DOCUMENT_VERSION = 1

/** A field with a sentence for whoever writes it. Editors and `docs/scenario.md` show the same one. */
function described<Schema extends v.GenericSchema>(schema: Schema, description: string) {
  return v.optional(v.pipe(schema, v.description(description)))
}

const text = v.string()
/** Texts that hold a text of another kind. Metadata are keywords of JSON Schema, for its editors. */
const yaml = v.pipe(text, v.metadata({ contentMediaType: 'application/yaml' }))
const http = v.pipe(text, v.metadata({ contentMediaType: 'message/http' }))
/** Any text is taken here: what names no design is told with the names that there are. */
const design = v.pipe(text, v.metadata({ enum: Object.keys(DESIGN_NEEDS) }))
const texts = v.pipe(v.array(text), v.readonly())

/**
 * A mapping with these fields and no others. Lists are not taken for one, as they are by the library; and no field is what
 * some page taught all objects, which the library would ask for.
 */
function mapping<Entries extends v.ObjectEntries>(entries: Entries) {
  const own: Entries = Object.assign(Object.create(null), entries)
  return v.pipe(v.custom<object>(isMapping, 'a mapping'), v.strictObject(own))
}

/** A mapping from any keys, `constructor` too, which records of the library leave out. `what` says it in words. */
function mapOf<Value>(values: v.GenericSchema<unknown, Value>, what: string) {
  return v.custom<Readonly<Record<string, Value>>>(
    (value) => isMapping(value) && Object.values(value).every((one) => v.is(values, one)),
    what,
  )
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const extra = mapOf(texts, 'a mapping from keys to lists of texts')
const assumptions = mapOf(mapOf(text, 'a mapping'), 'a mapping from designs to mappings of texts')

const USER = {
  username: described(text, 'Name of the user.'),
  uid: described(text, 'UID of the user.'),
  groups: described(texts, 'Groups, in their order. Everybody who is authenticated is in `system:authenticated`.'),
  extra: described(extra, 'Extras: lists of values by key.'),
}

const REQUESTOR = mapping({ ...USER, username: v.pipe(text, v.description('Name of the user.')) })

const REQUEST = mapping({
  http: described(http, 'The request as raw HTTP: a request line, headers, an empty line, the body.'),
  kubectl: described(text, 'The request as a kubectl command.'),
  curl: described(text, 'The request as a curl command.'),
  requestor: described(REQUESTOR, 'Who sends it, where that is not the requestor of the document.'),
  after: described(v.pipe(v.number(), v.minValue(0)), 'Seconds since the request before.'),
})

const EXPECTATION = mapping({
  design: described(design, 'The design that answers so; the document’s own where left out.'),
  request: described(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'Which request of several, from 1; the last where left out.',
  ),
  code: described(v.picklist([200, 201, 400, 403, 500]), 'The HTTP status code of the answer.'),
  message: described(text, 'The message of the Status.'),
  checks: described(texts, 'Each check in order: decision, verb, and resource or path, such as `Allow list pods`.'),
  constraint: described(text, 'The audit event’s impersonationConstraint; empty for none.'),
  impersonatedUser: described(mapping(USER), 'Whom the request became. What is left out may be anything.'),
})

const CLUSTER = mapping({
  version: described(v.picklist(KUBERNETES_VERSIONS), 'The Kubernetes version, in quotes.'),
  constrainedImpersonation: described(v.boolean(), 'The feature gate, where it is not as the version has it.'),
  authorizationModes: described(
    v.pipe(v.array(v.picklist(AUTHORIZATION_MODES)), v.minLength(1)),
    'The authorizers in their order, as in --authorization-mode.',
  ),
  defaultRoles: described(v.boolean(), 'Whether the roles and bindings that kube-apiserver makes itself count.'),
})

const VIEW = mapping({
  request: described(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'Which request of several is shown, from 1; the last where left out.',
  ),
  step: described(
    v.pipe(v.number(), v.integer(), v.minValue(0)),
    'The step of the flowchart that is shown first, from 0; the end where left out.',
  ),
})

/** A scenario document, version 1, as it is written. */
export const DOCUMENT = mapping({
  version: v.pipe(v.literal(DOCUMENT_VERSION), v.description('The version of this format.')),
  title: described(text, 'What the scenario is called.'),
  explanation: described(text, 'What it shows. Kubernetes nouns may stand between backticks.'),
  design: described(design, 'The id of the design that decides; `constrained` where left out.'),
  assumptions: described(
    assumptions,
    'By design: how it reads what its document leaves open, as option by assumption.',
  ),
  cluster: described(CLUSTER, 'The cluster that the scenario plays on: 1.36 with RBAC where left out.'),
  requestor: described(REQUESTOR, 'Who sends the requests.'),
  request: described(REQUEST, 'The request.'),
  requests: described(v.array(REQUEST), 'Instead of request: several requests that one server answers in order.'),
  policy: described(yaml, 'RBAC objects and ClusterAccessRules, as YAML.'),
  objects: described(yaml, 'Stored objects that the Node authorizer knows, as YAML.'),
  webhook: described(yaml, 'Reviews and what the webhook answers to them, as YAML.'),
  storedObject: described(yaml, 'The object that the request changes, as it is stored.'),
  webhookChanges: described(yaml, 'What mutating webhooks change in it.'),
  schema: described(yaml, 'CustomResourceDefinitions with permission markers.'),
  view: described(VIEW, 'What is shown first.'),
  expect: described(v.array(EXPECTATION), 'What the answers must be. The command line compares them.'),
})

/** A scenario document as it is written. */
export type WrittenDocument = v.InferOutput<typeof DOCUMENT>
export type WrittenRequest = v.InferOutput<typeof REQUEST>
/** What a document says that one of its requests comes to. */
export type Expectation = NonNullable<WrittenDocument['expect']>[number]

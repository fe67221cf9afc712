import * as v from 'valibot'
import { AUTHORIZATION_MODES } from '../authorizers/index.ts'
import { DESIGN_NEEDS, KUBERNETES_VERSIONS } from '../designs/index.ts'

/** The version of scenario documents that this playground writes. Older ones are migrated when they are read. */
export const DOCUMENT_VERSION = 1

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
  username: v.optional(text),
  uid: v.optional(text),
  groups: v.optional(texts),
  extra: v.optional(extra),
}

const REQUESTOR = mapping({ ...USER, username: text })

const REQUEST = mapping({
  http: v.optional(http),
  kubectl: v.optional(text),
  curl: v.optional(text),
  requestor: v.optional(REQUESTOR),
  after: v.optional(v.pipe(v.number(), v.minValue(0))),
})

const EXPECTATION = mapping({
  design: v.optional(design),
  request: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  code: v.optional(v.picklist([200, 201, 400, 403, 404, 409, 415, 422, 500])),
  message: v.optional(text),
  checks: v.optional(texts),
  constraint: v.optional(text),
  impersonatedUser: v.optional(mapping(USER)),
})

const CLUSTER = mapping({
  version: v.optional(v.picklist(KUBERNETES_VERSIONS)),
  constrainedImpersonation: v.optional(v.boolean()),
  authorizationModes: v.optional(v.pipe(v.array(v.picklist(AUTHORIZATION_MODES)), v.minLength(1))),
  defaultRoles: v.optional(v.boolean()),
})

const VIEW = mapping({
  request: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  step: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

/** A scenario document, version 1, as it is written. */
export const DOCUMENT = mapping({
  version: v.literal(DOCUMENT_VERSION),
  title: v.optional(text),
  explanation: v.optional(text),
  design: v.optional(design),
  assumptions: v.optional(assumptions),
  cluster: v.optional(CLUSTER),
  requestor: v.optional(REQUESTOR),
  request: v.optional(REQUEST),
  requests: v.optional(v.array(REQUEST)),
  policy: v.optional(yaml),
  objects: v.optional(yaml),
  webhook: v.optional(yaml),
  storedObject: v.optional(yaml),
  webhookChanges: v.optional(yaml),
  schema: v.optional(yaml),
  view: v.optional(VIEW),
  expect: v.optional(v.array(EXPECTATION)),
})

/** A scenario document as it is written. */
export type WrittenDocument = v.InferOutput<typeof DOCUMENT>
export type WrittenRequest = v.InferOutput<typeof REQUEST>
/** What a document says that one of its requests comes to. */
export type Expectation = NonNullable<WrittenDocument['expect']>[number]

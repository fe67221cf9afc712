import type { HTTPRequest, RequestText } from '../http/index.ts'
import { type Attributes, resourceInGroup } from '../kube/index.ts'
import { type Diagnostic, LineIndex, type SourceId } from '../text/index.ts'
import { isJsonObject, type JsonTexts, type JsonValue, readJsonTexts } from '../yaml/index.ts'
import { readBody } from './body.ts'
import { builtInSchema } from './built-in.ts'
import { readCRD } from './crd.ts'
import { type ChangedField, changedFields } from './fields.ts'
import { isList, objectOf, withField } from './json.ts'
import { jsonPatched } from './json-patch.ts'
import { mergePatched, type ObjectWrite, objectInBody } from './patched-object.ts'
import { NoChange, type PlacedText } from './problem.ts'
import type { ParameterLanguage, SchemaNode } from './schema.ts'

/** The texts, beside the request, from which its changes are computed. Each may be absent or empty. */
export interface ChangeTexts {
  /** The stored object, in YAML or JSON. Empty where there is none yet. */
  readonly storedObject?: string
  /**
   * The changes of mutating webhooks to the object in the request: a JSON patch, as webhooks answer, or a JSON merge patch.
   */
  readonly webhookChanges?: string
  /** CustomResourceDefinitions, with the markers of KEP-3617. */
  readonly schema?: string
}

/** The changes of a request. */
export type Change =
  /** The request changes no object: it reads, connects or deletes. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'fields'
      /** The changes that the client sent, without those of webhooks. */
      readonly sent: readonly ChangedField[]
      /** The changes that would be stored, with those of webhooks. */
      readonly withWebhooks: readonly ChangedField[]
    }
  /** The changes could not be computed; a diagnostic has the reason. */
  | { readonly kind: 'unknown' }

/** A change, and the diagnostics of its texts. */
export interface ReadChange {
  readonly change: Change
  readonly diagnostics: readonly Diagnostic[]
}

/** Subresources whose POST opens a connection and has no object. */
const CONNECTING: ReadonlySet<string> = new Set(['exec', 'attach', 'portforward', 'proxy'])
const WRITING: ReadonlySet<string> = new Set(['create', 'update', 'patch'])

/** Whether a request sends an object or a patch of one. */
function writes({ isResourceRequest, verb, subresource }: Attributes): boolean {
  return isResourceRequest && WRITING.has(verb) && !CONNECTING.has(subresource)
}

/**
 * Computes the changes of requests. It accepts any text, and reads one again only when it has changed. It throws only where a
 * definition processes parameters with CEL and `language` is undefined.
 */
export class ChangeReader {
  readonly #stored = new TextReader('storedObject')
  readonly #webhooks = new TextReader('webhookChanges')
  readonly #schema = new TextReader('schema')

  constructor(readonly language: ParameterLanguage | undefined) {}

  /** @param written the text of the request, for places in the body */
  read(texts: ChangeTexts, request: HTTPRequest, written: RequestText, attributes: Attributes): ReadChange {
    const stored = onlyDocument(this.#stored.read(texts.storedObject))
    const webhooks = onlyDocument(this.#webhooks.read(texts.webhookChanges))
    const custom = customResourceFor(this.#schema.read(texts.schema), attributes, this.language)
    const diagnostics = [...stored.diagnostics, ...webhooks.diagnostics, ...custom.diagnostics]
    if (!writes(attributes)) return { change: { kind: 'none' }, diagnostics }
    const body = readBody(request.body, written)
    diagnostics.push(...body.diagnostics)
    const broken = diagnostics.some(({ severity }) => severity === 'error')
    if (broken || body.placed === undefined) return { change: { kind: 'unknown' }, diagnostics }
    const writing: ChangeInput = {
      request,
      requestLines: new LineIndex('request', written.text),
      attributes,
      body: body.placed,
      stored: stored.placed,
      webhooks: webhooks.placed,
      custom: custom.resource,
    }
    try {
      return { change: changeOf(writing), diagnostics }
    } catch (error) {
      if (!(error instanceof NoChange)) throw error
      return { change: { kind: 'unknown' }, diagnostics: [...diagnostics, error.diagnostic] }
    }
  }
}

/** Reads one text, again only when it has changed. */
class TextReader {
  #last: { readonly text: string; readonly read: JsonTexts } | undefined

  constructor(readonly source: SourceId) {}

  read(text = ''): JsonTexts {
    if (this.#last?.text !== text) this.#last = { text, read: readJsonTexts(text, this.source) }
    return this.#last.read
  }
}

function onlyDocument({ lines, documents, diagnostics }: JsonTexts): {
  readonly placed?: PlacedText
  readonly diagnostics: readonly Diagnostic[]
} {
  const [document, second] = documents
  if (second !== undefined) {
    const range = lines.range(second.spanOf([]))
    const message = 'Only one document is allowed here, but this is a second one.'
    return {
      diagnostics: [...diagnostics, { severity: 'error', code: 'several-objects', message, fix: 'Remove it.', range }],
    }
  }
  return { ...(document && { placed: { lines, document } }), diagnostics }
}

function customResourceFor(
  { lines, documents, diagnostics }: JsonTexts,
  { apiGroup, apiVersion, resource }: Attributes,
  language: ParameterLanguage | undefined,
) {
  const read = documents.map((document) => readCRD({ lines, document }, language))
  const resources = read.flatMap((one) => one.resources)
  const found = resources.find(
    (one) => one.apiGroup === apiGroup && one.apiVersion === apiVersion && one.resource === resource,
  )
  const all = [...diagnostics, ...read.flatMap((one) => one.diagnostics)]
  const [first] = resources
  if (found === undefined && first !== undefined && resource !== '') {
    all.push({
      severity: 'warning',
      code: 'another-resource',
      message: `This defines ${first.resource} of ${first.apiGroup}/${first.apiVersion}, but the request is for ${resource} of ${apiGroup === '' ? 'the core group' : apiGroup}/${apiVersion}.`,
      range: lines.range((documents[0] as (typeof documents)[0]).spanOf(['spec', 'names', 'plural'])),
    })
  }
  return { resource: found, diagnostics: all }
}

/** A request that writes an object, with the texts beside it. */
interface ChangeInput extends ObjectWrite {
  readonly stored: PlacedText | undefined
  readonly webhooks: PlacedText | undefined
}

function changeOf(writing: ChangeInput): Change {
  const { attributes, custom, stored, webhooks } = writing
  const { resource, apiGroup, subresource } = attributes
  const known = resourceInGroup(apiGroup, resource)
  // Kubernetes marks its own types. A custom resource without its definition has only the markers of ObjectMeta.
  const schema =
    custom?.schema ??
    (known?.builtIn
      ? builtInSchema(resource, apiGroup, subresource)
      : metadataOnly(builtInSchema(resource, apiGroup, '')))
  const hasStatus = custom?.status ?? known?.subresources.has('status') ?? false
  const before = attributes.verb === 'create' ? undefined : stored?.document.value
  const sent = objectInBody(before, schema, writing)
  const mutated =
    webhooks === undefined
      ? sent
      : isList(webhooks.document.value)
        ? jsonPatched(sent, webhooks.document.value, webhooks)
        : mergePatched(sent, webhooks.document.value)
  const kept = (object: JsonValue) => asStored(before, object, subresource, hasStatus)
  const fields = (object: JsonValue) => changedFields(before ?? null, kept(object), schema, stored)
  return { kind: 'fields', sent: fields(sent), withWebhooks: fields(mutated) }
}

function metadataOnly(schema: SchemaNode): SchemaNode {
  return { fields: new Map([...(schema.fields ?? [])].filter(([name]) => name === 'metadata')) }
}

/**
 * The part of an object that a request stores: a request for the subresource status stores only the status, and no other
 * request stores it.
 */
function asStored(
  before: JsonValue | undefined,
  object: JsonValue,
  subresource: string,
  hasStatus: boolean,
): JsonValue {
  if (!isJsonObject(object)) return object
  const stored = isJsonObject(before) ? before : objectOf([])
  if (subresource === 'status') return withField(stored, 'status', object.status)
  return subresource === '' && hasStatus ? withField(object, 'status', stored.status) : object
}

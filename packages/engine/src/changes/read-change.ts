import { readQuery } from '../go/index.ts'
import type { HTTPRequest, RequestText } from '../http/index.ts'
import { canonicalHeaderName, splitTarget } from '../http/index.ts'
import type { Attributes } from '../kube/index.ts'
import { resourceInGroup } from '../kube/index.ts'
import { type Diagnostic, LineIndex, type SourceId } from '../text/index.ts'
import { type JsonTexts, type JsonValue, readJsonTexts } from '../yaml/index.ts'
import { readBody } from './body.ts'
import { builtInSchema } from './built-in.ts'
import { type CustomResource, readCRD } from './crd.ts'
import { type ChangedField, changedFields } from './fields.ts'
import { isList, isObject, objectOf, withField } from './json.ts'
import { jsonPatched } from './json-patch.ts'
import { mergePatched } from './merge-patch.ts'
import { NoChange, type Placed } from './problem.ts'
import type { ParameterLanguage, SchemaNode } from './schema.ts'
import { applied } from './server-side-apply.ts'
import { strategicallyMerged } from './strategic-merge.ts'

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

/** Computes the changes of requests. A text is read again only when it has changed. */
export type ChangeReader = (
  texts: ChangeTexts,
  request: HTTPRequest,
  /** The text of the request, for places in the body. */
  written: RequestText,
  attributes: Attributes,
) => ReadChange

/** Subresources whose POST opens a connection and has no object. */
const CONNECTING: ReadonlySet<string> = new Set(['exec', 'attach', 'portforward', 'proxy'])
const WRITING: ReadonlySet<string> = new Set(['create', 'update', 'patch'])

/** Whether a request sends an object or a patch of one. */
function writes({ isResourceRequest, verb, subresource }: Attributes): boolean {
  return isResourceRequest && WRITING.has(verb) && !CONNECTING.has(subresource)
}

/**
 * Makes a reader of changes. It accepts any text. It throws only where a definition processes parameters with CEL and
 * `language` is undefined.
 */
export function changeReader(language: ParameterLanguage | undefined): ChangeReader {
  const storedObject = textReader('storedObject')
  const webhookChanges = textReader('webhookChanges')
  const schema = textReader('schema')
  return (texts, request, written, attributes) => {
    const stored = onlyDocument(storedObject(texts.storedObject ?? ''))
    const webhooks = onlyDocument(webhookChanges(texts.webhookChanges ?? ''))
    const custom = customResources(schema(texts.schema ?? ''), attributes, language)
    const diagnostics = [...stored.diagnostics, ...webhooks.diagnostics, ...custom.diagnostics]
    if (!writes(attributes)) return { change: { kind: 'none' }, diagnostics }
    const body = readBody(request.body, written)
    diagnostics.push(...body.diagnostics)
    const broken = diagnostics.some(({ severity }) => severity === 'error')
    if (broken || body.placed === undefined) return { change: { kind: 'unknown' }, diagnostics }
    const writing: Writing = {
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

/** The result of a patch, or the reason why it does not apply. */
export type Patched =
  | { readonly value: JsonValue; readonly body: Placed; readonly diagnostics: readonly Diagnostic[] }
  | { readonly diagnostics: readonly Diagnostic[] }

/** Applies the patch in a request to a stored built-in object, or to nothing where there is none yet. */
export function patchedObject(
  stored: JsonValue | undefined,
  request: HTTPRequest,
  written: RequestText,
  attributes: Attributes,
): Patched {
  const { placed: body, diagnostics } = readBody(request.body, written)
  if (body === undefined) return { diagnostics }
  const requestLines = new LineIndex('request', written.text)
  const none = { stored: undefined, webhooks: undefined, custom: undefined }
  const writing: Writing = { request, requestLines, attributes, body, ...none }
  try {
    const schema = builtInSchema(attributes.resource, attributes.apiGroup, attributes.subresource)
    return { value: sentObject(stored, schema, writing), body, diagnostics }
  } catch (error) {
    if (!(error instanceof NoChange)) throw error
    return { diagnostics: [...diagnostics, error.diagnostic] }
  }
}

/** Makes a reader of one text that reads again only when the text has changed. */
function textReader(source: SourceId): (text: string) => JsonTexts {
  let last: { readonly text: string; readonly read: JsonTexts } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, read: readJsonTexts(text, source) }
    return last.read
  }
}

function onlyDocument({ lines, documents, diagnostics }: JsonTexts): {
  readonly placed?: Placed
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

function customResources(
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

interface Writing {
  readonly request: HTTPRequest
  readonly requestLines: LineIndex
  readonly attributes: Attributes
  readonly body: Placed
  readonly stored: Placed | undefined
  readonly webhooks: Placed | undefined
  readonly custom: CustomResource | undefined
}

function changeOf(writing: Writing): Change {
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
  const sent = sentObject(before, schema, writing)
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
  if (!isObject(object)) return object
  const stored = isObject(before) ? before : objectOf([])
  if (subresource === 'status') return withField(stored, 'status', object.status)
  return subresource === '' && hasStatus ? withField(object, 'status', stored.status) : object
}

const APPLY = 'application/apply-patch+yaml'

function sentObject(before: JsonValue | undefined, schema: SchemaNode, writing: Writing): JsonValue {
  const { attributes, body, custom } = writing
  const value = body.document.value
  if (attributes.verb !== 'patch') return anObject(value, writing)
  const type = contentType(writing.request)
  if (type === APPLY) return applied(before, anObject(value, writing), schema, applierOf(writing), body)
  if (before === undefined) {
    return refuse(
      writing,
      'no-stored-object',
      'A patch needs the object that it changes, but there is no stored object.',
      'Write the stored object.',
      '404 Not Found',
    )
  }
  switch (type) {
    case 'application/json-patch+json':
      return jsonPatched(before, value, body)
    case 'application/merge-patch+json':
      return mergePatched(before, anObject(value, writing))
    case 'application/strategic-merge-patch+json': {
      const builtIn = resourceInGroup(attributes.apiGroup, attributes.resource)?.builtIn === true
      if (builtIn && custom === undefined) return strategicallyMerged(before, anObject(value, writing), schema, body)
      return refuse(
        writing,
        'unsupported-patch',
        'Custom resources do not support strategic merge patches.',
        'Content-Type: application/merge-patch+json',
        '415 Unsupported Media Type',
      )
    }
    default:
      return refuse(
        writing,
        'unsupported-patch',
        type === ''
          ? 'The kind of a patch is in its Content-Type, which is not set.'
          : `“${type.slice(0, 60)}” is not a kind of patch.`,
        'Content-Type: application/merge-patch+json',
        '415 Unsupported Media Type',
      )
  }
}

function anObject(value: JsonValue, writing: Writing): JsonValue {
  if (isObject(value)) return value
  const { lines, document } = writing.body
  throw new NoChange({
    severity: 'error',
    code: 'no-object',
    message: 'An object is expected here.',
    range: lines.range(document.spanOf([])),
  })
}

function refuse(writing: Writing, code: string, message: string, fix: string, detail: string): never {
  const header = writing.request.headers.find(({ name }) => canonicalHeaderName(name) === 'Content-Type')
  const range = writing.requestLines.range(header?.span ?? { start: 0, end: 0 })
  throw new NoChange({ severity: 'error', code, message, fix, detail, range })
}

/** The media type without its parameters, in lower case. */
function contentType({ headers }: HTTPRequest): string {
  const value = headers.find(({ name }) => canonicalHeaderName(name) === 'Content-Type')?.value ?? ''
  return (value.split(';')[0] ?? '').trim().toLowerCase()
}

function applierOf(writing: Writing) {
  const { values } = readQuery(splitTarget(writing.request.target).query)
  const manager = values.get('fieldManager')?.[0] ?? ''
  if (manager === '') {
    return refuse(
      writing,
      'no-field-manager',
      'An apply names its manager, but fieldManager is not in the query.',
      'Add ?fieldManager=kubectl to the path.',
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    )
  }
  const force = values.get('force')?.[0] ?? ''
  return { manager, force: force !== '' && !/^(?:0|false)$/i.test(force), subresource: writing.attributes.subresource }
}

import { patchedObject } from '../changes/index.ts'
import { goQuote, pathSegmentProblems } from '../go/index.ts'
import { canonicalHeaderName, contentTypeOf, type HTTPRequest, mediaTypeOf, type RequestText } from '../http/index.ts'
import { hasChange, RBAC_GROUP, type Role } from '../kube/index.ts'
import { type DecodingError, jsonDecodingError, type RbacBody, type RbacKind, readRbacBody } from '../policy/index.ts'
import type { Problem } from '../text/index.ts'
import { type Diagnostic, isJSON, LineIndex, type SourceRange, type Span } from '../text/index.ts'
import type { Outcome, SentNames } from '../trace/index.ts'
import { isJsonObject, type JsonObject, type JsonValue, jsonTextProblem } from '../yaml/index.ts'
import { type WriteOptions, writeOptions } from './options.ts'
import { badRequestStatus, conflict, invalid, notFound, unsupportedMediaType } from './status.ts'
import type { StoredRole, StoredRoles } from './stored.ts'
import { cannotBeHandled, cannotDecode } from './undecoded.ts'
import type { WriteRequest } from './write-request.ts'

type Refusal = Extract<Outcome, { kind: 'refused' }>

/** A role or binding as it would be stored, with the places of its parts where they are known. */
export interface SentObject {
  readonly body: RbacBody
  /** Its name, or the name that the API server would generate. */
  readonly name: string
  /** The stored object of that name, as far as the text of the policy has it. */
  readonly before?: Pick<RbacBody, 'identity' | 'metadata'>
  readonly places: Places
  readonly dryRun: boolean
}

interface Places {
  readonly rule: (index: number) => SourceRange | undefined
  readonly roleRef: SourceRange | undefined
}

/** The object that a request sends. */
export interface SentContent {
  /** The refusal before the stored object is looked up. */
  readonly early?: Refusal
  /** The refusal after the stored object is looked up. */
  readonly late?: Refusal
  readonly object?: SentObject
  readonly names?: SentNames
  readonly diagnostics: readonly Diagnostic[]
}

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const NO_PROTOBUF = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'
const BODY_TYPES = ['application/json', 'application/yaml', PROTOBUF]
const APPLY = 'application/apply-patch+yaml'
const MERGE = 'application/merge-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const PATCH_TYPES = ['application/json-patch+json', MERGE, STRATEGIC, APPLY]

interface Reading {
  readonly request: HTTPRequest
  readonly written: RequestText
  readonly write: WriteRequest
  readonly stored: StoredRole | undefined
}

/**
 * Reads the object that a request sends, as the handlers of kube-apiserver do (Go:
 * `k8s.io/apiserver/pkg/endpoints/handlers`).
 */
export function sentObject(
  request: HTTPRequest,
  written: RequestText,
  write: WriteRequest,
  roles: StoredRoles,
): SentContent {
  const { namespace, name } = write.attributes
  const stored = write.operation === 'create' ? undefined : roles.find(write.kind, namespace, name)
  const reading: Reading = { request, written, write, stored }
  return write.operation === 'patch' ? patched(reading) : whole(reading)
}

function whole(reading: Reading): SentContent {
  const { request, written, write } = reading
  const { kind, operation, attributes } = write
  const type = mediaTypeOf(request)
  const options = writeOptions(request)
  const mediaType = type === '' || BODY_TYPES.includes(type) ? undefined : unsupportedMediaType(BODY_TYPES)
  const badOptions =
    options.invalid.length > 0
      ? invalid(
          { group: 'meta.k8s.io', kind: operation === 'create' ? 'CreateOptions' : 'UpdateOptions', name: '' },
          options.invalid,
        )
      : undefined
  const refusedFirst = operation === 'create' ? (mediaType ?? badOptions) : (badOptions ?? mediaType)
  if (refusedFirst !== undefined) return { early: refusedFirst, diagnostics: [] }
  if (type === PROTOBUF) {
    const diagnostics = [notPlayed(reading, 'The playground does not read protobuf.')]
    return undecoded(diagnostics, request.body.startsWith('k8s\0') ? undefined : { words: NO_PROTOBUF }, reading)
  }
  const placing = placingOf(request, written)
  const { text, start, lines } = placing
  if (type !== 'application/yaml' && !isJSON(request.body)) {
    return undecoded([notJSON(placing, FIX_TYPE, type)], jsonDecodingError(request.body), reading)
  }
  const place = {
    start,
    end: start + request.body.length,
    syntax: type === 'application/yaml' ? ('yaml' as const) : ('json' as const),
    lineOf: (at: number) => lines.range({ start: at, end: at }).line,
  }
  const { body, problems, undecoded: why } = readRbacBody(text, kind, place)
  const diagnostics = problems.map(placing.diagnostic)
  if (body === undefined) return undecoded(diagnostics, why, reading)
  const reported = [...diagnostics, ...warnings(body, options.strict || options.warns, placing)]
  const refuse = (early: Refusal): SentContent => ({ early, diagnostics: reported })
  if (body.kind !== '' && body.kind !== kind) {
    const words = `converting (${body.apiVersion.split('/').at(-1) || 'v1'}.${body.kind}) to (rbac.${kind}): unknown conversion`
    return refuse(cannotBeHandled(body, kind, words))
  }
  if (options.strict && body.strict.length > 0) {
    return refuse(cannotBeHandled(body, kind, `${STRICT}${strictWords(body)}`))
  }
  const version = `${RBAC_GROUP}/v1`
  if (body.apiVersion !== '' && body.apiVersion !== version) {
    const message = `the API version in the data (${body.apiVersion}) does not match the expected API version (${version})`
    return refuse(badRequestStatus(message))
  }
  const { name, namespace, uid, resourceVersion } = body.metadata
  const names: SentNames = { name, namespace, uid, resourceVersion }
  const misplaced =
    misplacedIn(body, attributes.namespace) ?? (operation === 'update' ? misnamed(body, attributes.name) : undefined)
  if (misplaced !== undefined) return { ...refuse(misplaced), names }
  const before = operation === 'update' ? comparable(readStored(reading)) : undefined
  return {
    names,
    object: {
      body,
      name,
      ...(before && { before }),
      places: {
        rule: (index) => placing.range(ruleSpan(body, index)),
        roleRef: 'binding' in body.object ? placing.range(body.object.binding.roleRef.span) : undefined,
      },
      dryRun: options.dryRun,
    },
    diagnostics: reported,
  }
}

/**
 * The result for a body that cannot be decoded: a refusal in the API server’s words where they are known, else an error.
 */
function undecoded(
  diagnostics: readonly Diagnostic[],
  why: DecodingError | undefined,
  { request, write }: Reading,
): SentContent {
  if (why === undefined) return { diagnostics }
  return { early: cannotDecode(why, request.body, write.kind), diagnostics: diagnostics.map(asWarning) }
}

function patched(reading: Reading): SentContent {
  const { request, written, write, stored } = reading
  const { kind, resource, attributes } = write
  const type = contentTypeOf(request).split(';')[0] ?? ''
  if (!PATCH_TYPES.includes(type)) return { early: unsupportedMediaType(PATCH_TYPES), diagnostics: [] }
  const options = writeOptions(request, { apply: type === APPLY })
  if (options.invalid.length > 0) {
    return {
      early: invalid({ group: 'meta.k8s.io', kind: 'PatchOptions', name: '' }, options.invalid),
      diagnostics: [],
    }
  }
  const notFoundHere =
    stored === undefined && type !== APPLY ? { late: notFound(resource, attributes.name), diagnostics: [] } : undefined
  const why = type === APPLY || isJSON(request.body) ? undefined : jsonTextProblem(request.body)
  const readFirst = hasChange(write.version, 'patch-read-first')
  if (notFoundHere !== undefined && (why === undefined || !readFirst)) return notFoundHere
  if (why !== undefined) {
    const reported = notJSON(
      placingOf(request, written),
      'Correct the JSON: of all patches, only an apply may be YAML.',
    )
    const diagnostics = [asWarning(reported)]
    if (readFirst) return { early: badRequestStatus('invalid JSON patch'), diagnostics }
    return { late: badRequestStatus(noPatch(type, why.words, options)), diagnostics }
  }
  const before = stored?.json()
  if (stored !== undefined && before === undefined) {
    const message = `The ${kind} that this patch changes cannot be read on its own.`
    return { diagnostics: [notPlayed(reading, message, 'Write it as a document of its own, without aliases.')] }
  }
  const owned = type === APPLY && before !== undefined ? withOwners(before) : before
  const result = patchedObject(owned, request, written, attributes)
  if (!('value' in result)) return { diagnostics: result.diagnostics }
  if (type === APPLY && isWithoutType(result.body.document.value)) {
    return { late: badRequestStatus('invalid object type: /, Kind='), diagnostics: result.diagnostics }
  }
  const placing = placingOf(request, written)
  const { body, problems } = readText(textOf(result.value), kind)
  // The errors are in the patched object, not in the patch: they are reported at the patch's own field, or at the whole
  // patch.
  const { lines, document } = result.body
  const here = (problem: Problem): Diagnostic => {
    const { span: _, path = '', ...rest } = problem
    return { ...rest, ...(path !== '' && { path }), range: lines.range(document.spanOf(stepsOf(path))) }
  }
  const strict = (body?.strict ?? []).map(here)
  const diagnostics = [...result.diagnostics, ...problems.map(here)]
  if (body === undefined) return { diagnostics }
  // These refusals quote the whole object, with the fields that the API server sets.
  if (strict.length > 0 && (options.strict || type === APPLY)) return { diagnostics: [...diagnostics, ...strict] }
  if (body.kind !== kind || body.apiVersion !== `${RBAC_GROUP}/v1`) {
    return { diagnostics: [...diagnostics, notPlayed(reading, 'A patch cannot change the kind of an object.')] }
  }
  const reported = [
    ...diagnostics,
    ...(options.warns ? strict : []).map(asWarning),
    ...body.invalid.map(here).map(asWarning),
  ]
  const { uid } = body.metadata
  const late =
    stored === undefined && uid !== ''
      ? conflict(
          resource,
          attributes.name,
          `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
        )
      : (misplacedIn(body, attributes.namespace) ?? misnamed(body, attributes.name))
  if (late !== undefined) return { late, diagnostics: reported }
  const inPatch = type !== PATCH_TYPES[0]
  const old = readStored(reading)
  return {
    object: {
      body,
      name: body.metadata.name,
      ...(old && { before: old }),
      places: {
        rule: (index) =>
          inPatch && hasRule(result.body.document.value, index)
            ? lines.range(document.spanOf(['rules', index]))
            : placing.range(undefined),
        roleRef: undefined,
      },
      dryRun: options.dryRun,
    },
    diagnostics: reported,
  }
}

/**
 * With strict validation or warnings, the API server decodes the patch another time before, and that error has other words.
 */
function noPatch(type: string, words: string, { strict, warns }: WriteOptions): string {
  if (type === STRATEGIC) return words
  if (strict || warns) return `error decoding patch: ${words}`
  return type === MERGE ? 'Invalid JSON Patch' : words
}

/**
 * The stored object for comparison. It has a uid, a version and a time; where the text does not have them, no sent object
 * equals it.
 */
function comparable(stored: RbacBody | undefined): SentObject['before'] {
  if (stored === undefined) return undefined
  const { uid, resourceVersion, creationTimestamp } = stored.metadata
  return [uid, resourceVersion, creationTimestamp].includes('') ? { ...stored, identity: '' } : stored
}

/** The stored object, read like a sent object. */
function readStored({ stored, write }: Reading): RbacBody | undefined {
  const json = stored?.json()
  return json && readText(textOf(json), write.kind).body
}

function readText(text: string, kind: RbacKind) {
  return readRbacBody(text, kind, { start: 0, end: text.length, syntax: 'json', lineOf: () => 1 })
}

function textOf(value: JsonValue): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
}

/**
 * The object with an owner of all its fields, where its text names none (Go: `before-first-apply` in
 * `k8s.io/apimachinery/pkg/util/managedfields`). An apply that would change a field then fails, unless it is forced.
 */
function withOwners(object: JsonObject): JsonObject {
  const metadata = isJsonObject(object.metadata ?? null) ? (object.metadata as JsonObject) : {}
  if (Array.isArray(metadata.managedFields)) return object
  const { labels, annotations, finalizers, ownerReferences } = metadata
  const fieldsV1: JsonObject = {
    'f:metadata': {
      ...ownedKeys('labels', labels),
      ...ownedKeys('annotations', annotations),
      ...ownedItems('finalizers', finalizers, (one) => `v:${textOf(one)}`),
      ...ownedItems('ownerReferences', ownerReferences, (one) =>
        isJsonObject(one) ? `k:${textOf({ uid: one.uid ?? '' })}` : '',
      ),
    },
    ...Object.fromEntries(
      ['rules', 'subjects', 'roleRef', 'aggregationRule'].flatMap((field) =>
        object[field] === undefined
          ? []
          : [[`f:${field}`, field === 'aggregationRule' ? { 'f:clusterRoleSelectors': {} } : {}]],
      ),
    ),
  }
  const managedFields = [{ manager: 'before-first-apply', operation: 'Update', fieldsV1 }]
  return { ...object, metadata: { ...metadata, managedFields } }
}

function ownedKeys(field: string, map: JsonValue | undefined): JsonObject {
  if (!isJsonObject(map ?? null)) return {}
  return { [`f:${field}`]: Object.fromEntries(Object.keys(map as JsonObject).map((key) => [`f:${key}`, {}])) }
}

function ownedItems(field: string, list: JsonValue | undefined, name: (item: JsonValue) => string): JsonObject {
  if (!Array.isArray(list)) return {}
  return { [`f:${field}`]: Object.fromEntries((list as readonly JsonValue[]).map((item) => [name(item), {}])) }
}

function hasRule(patch: JsonValue, index: number): boolean {
  const rules = isJsonObject(patch) ? patch.rules : undefined
  return Array.isArray(rules) && index < rules.length
}

function isWithoutType(value: JsonValue): boolean {
  return isJsonObject(value) && !value.apiVersion && !value.kind
}

/** The keys and indexes of a path in the API server's notation. */
function stepsOf(path: string): readonly (string | number)[] {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

/** Go: `EnsureObjectNamespaceMatchesRequestNamespace`. */
function misplacedIn({ metadata }: RbacBody, namespace: string): Refusal | undefined {
  if (namespace === '' || metadata.namespace === '' || metadata.namespace === namespace) return undefined
  return badRequestStatus('the namespace of the provided object does not match the namespace sent on the request')
}

/** Go: `checkName`. */
function misnamed({ metadata: { name } }: RbacBody, wanted: string): Refusal | undefined {
  if (name === wanted) return undefined
  return badRequestStatus(
    name === ''
      ? `the name of the object (${wanted} based on URL) was undeterminable: name must be provided`
      : `the name of the object (${name}) does not match the name on the URL (${wanted})`,
  )
}

const STRICT = 'strict decoding error: '

function strictWords({ strict }: RbacBody): string {
  return strict.map(({ detail = '' }) => (detail.startsWith(STRICT) ? detail.slice(STRICT.length) : detail)).join(', ')
}

/**
 * Warnings about errors that the API server refuses later, and about fields that it ignores. The request is decided anyway.
 */
function warnings(body: RbacBody, tellsStrict: boolean, placing: Placing): readonly Diagnostic[] {
  const reported = [...(tellsStrict ? body.strict : []), ...body.invalid]
  return reported.map((problem) => asWarning(placing.diagnostic(problem)))
}

function asWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: 'warning' }
}

function ruleSpan({ object }: RbacBody, index: number): Span | undefined {
  return 'role' in object ? (object.role as Role).rules[index]?.span : undefined
}

/** The place of a body in the text of its request. */
interface Placing {
  readonly text: string
  readonly start: number
  readonly lines: LineIndex
  /** The place in the request. It is the whole request where its text does not contain the body unchanged. */
  readonly range: (span: Span | undefined) => SourceRange | undefined
  readonly diagnostic: (problem: Problem) => Diagnostic
}

function placingOf({ body }: HTTPRequest, { text: requestText }: RequestText): Placing {
  const at = requestText.lastIndexOf(body)
  const here = new LineIndex('request', requestText)
  const nowhere = here.range({ start: 0, end: 0 })
  const start = Math.max(at, 0)
  const text = at === -1 ? body : requestText
  const lines = at === -1 ? new LineIndex('request', body) : here
  return {
    text,
    start,
    lines,
    range: (span) => (span === undefined || at === -1 ? undefined : here.range(span)),
    diagnostic: ({ span, ...problem }) => {
      if (at !== -1) return { ...problem, range: here.range(span) }
      const { line, column } = lines.range(span)
      return { ...problem, message: `In the body, line ${line}, column ${column}: ${problem.message}`, range: nowhere }
    },
  }
}

const FIX_TYPE = 'Write Content-Type: application/yaml above it, or correct the JSON.'

function notJSON(placing: Placing, fix: string, type?: string): Diagnostic {
  const { start, text } = placing
  const end = text.indexOf('\n', start)
  return placing.diagnostic({
    severity: 'error',
    code: 'body-is-no-json',
    message:
      type === ''
        ? 'This body is not JSON, but without Content-Type the API server reads it as JSON.'
        : 'This body is not JSON, but Content-Type says that it is.',
    fix,
    span: { start, end: end === -1 ? text.length : end },
  })
}

function notPlayed({ request, written }: Reading, message: string, fix?: string): Diagnostic {
  const header = request.headers.find(({ name }) => canonicalHeaderName(name) === 'Content-Type')
  const range = new LineIndex('request', written.text).range(header?.span ?? { start: 0, end: 0 })
  return { severity: 'error', code: 'not-played', message, ...(fix !== undefined && { fix }), range }
}

/** The reason why a name cannot be in a path, in the words of the storage (Go: `NoNamespaceKeyFunc`). */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'Name parameter required.'
  const problems = pathSegmentProblems(name)
  return problems.length === 0 ? undefined : `Name parameter invalid: ${goQuote(name)}: ${problems.join(';')}`
}

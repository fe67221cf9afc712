import { readQuery } from '../go/index.ts'
import { canonicalHeaderName, type HTTPRequest, mediaTypeOf, type RequestText, splitTarget } from '../http/index.ts'
import { type Attributes, resourceInGroup } from '../kube/index.ts'
import { type Diagnostic, LineIndex } from '../text/index.ts'
import { isJsonObject, type JsonValue } from '../yaml/index.ts'
import { readBody } from './body.ts'
import { builtInSchema } from './built-in.ts'
import type { CustomResource } from './crd.ts'
import { objectOf } from './json.ts'
import { jsonPatched } from './json-patch.ts'
import { NoChange, type PlacedText } from './problem.ts'
import type { SchemaNode } from './schema.ts'
import { applied } from './server-side-apply.ts'
import { strategicallyMerged } from './strategic-merge.ts'

/** A request that writes an object, with what the object is computed from. */
export interface ObjectWrite {
  readonly request: HTTPRequest
  readonly requestLines: LineIndex
  readonly attributes: Attributes
  readonly body: PlacedText
  /** The definition of its resource; absent where there is none, and where it is built in. */
  readonly custom: CustomResource | undefined
}

/** The result of a patch, or the reason why it does not apply. */
export type Patched =
  | { readonly value: JsonValue; readonly body: PlacedText; readonly diagnostics: readonly Diagnostic[] }
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
  const writing: ObjectWrite = { request, requestLines, attributes, body, custom: undefined }
  try {
    const schema = builtInSchema(attributes.resource, attributes.apiGroup, attributes.subresource)
    return { value: objectInBody(stored, schema, writing), body, diagnostics }
  } catch (error) {
    if (!(error instanceof NoChange)) throw error
    return { diagnostics: [...diagnostics, error.diagnostic] }
  }
}

const APPLY = 'application/apply-patch+yaml'

/** The object that a request sends, or that its patch results in. */
export function objectInBody(before: JsonValue | undefined, schema: SchemaNode, writing: ObjectWrite): JsonValue {
  const { attributes, body, custom } = writing
  const value = body.document.value
  if (attributes.verb !== 'patch') return anObject(value, writing)
  const type = mediaTypeOf(writing.request)
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

function anObject(value: JsonValue, writing: ObjectWrite): JsonValue {
  if (isJsonObject(value)) return value
  const { lines, document } = writing.body
  throw new NoChange({
    severity: 'error',
    code: 'no-object',
    message: 'An object is expected here.',
    range: lines.range(document.spanOf([])),
  })
}

function refuse(writing: ObjectWrite, code: string, message: string, fix: string, detail: string): never {
  const header = writing.request.headers.find(({ name }) => canonicalHeaderName(name) === 'Content-Type')
  const range = writing.requestLines.range(header?.span ?? { start: 0, end: 0 })
  throw new NoChange({ severity: 'error', code, message, fix, detail, range })
}

function applierOf(writing: ObjectWrite) {
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

/** The value after a JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces. */
export function mergePatched(value: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch
  const before = isJsonObject(value) ? value : objectOf([])
  const kept = Object.entries(before).filter(([key]) => !(key in patch))
  const patched = Object.entries(patch).map(
    ([key, change]) => [key, change === null ? undefined : mergePatched(before[key], change)] as const,
  )
  return objectOf([...kept, ...patched])
}

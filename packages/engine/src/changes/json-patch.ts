import { applyPatch } from 'rfc6902'
import type { Json, JsonObject } from '../yaml/index.ts'
import { copied, identityOf, isList, isObject, same, sizeOf } from './json.ts'
import { errorAt, NoChange, type Placed } from './problem.ts'

/** As kube-apiserver has it (Go: `maxJSONPatchOperations` in `k8s.io/apiserver/pkg/endpoints/handlers/patch.go`). */
const MOST_OPERATIONS = 10_000
/** So many values may be copied over by one patch, for each `copy` can double the object. */
const MOST_COPIED = 100_000

type Operation = Parameters<typeof applyPatch>[1][number]

/**
 * The object after a JSON patch (RFC 6902).
 *
 * @throws NoChange at the operation that does not apply
 */
export function jsonPatched(object: Json, patch: Json, placed: Placed): Json {
  if (!isList(patch)) {
    throw new NoChange(
      errorAt(placed, [], {
        code: 'no-json-patch',
        message: 'A JSON patch is a list of operations, and this is none.',
        fix: '[{"op": "replace", "path": "/spec/replicas", "value": 3}]',
      }),
    )
  }
  if (patch.length > MOST_OPERATIONS) {
    const message = `A JSON patch has ${MOST_OPERATIONS} operations at most, and this one has ${patch.length}.`
    throw new NoChange(errorAt(placed, [MOST_OPERATIONS], { code: 'patch-too-large', message }))
  }
  // The library works on what it is given.
  const root = { value: copied(object) }
  let budget = MOST_COPIED
  for (const [index, operation] of patch.entries()) {
    const refuse = (message: string, fix?: string): never => {
      throw new NoChange(
        errorAt(placed, [index], { code: 'patch-does-not-apply', message, ...(fix !== undefined && { fix }) }),
      )
    }
    const { op, path, from } = isObject(operation) ? operation : refuse('An operation is an object with op and path.')
    if (typeof op !== 'string' || !OPERATIONS.has(op))
      refuse(`“${shown(op)}” is no operation.`, `One of ${[...OPERATIONS].join(', ')}.`)
    if (typeof path !== 'string' || !isPointer(path)) refuse('“path” must be a JSON pointer, such as /metadata/labels.')
    const needsFrom = op === 'move' || op === 'copy'
    if (needsFrom && (typeof from !== 'string' || !isPointer(from)))
      refuse('“from” must be a JSON pointer, such as /metadata/labels.')
    // Upstream's library takes a value that is left out for null, and null for what is not there.
    const { value = null } = operation as JsonObject
    for (const pointer of needsFrom ? [path, from] : [path]) {
      const reserved = tokensOf(pointer as string).find((token) => RESERVED.has(token))
      if (reserved !== undefined)
        refuse(
          `The playground does not patch fields called “${reserved}”.`,
          'Use a merge patch, or send the whole object.',
        )
    }
    const target = tokensOf(path as string)
    if ((op === 'remove' || op === 'replace') && found(root.value, target) === undefined)
      refuse(`There is nothing at ${shown(path)}.`)
    const moved = needsFrom ? found(root.value, tokensOf(from as string)) : undefined
    if (needsFrom && moved === undefined) refuse(`There is nothing at ${shown(from)}.`)
    const parent = found(root.value, target.slice(0, -1))
    if (target.length > 0 && !isObject(parent) && !isList(parent))
      refuse(`There is no object or list around ${shown(path)}.`)
    if (op === 'copy') {
      budget -= sizeOf(moved)
      if (budget < 0) refuse(`Up to here the patch copies more than ${MOST_COPIED} values.`)
    }
    if (op === 'test') {
      // The library compares bigints and objects without prototypes its own way.
      if (!same(found(root.value, target) ?? null, value))
        refuse(`At ${shown(path)} stands ${shown(found(root.value, target))}, which the test does not expect.`)
      continue
    }
    const prefixed = {
      ...(operation as object),
      value,
      path: `/value${path}`,
      ...(needsFrom && { from: `/value${from}` }),
    }
    const error = applied(root, prefixed as unknown as Operation)
    if (error !== null) refuse(`The operation does not apply at ${shown(path)}: ${error}.`)
    root.value = root.value as Json
  }
  return copied(root.value)
}

const OPERATIONS: ReadonlySet<string> = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test'])
/** The library steps over these, so that nobody pollutes prototypes; here they would be ordinary labels. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function applied(root: { value: Json }, operation: Operation): string | null {
  try {
    const [error] = applyPatch(root, [operation])
    return error === null || error === undefined ? null : 'the place it names is not there'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function isPointer(text: string): boolean {
  return text === '' || text.startsWith('/')
}

function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at a pointer; undefined where there is none. */
function found(value: Json, tokens: readonly string[]): Json | undefined {
  let at: Json | undefined = value
  for (const token of tokens) {
    if (isList(at)) at = /^(?:0|[1-9][0-9]*)$/.test(token) ? at[Number(token)] : undefined
    else if (isObject(at)) at = Object.hasOwn(at, token) ? at[token] : undefined
    else return undefined
  }
  return at
}

function shown(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : identityOf(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

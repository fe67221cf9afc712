import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { LineIndex } from '../text/index.ts'
import type { JsonValue } from '../yaml/index.ts'
import { copied, same } from './json.ts'
import { jsonPatched } from './json-patch.ts'
import { NoChange } from './problem.ts'
import { POD, patch, paths } from './testing.ts'

interface Answered {
  readonly object: JsonValue
  readonly patch: JsonValue
  readonly after?: JsonValue
  readonly error?: string
}

/** Written by `go run ./patches` in packages/conformance/oracle: what kube-apiserver's library answered. */
const VECTORS = new URL('./testdata/json-patches.ndjson.gz', import.meta.url)
const answers = gunzipSync(readFileSync(VECTORS))
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Answered)

function patched({ object, patch }: Answered): { readonly after: JsonValue } | { readonly error: string | undefined } {
  const placed = { lines: new LineIndex('request', ''), document: { spanOf: () => ({ start: 0, end: 0 }) } as never }
  try {
    return { after: jsonPatched(copied(object), copied(patch), placed) }
  } catch (error) {
    if (error instanceof NoChange) return { error: error.diagnostic.detail }
    throw error
  }
}

it('JSON patches result in what kube-apiserver’s library makes of them, and are refused in its words', () => {
  expect(answers.length).toBeGreaterThan(2000)
  const differing = answers.filter((one) => {
    const found = patched(one)
    if ('error' in found) return found.error !== one.error
    return one.after === undefined || !same(found.after, copied(one.after))
  })
  expect(differing).toEqual([])
})

it.each(['constructor', '__proto__', 'toString'])('a label called %s can be patched', (label) => {
  const body = `[{"op": "add", "path": "/metadata/labels/${label}", "value": "x"}]`
  expect(paths(patch('json-patch+json', body), { storedObject: POD })).toEqual([`metadata.labels[${label}]`])
})

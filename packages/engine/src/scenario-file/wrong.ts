import { aboutDesign } from '../designs/index.ts'
import type { JsonPath } from '../policy/index.ts'
import type { WrittenDocument, WrittenRequest } from './schema.ts'

/** What is wrong with a document that fits the schema, and where; words for it come where they are needed. */
export type Wrong = { readonly path: JsonPath } & (
  | { readonly code: 'no-request' | 'empty-requests' | 'two-requests' | 'no-requestor' }
  | { readonly code: 'wrong-form'; readonly forms: readonly string[] }
  | { readonly code: 'no-such-request'; readonly number: number; readonly count: number }
  | { readonly code: 'unknown-design'; readonly id: string }
)

export const FORMS = ['http', 'kubectl', 'curl'] as const

/** What no schema says: which of several fields must be there, which numbers name a request, and which designs there are. */
export function* wrongIn(written: WrittenDocument): Generator<Wrong, void> {
  yield* wrongRequests(written)
  yield* unknownDesigns(written)
}

function* wrongRequests(written: WrittenDocument): Generator<Wrong> {
  const { request, requests, requestor, view, expect = [] } = written
  if ((request === undefined) === (requests === undefined)) {
    yield request === undefined ? { code: 'no-request', path: [] } : { code: 'two-requests', path: ['requests'] }
    return
  }
  const all = requestsOf(written)
  if (all.length === 0) yield { code: 'empty-requests', path: ['requests'] }
  for (const [index, one] of all.entries()) {
    const path = request === undefined ? ['requests', index] : ['request']
    const forms = FORMS.filter((form) => one[form] !== undefined)
    if (forms.length !== 1) yield { code: 'wrong-form', path, forms }
    if (requestor === undefined && one.requestor === undefined) yield { code: 'no-requestor', path }
  }
  const named: readonly (readonly [number | undefined, JsonPath])[] = [
    [view?.request, ['view', 'request']],
    ...expect.map(({ request: number }, index) => [number, ['expect', index, 'request']] as const),
  ]
  for (const [number, path] of named) {
    if (number === undefined || number <= all.length) continue
    yield { code: 'no-such-request', path, number, count: all.length }
  }
}

/** The requests of a document, be they one or several. */
export function requestsOf({ request, requests = [] }: WrittenDocument): readonly WrittenRequest[] {
  return request === undefined ? requests : [request]
}

function* unknownDesigns({ design, assumptions = {}, expect = [] }: WrittenDocument): Generator<Wrong> {
  const named: readonly (readonly [string | undefined, JsonPath])[] = [
    [design, ['design']],
    ...Object.keys(assumptions).map((id) => [id, ['assumptions', id]] as const),
    ...expect.map((one, index) => [one.design, ['expect', index, 'design']] as const),
  ]
  for (const [id, path] of named) {
    if (id !== undefined && aboutDesign(id) === undefined) yield { code: 'unknown-design', path, id }
  }
}

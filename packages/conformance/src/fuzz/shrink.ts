import type { VectorRequest } from '@authz-playground/engine/internal/vectors'
import type { Draft, JsonData } from './draft.ts'

/** The most attempts to shrink a disagreement. Most are minimal after a thousand; sequences take longer. */
const MOST_TRIES = 10_000

/** The smallest variant of a draft for which `stillThere` is true, as it is for the draft itself. */
export async function shrunk(draft: Draft, stillThere: (smaller: Draft) => Promise<boolean>): Promise<Draft> {
  let smallest = draft as unknown as JsonData
  let tries = 0
  for (let found = true; found; ) {
    found = false
    for (const candidate of smaller(smallest)) {
      if (tries++ > MOST_TRIES) return smallest as unknown as Draft
      if (!isDraft(candidate) || !(await stillThere(candidate))) continue
      smallest = candidate as unknown as JsonData
      found = true
      break
    }
  }
  return smallest as unknown as Draft
}

/** A draft keeps its parts, and a request its line. */
function isDraft(value: unknown): value is Draft {
  const { id, cluster, policy, objects, requestor, requests, slips = [] } = value as Partial<Draft>
  return (
    id !== undefined &&
    cluster !== undefined &&
    Array.isArray(policy) &&
    Array.isArray(objects) &&
    typeof requestor?.username === 'string' &&
    Array.isArray(requests) &&
    requests.length > 0 &&
    requests.every(isRequest) &&
    slips.every((slip) => Object.keys(slip).length === 3)
  )
}

function isRequest({ method, url, headers = [], requestor }: Partial<VectorRequest>): boolean {
  return (
    method !== undefined &&
    url !== undefined &&
    headers.every(({ length }) => length === 2) &&
    (requestor === undefined || typeof requestor.username === 'string')
  )
}

/** Every value that is one step smaller, large steps first. */
export function* smaller(value: JsonData): Generator<JsonData> {
  if (typeof value === 'string') yield* smallerTexts(value)
  else if (typeof value === 'number') yield* smallerNumbers(value)
  else if (Array.isArray(value)) yield* smallerLists(value)
  else if (typeof value === 'object' && value !== null)
    yield* smallerObjects(value as { readonly [key: string]: JsonData })
}

function* smallerLists(list: readonly JsonData[]): Generator<JsonData> {
  yield* without(list)
  for (const [at, item] of list.entries()) for (const less of smaller(item)) yield list.with(at, less)
}

function* smallerObjects(object: { readonly [key: string]: JsonData }): Generator<JsonData> {
  const entries = Object.entries(object)
  for (const [dropped] of entries) yield Object.fromEntries(entries.filter(([key]) => key !== dropped))
  for (const [at, [key, item]] of entries.entries()) {
    if (key === 'id' || key === 'apiVersion' || key === 'kind') continue
    for (const less of smaller(item)) yield Object.fromEntries(entries.with(at, [key, less]))
  }
}

/** The values without a run of them: all, half of them, a quarter, and so on. */
function* without<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let length = values.length; length > 0; length >>= 1) {
    for (let at = 0; at < values.length; at += length) yield values.toSpliced(at, length)
  }
}

/** Shortens by code points, not by surrogate halves, because a vector is UTF-8. */
function* smallerTexts(text: string): Generator<string> {
  for (const characters of without([...text])) yield characters.join('')
}

/** A smaller value is shorter to read. Numbers of one digit are equal. */
function* smallerNumbers(value: number): Generator<number> {
  for (const less of [0, Math.trunc(value)]) if (String(less).length < String(value).length) yield less
}

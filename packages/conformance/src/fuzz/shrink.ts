import type { Draft, Json } from './draft.ts'

/** How often a disagreement may be tried in a smaller form. Most are as small as they get after a few hundred. */
const MOST_TRIES = 2500

/** The smallest form of a draft that can be found for which `stillThere` holds. It holds for the draft itself. */
export async function shrunk(draft: Draft, stillThere: (smaller: Draft) => Promise<boolean>): Promise<Draft> {
  let smallest = draft as unknown as Json
  let tries = 0
  for (let found = true; found; ) {
    found = false
    for (const candidate of smaller(smallest)) {
      if (tries++ > MOST_TRIES) return smallest as unknown as Draft
      if (!isDraft(candidate) || !(await stillThere(candidate))) continue
      smallest = candidate as unknown as Json
      found = true
      break
    }
  }
  return smallest as unknown as Draft
}

/** A draft keeps its parts, however small they are. */
function isDraft(value: unknown): value is Draft {
  const { id, cluster, policy, objects, requestor, requests } = value as Partial<Draft>
  const lists = [policy, objects, requests].every((list) => Array.isArray(list))
  return (
    id !== undefined &&
    cluster !== undefined &&
    lists &&
    typeof requestor?.username === 'string' &&
    (requests?.length ?? 0) > 0
  )
}

/** Every value that is one step smaller, large steps first. */
export function* smaller(value: Json): Generator<Json> {
  if (typeof value === 'string') yield* smallerTexts(value)
  else if (typeof value === 'number' && value !== 0) yield 0
  else if (Array.isArray(value)) yield* smallerLists(value)
  else if (typeof value === 'object' && value !== null) yield* smallerObjects(value as { readonly [key: string]: Json })
}

function* smallerLists(list: readonly Json[]): Generator<Json> {
  for (let length = list.length >> 1; length > 0; length >>= 1) {
    for (let at = 0; at < list.length; at += length) yield list.toSpliced(at, length)
  }
  for (const [at, item] of list.entries()) for (const less of smaller(item)) yield list.with(at, less)
}

function* smallerObjects(object: { readonly [key: string]: Json }): Generator<Json> {
  const entries = Object.entries(object)
  for (const [dropped] of entries) yield Object.fromEntries(entries.filter(([key]) => key !== dropped))
  for (const [at, [key, item]] of entries.entries()) {
    if (key === 'id' || key === 'apiVersion' || key === 'kind') continue
    for (const less of smaller(item)) yield Object.fromEntries(entries.with(at, [key, less]))
  }
}

/** Shorter by characters, not by halves of them: a vector is UTF-8. */
function* smallerTexts(text: string): Generator<string> {
  const characters = [...text]
  if (characters.length === 0) return
  yield ''
  for (let length = characters.length >> 1; length > 0; length >>= 1) {
    yield characters.slice(length).join('')
    yield characters.slice(0, -length).join('')
  }
}

import { type FieldType, KINDS, type StructType } from './schema.ts'

export interface Suggestion {
  /** The field of the same struct that was probably meant. */
  readonly field?: string
  readonly fix: string
}

/** What an unknown field was probably meant to be: a field with a similar name, or one that belongs elsewhere. */
export function suggestField(name: string, type: StructType, given: ReadonlySet<string>): Suggestion | undefined {
  const free = [...type.fields.keys()].filter((field) => !given.has(field))
  const field = nearest(name, free)
  if (field !== undefined) return { field, fix: `Did you mean “${field}”?` }
  const home = homeOf(name, type)
  if (home !== undefined) return { fix: home }
  const taken = nearest(name, [...type.fields.keys()])
  return taken === undefined ? undefined : { fix: `Did you mean “${taken}”? It is already given here.` }
}

/** The candidate that is written most like `name`, if any is close enough to be a slip. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best !== undefined && bestDistance <= allowedSlips(name, best) ? best : undefined
}

function allowedSlips(name: string, candidate: string): number {
  const length = Math.min(name.length, candidate.length)
  if (length <= 3) return 0
  return length <= 6 ? 1 : 2
}

/** No name that is looked for is longer, and the distance takes time by the product of lengths. */
const LONGEST_NAME = 64

/** How many characters are to be inserted, removed, replaced or swapped with the next to get from one text to the other. */
function editDistance(from: string, to: string): number {
  if (from === to) return 0
  if (from.length > LONGEST_NAME || Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      let distance = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        distance = Math.min(distance, (beforeLast[j - 2] as number) + 1)
      }
      row.push(distance)
    }
    beforeLast = last
    last = row
  }
  return last[to.length] as number
}

/** Where a field of that name belongs, when it is a field of something else. */
function homeOf(name: string, type: StructType): string | undefined {
  for (const [field, { type: fieldType }] of type.fields) {
    if (structOf(fieldType)?.fields.has(name) === true) {
      return `“${name}” belongs under “${field}”${fieldType.is === 'list' ? ', in an entry of its list' : ''}: indent it further.`
    }
  }
  const kinds = Object.values(KINDS).filter(({ fields }) => fields.has(name))
  if (kinds.length === 0) return undefined
  return Object.values(KINDS).includes(type)
    ? `Remove it, or change “kind”: it is a field of ${kinds.map((kind) => kind.name).join(' and ')}.`
    : `“${name}” belongs at the top level of the object: indent it like “kind”.`
}

function structOf(type: FieldType): StructType | undefined {
  if (type.is === 'struct') return type.struct
  return type.is === 'list' ? structOf(type.of) : undefined
}

import type { Policy } from '../kube/index.ts'
import { type FieldType, fieldIn, placeAt, type StructType } from '../policy/index.ts'
import type { Completion, Hover } from './completion.ts'
import { descriptionOf } from './field-descriptions.ts'
import { listCompletion, literalCompletion, scalarCompletion } from './insertion.ts'
import { type JsonSchema, structOf } from './json-schema.ts'
import { keyCompletions } from './keys.ts'
import { prose } from './prose.ts'
import { neighbours } from './rule-text.ts'
import { type Site, sitesAt } from './site.ts'

const structs = new WeakMap<JsonSchema, StructType>()

function rootOf(schema: JsonSchema): StructType {
  const known = structs.get(schema)
  if (known !== undefined) return known
  const root = structOf(schema, 'document')
  structs.set(schema, root)
  return root
}

/**
 * Completions at a place of a text that a JSON Schema describes: the missing fields of a mapping, and the values of a
 * field. `read` is the result of {@link readPolicy} for the text, for its trees.
 */
export function completeBySchema(read: Policy, offset: number, schema: JsonSchema): readonly Completion[] {
  if (offset < 0 || offset > read.text.length) return []
  return sitesAt(read, offset, rootOf(schema)).flatMap((site) => completionsAt(site, read))
}

function completionsAt(site: Site, read: Policy): readonly Completion[] {
  const { type, wants } = site
  if (wants === 'key') return keyCompletions(site, read)
  if (wants === 'item' && type.is === 'struct') return [nextEntry(site)]
  const given = new Set(neighbours(site).flatMap((node) => (node.kind === 'scalar' ? [node.value] : [])))
  const candidates = textsOf(type.is === 'list' ? type.of : type)
    .filter((value) => !given.has(value))
    .map((value) => ({ value, kind: 'value', detail: '', about: [] }) as const)
  if (type.is === 'list') return candidates.map((candidate) => listCompletion(candidate, site))
  return [
    ...candidates.map((candidate) => scalarCompletion(candidate, site, 'unknown')),
    ...literalsOf(type).map((value) => literalCompletion(value, site)),
  ]
}

function textsOf(type: FieldType): readonly string[] {
  if (type.is === 'struct') return type.texts ?? []
  return type.is === 'string' ? (type.values ?? []) : []
}

function literalsOf(type: FieldType): readonly (number | boolean)[] {
  if (type.is === 'boolean') return [true, false]
  return type.is === 'integer' ? (type.values ?? []) : []
}

function nextEntry({ touching, word }: Site): Completion {
  const insert = `${touching ? ' ' : ''}- `
  return { label: '-', kind: 'field', detail: 'one more entry', about: [], insert, more: true, replace: word }
}

/** The description of the field at a place, from a JSON Schema. */
export function hoverBySchema(read: Policy, offset: number, schema: JsonSchema): Hover | undefined {
  const place = placeAt(read, offset)
  if (place?.node === undefined || place.role === 'gap') return undefined
  const path = typeof place.path.at(-1) === 'number' ? place.path.slice(0, -1) : place.path
  const field = fieldIn(rootOf(schema), path)
  if (field === undefined) return undefined
  const description = descriptionOf(field)
  if (description === '') return undefined
  // A text of several lines is not a word: its description is shown at its key.
  if (place.role === 'value' && read.text.slice(place.span.start, place.span.end).includes('\n')) return undefined
  return {
    range: read.lines.range(place.span),
    paragraphs: [[{ code: field.name }, ': ', ...prose(description)]],
  }
}

import { nearest } from '../../text/index.ts'
import { type FieldType, KINDS, type StructType } from '../schema/rbac-schema.ts'

export interface Suggestion {
  /** The field of the same struct that was probably meant. */
  readonly field?: string
  readonly fix: string
}

/** Finds the field that an unknown field was probably meant to be: one with a similar name, or one of another struct. */
export function suggestField(name: string, type: StructType, given: ReadonlySet<string>): Suggestion | undefined {
  const free = [...type.fields.keys()].filter((field) => !given.has(field))
  const field = nearest(name, free)
  if (field !== undefined) return { field, fix: `Did you mean “${field}”?` }
  const home = homeOf(name, type)
  if (home !== undefined) return { fix: home }
  const taken = nearest(name, [...type.fields.keys()])
  return taken === undefined ? undefined : { fix: `Did you mean “${taken}”? It is already given here.` }
}

/** Says which struct or kind has a field of that name. */
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

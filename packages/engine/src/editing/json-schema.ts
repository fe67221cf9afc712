import type { FieldSchema, FieldType, StructType } from '../policy/index.ts'

/** The keywords of JSON Schema that are read here: those that describe fields and values. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  /** The first form is the one that is completed; where it is a mapping, the texts of the others are, too. */
  readonly anyOf?: readonly JsonSchema[]
  /** Values among others, to complete. */
  readonly examples?: readonly unknown[]
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  /** For texts that contain another language and are written over several lines. */
  readonly contentMediaType?: string
}

/** The mapping that a JSON Schema describes, as a `FieldSchema`. Keywords that are not read allow any value. */
export function structOf(schema: JsonSchema, name: string): StructType {
  const fields = Object.entries(schema.properties ?? {}).map(([field, about]): readonly [string, FieldSchema] => [
    field,
    { name: field, of: name, type: typeOf(about, field), description: about.description ?? '' },
  ])
  return { name, fields: new Map(fields) }
}

function valuesOf(schema: JsonSchema): readonly unknown[] {
  return schema.enum ?? schema.examples ?? ('const' in schema ? [schema.const] : [])
}

function typeOf(schema: JsonSchema, name: string): FieldType {
  const [first, ...others] = schema.anyOf ?? []
  if (first !== undefined) {
    const type = typeOf({ examples: schema.examples ?? [], ...first }, name)
    const texts = others.flatMap(valuesOf).filter((value) => typeof value === 'string')
    return type.is === 'struct' && texts.length > 0 ? { ...type, texts } : type
  }
  const values = valuesOf(schema)
  if (values.length > 0 && values.every((value) => typeof value === 'number')) {
    return { is: 'integer', go: 'integer', values }
  }
  switch (schema.type) {
    case 'string': {
      const texts = values.filter((value) => typeof value === 'string')
      const block = schema.contentMediaType === undefined ? {} : ({ block: '|' } as const)
      return { is: 'string', go: 'string', ...block, ...(texts.length > 0 && { values: texts }) }
    }
    case 'boolean':
    case 'integer':
      return { is: schema.type, go: schema.type }
    case 'array':
      return { is: 'list', go: 'array', of: typeOf(schema.items ?? {}, name) }
    case 'object': {
      if (schema.properties !== undefined) return { is: 'struct', go: 'object', struct: structOf(schema, name) }
      const { additionalProperties: of } = schema
      return { is: 'map', go: 'object', of: typeof of === 'object' ? typeOf(of, name) : { is: 'any', go: 'any' } }
    }
    default:
      return { is: 'any', go: 'any' }
  }
}

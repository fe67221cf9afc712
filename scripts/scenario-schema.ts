import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOCUMENT, type Shape } from '@authz-playground/engine/scenario-file'
import { root } from './files.mjs'
import { FIELDS, type Fields } from './scenario-fields.ts'

/**
 * Where the JSON Schema of scenario documents lies: beside the site, so that editors can be pointed to it, and in the
 * engine, for the editor of the playground.
 */
export const SCHEMA_FILES = ['public', 'packages/engine'].map((folder) => join(root, folder, 'scenario.schema.json'))

/** The JSON Schema of scenario documents, made of what the engine reads them by. */
export function scenarioSchema(): string {
  const schema = {
    ...withSentences(schemaOf(DOCUMENT), FIELDS),
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Scenario of the authorization playground',
  }
  return `${JSON.stringify(schema, undefined, 2)}\n`
}

interface Schema {
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly [keyword: string]: unknown
}

/** What YAML makes of a sentence with a colon: “portal, GET /healthz: 200”. */
const ONE_ENTRY: Schema = {
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: { type: ['string', 'integer'] },
}

/** What JSON Schema has no words for (that a mapping from any keys holds lists) the engine alone checks. */
function schemaOf(shape: Shape): Schema {
  switch (shape.is) {
    case 'text':
      return { type: 'string', ...shape.holds }
    case 'boolean':
      return { type: 'boolean' }
    case 'number':
      return {
        type: shape.whole ? 'integer' : 'number',
        ...(shape.least !== undefined && { minimum: shape.least }),
      }
    case 'one':
      return shape.of.length === 1 ? { const: shape.of[0] } : { enum: shape.of, type: typeof shape.of[0] }
    case 'sentence':
      return { anyOf: [{ type: 'string' }, ONE_ENTRY], ...shape.holds }
    case 'sentences':
      return {
        anyOf: [{ type: 'string' }, ONE_ENTRY, { type: 'array', items: { anyOf: [{ type: 'string' }, ONE_ENTRY] } }],
      }
    case 'text-or':
      return { anyOf: [{ type: 'string' }, schemaOf(shape.mapping)] }
    case 'list':
      return { type: 'array', items: schemaOf(shape.of), ...(shape.notEmpty && { minItems: 1 }) }
    case 'map':
      return { type: 'object' }
    case 'mapping': {
      const properties = Object.entries(shape.fields).map(([name, field]) => [name, schemaOf(field)] as const)
      return {
        type: 'object',
        properties: Object.fromEntries(properties),
        required: shape.needs,
        additionalProperties: false,
      }
    }
  }
}

/** Adds what the fields hold. Throws where a field has no sentence, and where a sentence has no field. */
function withSentences(schema: Schema, fields: Fields): Schema {
  const { items, properties = {} } = schema
  if (items !== undefined) return { ...schema, items: withSentences(items, fields) }
  const [unknown] = Object.keys(fields).filter((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined) throw new Error(`scenario-fields.ts describes “${unknown}”, which is not a field`)
  const told = Object.entries(properties).map(([name, property]) => {
    const field = fields[name]
    if (field === undefined) throw new Error(`scenario-fields.ts lacks “${name}”`)
    const [description, inside] = typeof field === 'string' ? [field] : field
    return [name, { ...(inside ? withSentences(property, inside) : property), description }]
  })
  return { ...schema, properties: Object.fromEntries(told) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of SCHEMA_FILES) writeFileSync(file, scenarioSchema())
}

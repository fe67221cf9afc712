import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOCUMENT } from '@authz-playground/engine/document'
import { toJsonSchema } from '@valibot/to-json-schema'
import { root } from './files.mjs'
import { FIELDS, type Fields } from './scenario-fields.ts'

/**
 * Where the JSON Schema of scenario documents lies: beside the site, so that editors can be pointed to it, and in the
 * engine, for the editor of the playground.
 */
export const SCHEMA_FILES = ['public', 'packages/engine'].map((folder) => join(root, folder, 'scenario.schema.json'))

/** The JSON Schema of scenario documents, made of what the engine reads them by. */
export function scenarioSchema(): string {
  const schema = toJsonSchema(DOCUMENT, {
    // What only code can check: that a mapping is no list, and mappings from any keys.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'custom' ? { ...jsonSchema, type: 'object' } : undefined,
    // Metadata are keywords of JSON Schema.
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'metadata' ? { ...jsonSchema, ...metadataOf(valibotAction) } : undefined,
    errorMode: 'ignore',
  })
  return `${JSON.stringify({ ...withSentences(schema, FIELDS), title: 'Scenario of the authorization playground' }, undefined, 2)}\n`
}

type Schema = ReturnType<typeof toJsonSchema>

/** Adds what the fields hold. Throws where a field has no sentence, and where a sentence has no field. */
function withSentences(schema: Schema, fields: Fields): Schema {
  const { items, properties = {} } = schema
  if (typeof items === 'object' && !Array.isArray(items)) return { ...schema, items: withSentences(items, fields) }
  const [unknown] = Object.keys(fields).filter((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined) throw new Error(`scenario-fields.ts tells of “${unknown}”, which is no field`)
  const told = Object.entries(properties).map(([name, property]) => {
    const field = fields[name]
    if (field === undefined || typeof property === 'boolean') throw new Error(`scenario-fields.ts lacks “${name}”`)
    const [description, inside] = typeof field === 'string' ? [field] : field
    return [name, { ...(inside ? withSentences(property, inside) : property), description }]
  })
  return { ...schema, properties: Object.fromEntries(told) }
}

function metadataOf(action: object): object {
  return 'metadata' in action && typeof action.metadata === 'object' ? (action.metadata ?? {}) : {}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of SCHEMA_FILES) writeFileSync(file, scenarioSchema())
}

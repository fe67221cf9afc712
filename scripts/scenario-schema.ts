import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOCUMENT } from '@authz-playground/engine/document'
import { toJsonSchema } from '@valibot/to-json-schema'
import { root } from './files.mjs'

/** Where the JSON Schema of scenario documents lies: beside the site, so that editors can be pointed to it. */
export const SCHEMA_FILE = join(root, 'public', 'scenario.schema.json')

/** The JSON Schema of scenario documents, made of what the engine reads them by. */
export function scenarioSchema(): string {
  const schema = toJsonSchema(DOCUMENT, {
    // What only code can check: that a mapping is no list, and mappings from any keys.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'custom' ? { ...jsonSchema, type: 'object' } : undefined,
    errorMode: 'ignore',
  })
  return `${JSON.stringify({ ...schema, title: 'Scenario of the authorization playground' }, undefined, 2)}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SCHEMA_FILE, scenarioSchema())

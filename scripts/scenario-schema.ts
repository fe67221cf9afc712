import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOCUMENT } from '@authz-playground/engine/documents'
import { COURSE } from '@authz-playground/engine/internal/course'
import type { Shape } from '@authz-playground/engine/internal/scenario-file'
import { COURSE_FIELDS } from './course-fields.ts'
import { DESIGN_SCHEMA } from './design-schema.ts'
import { root } from './files.mjs'
import { FIELDS, type Fields } from './scenario-fields.ts'

/** A JSON Schema, and the files that hold it. */
export interface SchemaFile {
  /** Beside the site, so that editors can be pointed to it, and in the engine, for the editor of the playground. */
  readonly files: readonly string[]
  readonly text: string
}

/** The JSON Schemas of scenario documents, courses and designs, made of what the engine reads them by. */
export function documentSchemas(): readonly SchemaFile[] {
  return [
    schemaFile('scenario', 'Scenario of the authorization playground', withSentences(schemaOf(DOCUMENT), FIELDS)),
    schemaFile('course', 'Course of the authorization playground', withSentences(schemaOf(COURSE), COURSE_FIELDS)),
    schemaFile('design', 'Design of the authorization playground', DESIGN_SCHEMA),
  ]
}

function schemaFile(name: string, title: string, about: Schema): SchemaFile {
  const schema = {
    ...about,
    $schema: 'http://json-schema.org/draft-07/schema#',
    title,
  }
  return {
    files: ['public', 'packages/engine'].map((folder) => join(root, folder, `${name}.schema.json`)),
    text: `${JSON.stringify(schema, undefined, 2)}\n`,
  }
}

interface Schema {
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
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

const ONE_SENTENCE: Schema = { anyOf: [{ type: 'string' }, ONE_ENTRY] }

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
      return { ...ONE_SENTENCE, ...shape.holds }
    case 'sentences':
      return { anyOf: [{ type: 'string' }, ONE_ENTRY, { type: 'array', items: ONE_SENTENCE }] }
    case 'text-or':
      // The editor of the playground completes the first form.
      return { anyOf: [schemaOf(shape.mapping), { type: 'string' }] }
    case 'list':
      return {
        type: 'array',
        items: schemaOf(shape.of),
        ...(shape.notEmpty && { minItems: 1 }),
        ...(shape.most !== undefined && { maxItems: shape.most }),
      }
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(shape.of) }
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
  const { items, anyOf, properties } = schema
  if (items !== undefined) return { ...schema, items: withSentences(items, fields) }
  if (properties === undefined && anyOf !== undefined)
    return { ...schema, anyOf: anyOf.map((one) => (one.properties === undefined ? one : withSentences(one, fields))) }
  const described = properties ?? {}
  const [unknown] = Object.keys(fields).filter((name) => !Object.hasOwn(described, name))
  if (unknown !== undefined) throw new Error(`a sentence describes “${unknown}”, which is not a field`)
  const told = Object.entries(described).map(([name, property]) => {
    const field = fields[name]
    if (field === undefined) throw new Error(`no sentence describes “${name}”`)
    const [description, inside] = typeof field === 'string' ? [field] : field
    return [name, { ...(inside ? withSentences(property, inside) : property), description }]
  })
  return { ...schema, properties: Object.fromEntries(told) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { files, text } of documentSchemas()) for (const file of files) writeFileSync(file, text)
}

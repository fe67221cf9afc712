/** The part of JSON Schema that {@link SARIF} needs. */
export interface Schema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean'
  readonly required?: readonly string[]
  /** No other property is allowed. */
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly pattern?: RegExp
}

const TEXT: Schema = { type: 'string' }
const COUNT: Schema = { type: 'integer', minimum: 0 }
const POSITION: Schema = { type: 'integer', minimum: 1 }

function object(required: Readonly<Record<string, Schema>>, more: Readonly<Record<string, Schema>> = {}): Schema {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...more } }
}

function list(items: Schema): Schema {
  return { type: 'array', items }
}

const LEVEL: Schema = { type: 'string', enum: ['none', 'note', 'warning', 'error'] }
const MESSAGE = object({ text: TEXT })
const REGION = object({}, { startLine: POSITION, startColumn: POSITION, endLine: POSITION, endColumn: POSITION })
/** A relative reference has no blank, quote or bracket in it. */
const URI: Schema = { type: 'string', pattern: /^[^\s"<>\\^`{|}]*$/ }
const ARTIFACT_LOCATION = object({}, { uri: URI, index: COUNT })
const RULE = object(
  { id: TEXT },
  { shortDescription: MESSAGE, help: MESSAGE, defaultConfiguration: object({}, { level: LEVEL }) },
)
const FIX = object(
  {
    artifactChanges: list(
      object({
        artifactLocation: ARTIFACT_LOCATION,
        replacements: list(object({ deletedRegion: REGION }, { insertedContent: object({}, { text: TEXT }) })),
      }),
    ),
  },
  { description: MESSAGE },
)
const LOCATIONS = list(
  object({}, { physicalLocation: object({}, { artifactLocation: ARTIFACT_LOCATION, region: REGION }) }),
)
const RESULT = object(
  { message: MESSAGE },
  { ruleId: TEXT, ruleIndex: COUNT, level: LEVEL, locations: LOCATIONS, fixes: list(FIX) },
)
const INVOCATION = object(
  { executionSuccessful: { type: 'boolean' } },
  { toolExecutionNotifications: list(object({ message: MESSAGE }, { level: LEVEL, locations: LOCATIONS })) },
)

/** What `sarif-schema-2.1.0.json` of OASIS requires of the properties that the lint writes, and no other properties. */
export const SARIF: Schema = object(
  {
    version: { type: 'string', enum: ['2.1.0'] },
    runs: list(
      object(
        {
          tool: object({
            driver: object({ name: TEXT }, { semanticVersion: TEXT, rules: list(RULE) }),
          }),
        },
        {
          invocations: list(INVOCATION),
          columnKind: { type: 'string', enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          artifacts: list(object({}, { location: ARTIFACT_LOCATION })),
          results: list(RESULT),
        },
      ),
    ),
  },
  { $schema: URI },
)

/** The places of a value that are not as a schema asks; none where all are. */
export function violations(value: unknown, schema: Schema, at = ''): readonly string[] {
  if (typeOf(value) !== schema.type) return [`${at} is no ${schema.type}`]
  if (typeof value === 'string' && (schema.enum?.includes(value) === false || schema.pattern?.test(value) === false)) {
    return [`${at}: ${value}`]
  }
  if (typeof value === 'number' && value < (schema.minimum ?? value)) return [`${at}: ${value}`]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => (schema.items ? violations(item, schema.items, `${at}[${index}]`) : []))
  }
  if (typeof value !== 'object' || value === null) return []
  const missing = (schema.required ?? [])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${at}.${name} is missing`)
  const inside = Object.entries(value).flatMap(([name, one]) => {
    const own = schema.properties?.[name]
    return own === undefined ? [`${at}.${name} is not known`] : violations(one, own, `${at}.${name}`)
  })
  return [...missing, ...inside]
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

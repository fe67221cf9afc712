import type { Diagnostic } from '../text/index.ts'
import { isJsonObject, type JsonObject, type JsonPath, type JsonValue } from '../yaml/index.ts'
import { METADATA, REGISTERED } from './built-in.ts'
import { isList, textOf } from './json.ts'
import { PARAMETER_EXPRESSION } from './parameter-expression.ts'
import { errorAt, type PlacedText } from './problem.ts'
import type { ParameterLanguage, Permission, SchemaNode, Treatment } from './schema.ts'

/** A version of a custom resource, from its CustomResourceDefinition. */
export interface CustomResource {
  readonly apiGroup: string
  readonly apiVersion: string
  readonly resource: string
  readonly schema: SchemaNode
  /** Whether it has the subresource `status`. */
  readonly status: boolean
}

/**
 * The markers. KEP-3617 prints the first one for CRDs and the others only for Go types; their keys here follow the pattern
 * of the first. `x-kubernetes-permission-excluded` is true, or a list of the values that the ordinary verb may not set.
 */
const MARKERS = {
  verb: 'x-kubernetes-permission-verb',
  source: 'x-kubernetes-permission-parameter-source',
  by: 'x-kubernetes-permission-parameterized-by',
  treatment: 'x-kubernetes-permission-parameter-treatment',
  expression: PARAMETER_EXPRESSION,
  excluded: 'x-kubernetes-permission-excluded',
} as const
const MARKER_KEYS: ReadonlySet<string> = new Set(Object.values(MARKERS))
const MARKER_PREFIX = 'x-kubernetes-permission-'
/** "The permission name MUST be in lowerCamelCase" (KEP-3617, Style Guide). */
const LOWER_CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/

/** Reads CustomResourceDefinitions. Each mistake is an error at its place. */
export function readCRD(
  placed: PlacedText,
  language?: ParameterLanguage,
): {
  readonly resources: readonly CustomResource[]
  readonly diagnostics: readonly Diagnostic[]
} {
  const reader = new Reader(placed, language)
  return { resources: reader.resources(), diagnostics: reader.diagnostics }
}

class Reader {
  readonly diagnostics: Diagnostic[] = []

  constructor(
    readonly placed: PlacedText,
    readonly language: ParameterLanguage | undefined,
  ) {}

  resources(): readonly CustomResource[] {
    const crd = this.placed.document.value
    if (!isJsonObject(crd) || crd.kind !== 'CustomResourceDefinition') {
      this.#error(['kind'], 'no-crd', 'A CustomResourceDefinition is expected here.', 'kind: CustomResourceDefinition')
      return []
    }
    const spec = isJsonObject(crd.spec) ? crd.spec : undefined
    const names = isJsonObject(spec?.names) ? spec.names : undefined
    const [group, plural, versions] = [spec?.group, names?.plural, spec?.versions]
    if (typeof group !== 'string' || typeof plural !== 'string' || !isList(versions)) {
      this.#error(['spec'], 'incomplete-crd', 'This definition lacks spec.group, spec.names.plural or spec.versions.')
      return []
    }
    return versions.flatMap((version, index) => this.#version(version, ['spec', 'versions', index], group, plural))
  }

  #version(version: JsonValue, path: JsonPath, apiGroup: string, resource: string): readonly CustomResource[] {
    if (!isJsonObject(version) || typeof version.name !== 'string') {
      this.#error(path, 'incomplete-crd', 'A version has a name.', 'name: v1')
      return []
    }
    const schema = isJsonObject(version.schema) ? version.schema.openAPIV3Schema : undefined
    if (!isJsonObject(schema)) {
      const message = `The version ${version.name} has no schema, so the permissions of its fields are unknown.`
      this.#error(path, 'no-schema', message, 'Write schema: and openAPIV3Schema: in it.')
      return []
    }
    const root = this.#node(schema, [...path, 'schema', 'openAPIV3Schema'], undefined)
    const subresources = isJsonObject(version.subresources) ? version.subresources : undefined
    return [
      {
        apiGroup,
        apiVersion: version.name,
        resource,
        schema: withMetadata(root),
        status: subresources?.status !== undefined,
      },
    ]
  }

  /** `supplied` has the parameters that enclosing fields supply. */
  #node(schema: JsonObject, path: JsonPath, supplied: Supplied | undefined): SchemaNode {
    for (const key of Object.keys(schema)) {
      if (!key.startsWith(MARKER_PREFIX) || MARKER_KEYS.has(key)) continue
      this.#error(
        [...path, key],
        'unknown-marker',
        `There is no marker ${key}.`,
        `One of ${[...MARKER_KEYS].join(', ')}.`,
      )
    }
    const properties = isJsonObject(schema.properties) ? schema.properties : undefined
    const own = [schema, ...Object.values(properties ?? {})].flatMap((one) => {
      const source = isJsonObject(one) ? one[MARKERS.source] : undefined
      return typeof source === 'string' ? [source] : []
    })
    const inner = own.length === 0 ? supplied : { names: new Set(own), around: supplied }
    const child = (value: JsonValue | undefined, ...steps: JsonPath): SchemaNode | undefined =>
      isJsonObject(value) ? this.#node(value, [...path, ...steps], inner) : undefined
    const fields = Object.entries(properties ?? {}).flatMap(([name, value]): [string, SchemaNode][] => {
      const node = child(value, 'properties', name)
      return node === undefined ? [] : [[name, node]]
    })
    const source = this.#text(schema, MARKERS.source, path)
    const permission = this.#permission(schema, path, inner)
    const items = child(schema.items, 'items')
    const entries = child(schema.additionalProperties, 'additionalProperties')
    const list = schema['x-kubernetes-list-type']
    const keys = schema['x-kubernetes-list-map-keys']
    const node: SchemaNode = {
      ...(permission && { permission }),
      ...(source !== undefined && { emits: source }),
      ...(properties && { fields: new Map(fields) }),
      ...(entries && { entries }),
      ...(items && { items }),
      ...((list === 'set' || list === 'map') && { list }),
      ...(isList(keys) && { keys: keys.map(textOf) }),
      ...(schema['x-kubernetes-map-type'] === 'atomic' && { atomic: true }),
    }
    return schema['x-kubernetes-embedded-resource'] === true ? withMetadata(node) : node
  }

  #permission(schema: JsonObject, path: JsonPath, supplied: Supplied | undefined): Permission | undefined {
    const name = this.#text(schema, MARKERS.verb, path)
    const by = this.#text(schema, MARKERS.by, path)
    const written = this.#text(schema, MARKERS.treatment, path)
    const process = this.#process(this.#text(schema, MARKERS.expression, path), [...path, MARKERS.expression])
    const excluded = schema[MARKERS.excluded]
    if (name === undefined) {
      const lonely = [MARKERS.by, MARKERS.treatment, MARKERS.expression, MARKERS.excluded].find(
        (key) => schema[key] !== undefined,
      )
      if (lonely !== undefined && schema[MARKERS.verb] === undefined)
        this.#error(
          [...path, lonely],
          'marker-without-verb',
          `${lonely} describes a verb, but no verb is named here.`,
          `Write ${MARKERS.verb}: beside it.`,
        )
      return undefined
    }
    if (!LOWER_CAMEL_CASE.test(name)) {
      const message = `“${name.slice(0, 60)}” is not a permission: its name must be in lowerCamelCase.`
      this.#error(
        [...path, MARKERS.verb],
        'bad-permission-name',
        message,
        'Use letters and digits, with a lower-case letter first.',
      )
    }
    if (by !== undefined && !isSupplied(by, supplied)) {
      const message = `Nothing in the path of this field supplies the parameter “${by.slice(0, 60)}”.`
      this.#error(
        [...path, MARKERS.by],
        'no-parameter-source',
        message,
        `Write ${MARKERS.source}: ${by} at the field that supplies it.`,
      )
    }
    if (written !== undefined && written !== 'slash-delimited-prefix') {
      const message = `“${written.slice(0, 60)}” is not a treatment of the KEP.`
      this.#error(
        [...path, MARKERS.treatment],
        'unknown-treatment',
        message,
        'slash-delimited-prefix, or remove the marker.',
      )
    }
    if (excluded !== undefined && typeof excluded !== 'boolean' && !isList(excluded)) {
      this.#error([...path, MARKERS.excluded], 'bad-excluded', 'This is true, or a list of values.', 'true')
    }
    const treatment: Treatment = written === 'slash-delimited-prefix' ? written : 'verbatim'
    return {
      name,
      ...(by !== undefined && { parameter: { source: by, treatment, ...(process && { process }) } }),
      ...(excluded === true && { excluded: 'always' as const }),
      ...(isList(excluded) && { excluded }),
      ...(!REGISTERED.has(name) && { custom: true as const }),
      at: { of: this.placed, path: [...path, MARKERS.verb] },
    }
  }

  #process(expression: string | undefined, path: JsonPath) {
    if (expression === undefined) return undefined
    if (this.language === undefined) throw new Error(`${PARAMETER_EXPRESSION} needs a language`)
    const read = this.language.parameter(expression)
    if ('process' in read) return read.process
    for (const { code, message, fix } of read.problems) this.#error(path, code, message, fix)
    return undefined
  }

  #text(schema: JsonObject, key: string, path: JsonPath): string | undefined {
    const value = schema[key]
    if (value === undefined || (typeof value === 'string' && value !== '')) return value
    this.#error([...path, key], 'bad-marker', `The value of ${key} is a text.`)
    return undefined
  }

  #error(path: JsonPath, code: string, message: string, fix?: string): void {
    this.diagnostics.push(errorAt(this.placed, path, { code, message, ...(fix !== undefined && { fix }) }))
  }
}

/** The parameters that a schema, its fields and the enclosing schemas supply. */
interface Supplied {
  readonly names: ReadonlySet<string>
  readonly around: Supplied | undefined
}

function isSupplied(name: string, supplied: Supplied | undefined): boolean {
  for (let scope = supplied; scope !== undefined; scope = scope.around) if (scope.names.has(name)) return true
  return false
}

/** Adds ObjectMeta, which custom objects have too. */
function withMetadata(node: SchemaNode): SchemaNode {
  return { ...node, fields: new Map([...(node.fields ?? []), ['metadata', METADATA]]) }
}

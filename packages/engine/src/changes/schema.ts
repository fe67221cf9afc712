import type { JsonValue } from '../yaml/index.ts'
import type { Spot } from './problem.ts'

/** How a parameter is made from a value of the field path (KEP-3617, "Complete List of parameter treatments"). */
export type Treatment = 'verbatim' | 'slash-delimited-prefix'

/** The result of an expression for a parameter. */
export type Processed = { readonly text: string } | { readonly error: string }

/** The language of expressions that process parameters. The caller passes it, because its library is large (`cel/`). */
export interface ParameterLanguage {
  /** Reads an expression over `parameter`. Accepts any text and never throws. */
  readonly parameter: (
    text: string,
  ) =>
    | { readonly process: (parameter: string) => Processed }
    | { readonly problems: readonly { readonly code: string; readonly message: string; readonly fix: string }[] }
}

/** The permission of a field: the verb’s name, and whether the ordinary verb covers the field. */
export interface Permission {
  /** `labels`; the verb is `granular:labels`. */
  readonly name: string
  readonly parameter?: {
    readonly source: string
    readonly treatment: Treatment
    /** Replaces `treatment` where a CEL expression processes the parameter. */
    readonly process?: (parameter: string) => Processed
  }
  /** The ordinary verb does not cover the field: never, or not where it becomes one of these values. */
  readonly excluded?: 'always' | readonly JsonValue[]
  /** Whether the author of a CRD named it, not Kubernetes. */
  readonly custom?: true
  /** Its place in the CRD. */
  readonly at?: Spot
}

/** The schema of a field: its permission, and how its lists and maps are merged and compared. */
export interface SchemaNode {
  readonly permission?: Permission
  /** The name of the parameter that the field supplies: the value of a scalar, the keys of a map. */
  readonly emits?: string
  readonly fields?: ReadonlyMap<string, SchemaNode>
  /** The values of a map. */
  readonly entries?: SchemaNode
  readonly items?: SchemaNode
  /**
   * Entries of the list are identified by value (`set`) or by `keys` (`map`). Absent where merges replace the list as a
   * whole.
   */
  readonly list?: 'set' | 'map'
  readonly keys?: readonly string[]
  /** The values of keys that an entry omits. */
  readonly keyDefaults?: Readonly<Record<string, JsonValue>>
  /** Merges replace the map as a whole. */
  readonly atomic?: true
}

/** The schema of a field or entry. Undefined where there is none. */
export function schemaOf(node: SchemaNode | undefined, field: string): SchemaNode | undefined {
  return node?.fields?.get(field) ?? node?.entries
}

/** A schema with fields. */
export function struct(fields: Readonly<Record<string, SchemaNode>>, more: SchemaNode = {}): SchemaNode {
  return { ...more, fields: new Map(Object.entries(fields)) }
}

/** A list whose entries are identified by keys. The first key is the merge key of strategic merge patches. */
export function keyed(keys: readonly string[], items: SchemaNode = {}, more: SchemaNode = {}): SchemaNode {
  return { ...more, list: 'map', keys, items }
}

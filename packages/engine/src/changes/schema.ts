import type { JsonValue } from '../yaml/index.ts'
import type { Spot } from './problem.ts'

/** How a parameter is made of what the field path supplies (KEP-3617, "Complete List of parameter treatments"). */
export type Treatment = 'verbatim' | 'slash-delimited-prefix'

/** What an expression made of a parameter. */
export type Processed = { readonly text: string } | { readonly error: string }

/**
 * Expressions that process parameters, where a definition has any. Handed in, because their library is large
 * (`conditions` has CEL).
 */
export interface ParameterLanguage {
  /** Reads an expression of `parameter`. Takes any text and never throws. */
  readonly parameter: (
    text: string,
  ) =>
    | { readonly process: (parameter: string) => Processed }
    | { readonly problems: readonly { readonly code: string; readonly message: string; readonly fix: string }[] }
}

/** What guards a field: the verb’s name, and whether the ordinary verb covers it. */
export interface Permission {
  /** `labels`; the verb is `granular:labels`. */
  readonly name: string
  readonly parameter?: {
    readonly source: string
    readonly treatment: Treatment
    /** In its place, where a CEL expression processes the parameter. */
    readonly process?: (parameter: string) => Processed
  }
  /** Excluded from the ordinary verb: always, or where it becomes one of these values. */
  readonly excluded?: 'always' | readonly JsonValue[]
  /** Named by the author of a CRD, not by Kubernetes. */
  readonly custom?: true
  /** Where the CRD names it. */
  readonly at?: Spot
}

/** What is known of a field: its permission, and how lists and maps in it are merged and compared. */
export interface SchemaNode {
  readonly permission?: Permission
  /** The parameter that the field supplies: a scalar its value, a map its keys. */
  readonly emits?: string
  readonly fields?: ReadonlyMap<string, SchemaNode>
  /** The values of a map. */
  readonly entries?: SchemaNode
  readonly items?: SchemaNode
  /** A list whose entries are told apart by value (`set`) or by `keys` (`map`); else the list is one value to merges. */
  readonly list?: 'set' | 'map'
  readonly keys?: readonly string[]
  /** What stands for a key that an entry leaves out. */
  readonly keyDefaults?: Readonly<Record<string, JsonValue>>
  /** A map that merges replace as a whole. */
  readonly atomic?: true
}

/** The schema of a field or entry; undefined where nothing is known of it. */
export function schemaOf(node: SchemaNode | undefined, field: string): SchemaNode | undefined {
  return node?.fields?.get(field) ?? node?.entries
}

/** A schema with fields. */
export function struct(fields: Readonly<Record<string, SchemaNode>>, more: SchemaNode = {}): SchemaNode {
  return { ...more, fields: new Map(Object.entries(fields)) }
}

/** A list whose entries are told apart by keys. The first is the merge key of strategic merge patches. */
export function keyed(keys: readonly string[], items: SchemaNode = {}, more: SchemaNode = {}): SchemaNode {
  return { ...more, list: 'map', keys, items }
}

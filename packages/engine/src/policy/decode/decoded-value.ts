import type { ScalarNode, TreeNode } from '../../yaml/index.ts'
import type { StructType } from '../schema/rbac-schema.ts'

/** A value with the type that the schema gives it. A field that is absent or null has no entry. */
export type DecodedValue = string | number | boolean | Struct | List | StringMap | AnyValue

export interface DecodedField {
  readonly name: string
  readonly key: ScalarNode
  readonly node: TreeNode
  readonly value: DecodedValue
}

/** A mapping that has a struct's type, or a null in its place. */
export class Struct {
  constructor(
    readonly type: StructType,
    readonly node: TreeNode,
    /** In the order of the text. An array and no map, because structs have few fields. */
    readonly fields: readonly DecodedField[],
    /** Fields whose value was refused or whose key is probably misspelt: validation does not report these as missing. */
    readonly unread: readonly string[],
    /** Keys of fields that are null: an error about the field points at its key. */
    readonly nullKeys: readonly { readonly name: string; readonly key: ScalarNode }[],
  ) {}

  field(name: string): DecodedField | undefined {
    for (const field of this.fields) if (field.name === name) return field
    return undefined
  }

  /** The text of a field; empty when it is absent. */
  text(name: string): string {
    const value = this.field(name)?.value
    return typeof value === 'string' ? value : ''
  }

  struct(name: string): Struct | undefined {
    const value = this.field(name)?.value
    return value instanceof Struct ? value : undefined
  }

  list(name: string): List {
    const value = this.field(name)?.value
    return value instanceof List ? value : NO_ITEMS
  }

  /** The entries of a list of structs; empty when it is absent. */
  structs(name: string): readonly StructItem[] {
    const { items } = this.list(name)
    // The schema gives all entries of a list one type.
    return items[0]?.value instanceof Struct ? (items as readonly StructItem[]) : NO_STRUCTS
  }

  /** The entries of a list of strings; empty when it is absent. */
  texts(name: string): readonly TextItem[] {
    const { items } = this.list(name)
    return typeof items[0]?.value === 'string' ? (items as readonly TextItem[]) : NO_TEXTS
  }

  map(name: string): readonly MapEntry[] {
    const value = this.field(name)?.value
    return value instanceof StringMap ? value.entries : NO_ENTRIES
  }
}

export interface ListItem {
  /** Position in the document's list, from 0. */
  readonly index: number
  readonly node: TreeNode
  readonly value: DecodedValue
}

export type StructItem = ListItem & { readonly value: Struct }
export type TextItem = ListItem & { readonly value: string }

export class List {
  constructor(
    /** The entries that have the type of the list. */
    readonly items: readonly ListItem[],
    /** How many entries were written. */
    readonly length: number,
  ) {}
}

export interface MapEntry {
  readonly name: string
  readonly key: ScalarNode
  readonly node: TreeNode
  readonly value: string
  /** The written value is null; `kubectl apply` drops such an entry. */
  readonly isNull?: true
}

/** A mapping from names to strings, in the order of the text. */
export class StringMap {
  constructor(readonly entries: readonly MapEntry[]) {}
}

/** A value of a field that takes any JSON. */
export class AnyValue {
  constructor(readonly node: TreeNode) {}
}

const NO_ITEMS = new List([], 0)
const NO_STRUCTS: readonly StructItem[] = []
const NO_TEXTS: readonly TextItem[] = []
const NO_ENTRIES: readonly MapEntry[] = []

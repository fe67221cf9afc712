import type { Policy } from '../../kube/index.ts'
import type { Span, TextDocument } from '../../text/index.ts'
import type { MappingNode, MappingPair, SourceTree, TreeNode } from '../../yaml/index.ts'
import { fieldNode, mendedTree, parseJSON, scalarValue, withoutAlias, YamlProblem } from '../../yaml/index.ts'
import { fieldAt, isPolicyKind } from '../schema/policy-kinds.ts'
import type { FieldSchema, PathStep } from '../schema/rbac-schema.ts'

/** The place of an offset in a policy. Completion and hover texts come from it. */
export interface PolicyPlace {
  readonly document: TextDocument
  /** Keys and indexes from the root of the document to the node, or to where a new one would go. */
  readonly path: readonly PathStep[]
  /**
   * `key`: on a key, the last step of the path. `value`: on a value, or where one is expected. `gap`: at neither; the path
   * leads to the mapping or list that a new line here would belong to.
   */
  readonly role: 'key' | 'value' | 'gap'
  /** The key or value; empty, at the offset, where there is none yet. */
  readonly span: Span
  /** The key or value, where there is one. */
  readonly node?: TreeNode
  /** The Kubernetes object around it; absent outside of objects. */
  readonly object?: PlaceObject
}

export interface PlaceObject {
  readonly apiVersion: string
  readonly kind: string
  /** How many steps of the path lead to the object: none, or two for an entry of a list's items. */
  readonly depth: number
  readonly node: MappingNode
}

/**
 * Finds the place of an offset, also in a document that is not valid YAML yet, as far as it can be mended. Undefined on
 * a line of `---` and outside of the text.
 */
export function placeAt(policy: Policy, offset: number): PolicyPlace | undefined {
  const document = documentAt(policy, offset)
  if (document === undefined) return undefined
  const nothing: PolicyPlace = { document, path: [], role: 'gap', span: { start: offset, end: offset } }
  const root = documentTree(policy, document)
  if (root === undefined) return nothing
  const found = new Search(policy.text, offset).inside(root, [])
  const object = objectAround(root, found.path)
  return { ...nothing, ...found, ...(object === undefined ? {} : { object }) }
}

/** The schema of the field at a place; undefined where the schema has none. */
export function fieldSchemaAt({ object, path }: PolicyPlace): FieldSchema | undefined {
  if (object === undefined || !isPolicyKind(object.kind)) return undefined
  return fieldAt(object.kind, path.slice(object.depth))
}

/** The document that contains or ends at an offset; an empty one where no document has begun. */
function documentAt({ documents, text }: Policy, offset: number): TextDocument | undefined {
  if (offset < 0 || offset > text.length) return undefined
  const within = documents.find(({ start, end }) => offset >= start && offset < end)
  if (within !== undefined) return within
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  if (text.startsWith('---', lineStart)) return undefined
  const last = documents.findLast(({ end }) => offset === end)
  return last ?? { start: offset, end: offset, syntax: 'yaml' }
}

const trees = new WeakMap<TextDocument, TreeNode | 'nothing'>()

/**
 * The tree of a document, for editors. A document that is not valid YAML yet is mended first (see {@link mendedTree}).
 * Undefined when it is empty or cannot be mended. The tree is built on first use and kept, because `readPolicy` does not
 * keep its trees: for the policy of a whole cluster that would double its time.
 */
export function documentTree({ text }: Policy, document: TextDocument): TreeNode | undefined {
  const known = trees.get(document)
  if (known !== undefined) return known === 'nothing' ? undefined : known
  const { start, end, syntax } = document
  const source = text.slice(start, end)
  const tree = syntax === 'json' ? treeOfJSON(source, start) : mendedTree(source, start)
  trees.set(document, tree ?? 'nothing')
  return tree
}

function treeOfJSON(source: string, start: number): TreeNode | undefined {
  try {
    return parseJSON(source, start)
  } catch (error) {
    if (error instanceof YamlProblem) return undefined
    throw error
  }
}

/** The document around an offset with its tree, for edits; undefined where it cannot be read. */
export function sourceTreeAt(policy: Policy, offset: number): SourceTree | undefined {
  const document = documentAt(policy, offset)
  const root = document && documentTree(policy, document)
  return document && root && { text: policy.text, document, root }
}

type Found = Pick<PolicyPlace, 'path' | 'role' | 'span'> & { readonly node?: TreeNode }

class Search {
  readonly #line: Span
  /** The column of the offset. */
  readonly #column: number

  constructor(
    readonly text: string,
    readonly offset: number,
  ) {
    const start = this.#lineStart(offset)
    const lineBreak = text.indexOf('\n', offset)
    this.#line = { start, end: lineBreak === -1 ? text.length : lineBreak }
    this.#column = offset - start
  }

  #lineStart(at: number): number {
    return this.text.lastIndexOf('\n', at - 1) + 1
  }

  #columnOf(at: number): number {
    return at - this.#lineStart(at)
  }

  #isFlow(node: TreeNode): boolean {
    const first = this.text.charAt(node.start)
    return first === '[' || first === '{'
  }

  #gap(path: readonly PathStep[]): Found {
    return { path, role: 'gap', span: { start: this.offset, end: this.offset } }
  }

  #expected(path: readonly PathStep[]): Found {
    return { path, role: 'value', span: { start: this.offset, end: this.offset } }
  }

  /** The place of the offset in a node that contains it, or that it follows and belongs to. */
  inside(node: TreeNode, path: readonly PathStep[]): Found {
    if (node.kind === 'mapping') return this.#inMapping(node, path)
    if (node.kind === 'sequence') return this.#inSequence(node.items, node, path)
    if (node.end > node.start && this.offset <= node.end && this.offset >= node.start) {
      return { path, role: 'value', span: { start: node.start, end: node.end }, node }
    }
    return this.#behindScalar(node, path)
  }

  /** After a value nothing is expected. Where the value is missing, it is expected in this line or below. */
  #behindScalar(node: TreeNode, path: readonly PathStep[]): Found {
    if (node.end > node.start) return this.#gap(path.slice(0, -1))
    return node.end >= this.#line.start ? this.#expected(path) : this.#gap(path)
  }

  #inMapping(node: MappingNode, path: readonly PathStep[]): Found {
    const pair = node.pairs.findLast(({ key }) => key.start <= this.offset)
    if (pair === undefined) return this.#gap(path)
    const inner = [...path, keyText(pair.key)]
    if (this.offset <= pair.key.end) return { path: inner, role: 'key', span: pair.key, node: pair.key }
    if (this.#isFlow(node)) return this.#inFlowPair(pair, path, inner)
    // A new line belongs to the nearest mapping with less indentation.
    const own = pair.key.end < this.#line.start && !this.#covers(pair.value)
    if (own && this.#column <= this.#columnOf(pair.key.start)) return this.#gap(path)
    return this.#inValue(pair.value, inner)
  }

  #inFlowPair({ key, value }: MappingPair, path: readonly PathStep[], inner: readonly PathStep[]): Found {
    if (this.#covers(value)) return this.inside(value, inner)
    const between = this.text.slice(Math.max(key.end, value.end), this.offset)
    const before = this.text.slice(key.end, this.offset)
    return between.includes(',') || !before.includes(':') ? this.#gap(path) : this.#inValue(value, inner)
  }

  #inValue(value: TreeNode, path: readonly PathStep[]): Found {
    return this.offset < value.start ? this.#expected(path) : this.inside(value, path)
  }

  #covers({ start, end }: TreeNode): boolean {
    return this.offset >= start && this.offset <= end && end > start
  }

  #inSequence(items: readonly TreeNode[], node: TreeNode, path: readonly PathStep[]): Found {
    const index = items.findLastIndex(({ start }) => start <= this.offset)
    const item = items[index]
    if (this.#isFlow(node)) {
      if (item !== undefined && this.#covers(item)) return this.inside(item, [...path, index])
      if (this.offset >= node.end && this.text.charAt(node.end - 1) === ']') return this.#gap(path.slice(0, -1))
      const comma = item !== undefined && this.text.slice(item.end, this.offset).includes(',')
      return item === undefined || comma ? this.#expected([...path, index + 1]) : this.#gap(path)
    }
    if (item === undefined) return this.#gap(path)
    const own = item.end < this.#line.start || (item.end === item.start && item.start < this.#line.start)
    if (own && this.#column <= this.#columnOf(node.start)) return this.#gap(path)
    // Between a dash and its entry, or on the dash of the next one.
    if (this.#isOnDash()) return this.#gap(path)
    return this.inside(item, [...path, index])
  }

  #isOnDash(): boolean {
    return this.text.charAt(this.offset) === '-' && this.text.slice(this.#line.start, this.offset).trim() === ''
  }
}

function keyText(key: TreeNode): string {
  const node = withoutAlias(key)
  if (node.kind !== 'scalar') return ''
  const value = scalarValue(node)
  return value.type === 'string' ? value.value : node.value
}

/** The object that a path leads into: that of the document, or an item of its list. */
function objectAround(root: TreeNode, path: readonly PathStep[]): PlaceObject | undefined {
  const document = objectOf(root, 0)
  if (document?.kind.endsWith('List') !== true || path[0] !== 'items' || typeof path[1] !== 'number') return document
  const items = fieldNode(document.node, 'items')
  const item = items?.kind === 'sequence' ? items.items[path[1]] : undefined
  const inner = item === undefined ? undefined : objectOf(item, 2)
  // Items of a RoleList need no apiVersion and kind.
  if (inner === undefined || inner.kind !== '' || document.kind === 'List') return inner
  return { ...inner, kind: document.kind.slice(0, -'List'.length), apiVersion: document.apiVersion }
}

function objectOf(node: TreeNode, depth: number): PlaceObject | undefined {
  const mapping = withoutAlias(node)
  if (mapping.kind !== 'mapping') return undefined
  return { apiVersion: textOf(mapping, 'apiVersion'), kind: textOf(mapping, 'kind'), depth, node: mapping }
}

function textOf(mapping: MappingNode, field: string): string {
  const value = fieldNode(mapping, field)
  return value?.kind === 'scalar' ? value.value : ''
}

import type { JsonData } from '../fuzz/draft.ts'

/** A document before it is written. Unlike data it may repeat a key, and contain scalars with raw YAML. */
export type Node =
  | { readonly is: 'text'; readonly text: string }
  /** Written as it is, never in quotes: `0o17`, `~`, `*anchor`. */
  | { readonly is: 'raw'; readonly text: string }
  | { readonly is: 'list'; readonly items: readonly Node[] }
  | { readonly is: 'map'; readonly entries: readonly NodeEntry[] }
  /** A value with an anchor or a tag in front: `&a`, `!!str`. */
  | { readonly is: 'marked'; readonly mark: string; readonly of: Node }

export type NodeEntry = readonly [key: Node, value: Node]

export const text = (value: string): Node => ({ is: 'text', text: value })
export const raw = (value: string): Node => ({ is: 'raw', text: value })
export const list = (...items: readonly Node[]): Node => ({ is: 'list', items })
export const map = (...entries: readonly NodeEntry[]): Node => ({ is: 'map', entries })

export function nodeFrom(value: JsonData): Node {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return list(...value.map((item) => nodeFrom(item as JsonData)))
  if (typeof value !== 'object' || value === null) return raw(String(value))
  return map(...Object.entries(value).map(([key, item]): NodeEntry => [text(key), nodeFrom(item)]))
}

/** The path to a node: indexes of lists, and of the entries of mappings. */
export type Steps = readonly number[]

/** The path of every node of a document, the root first. */
export function* places(node: Node, before: Steps = []): Generator<readonly [Steps, Node]> {
  yield [before, node]
  if (node.is === 'marked') yield* places(node.of, [...before, 0])
  const inner = node.is === 'list' ? node.items : node.is === 'map' ? node.entries.map(([, value]) => value) : []
  for (const [at, item] of inner.entries()) yield* places(item, [...before, at])
}

/** The document with another value at a path. */
export function changedAt(node: Node, [at, ...rest]: Steps, change: (found: Node) => Node): Node {
  if (at === undefined) return change(node)
  if (node.is === 'marked') return { ...node, of: changedAt(node.of, rest, change) }
  if (node.is === 'list') {
    const item = node.items[at]
    return item === undefined ? node : { ...node, items: node.items.with(at, changedAt(item, rest, change)) }
  }
  if (node.is !== 'map') return node
  const entry = node.entries[at]
  if (entry === undefined) return node
  return { ...node, entries: node.entries.with(at, [entry[0], changedAt(entry[1], rest, change)]) }
}

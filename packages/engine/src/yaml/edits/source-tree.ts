import type { Span, TextDocument } from '../../text/index.ts'
import { type MappingNode, type MappingPair, type TreeNode, withoutAlias } from '../tree.ts'

/** A document of a text with its tree. */
export interface SourceTree {
  /** The whole text; all offsets are offsets into it. */
  readonly text: string
  readonly document: TextDocument
  readonly root: TreeNode
}

/** Where a node begins, with its tag and anchor. */
export function beginOf({ propertiesStart, start }: TreeNode): number {
  return propertiesStart ?? start
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** The end of the line of an offset, before its line break. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  let end = feed === -1 ? text.length : feed
  while (end > at && text.charAt(end - 1) === '\r') end--
  return end
}

/** The start of the next line, or the end of the text. */
export function nextLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  return feed === -1 ? text.length : feed + 1
}

/** The column of an offset, from 0. A byte order mark at the start of the text has none. */
export function columnOf(text: string, at: number): number {
  const start = lineStart(text, at)
  return at - start - (start === 0 && at > 0 && text.startsWith('\ufeff') ? 1 : 0)
}

/** Whether only blanks come before the offset in its line. */
export function isFirstInLine(text: string, at: number): boolean {
  return /^\ufeff?[ \t]*$/.test(text.slice(lineStart(text, at), at))
}

/** Whether only blanks and a comment come from the offset to the end of its line. */
export function isLastInLine(text: string, at: number): boolean {
  return /^[ \t]*(?:#.*)?$/.test(text.slice(at, lineEnd(text, at)))
}

const SPACE = /(?:\s|#[^\n]*)*/y

/** The first offset from `at` on that is neither white space nor in a comment. */
export function afterSpace(text: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.test(text)
  return SPACE.lastIndex
}

/** The last line break before a place: a text that was joined from files may have both. */
export function lineBreakOf(text: string, end: number): '\r\n' | '\n' {
  const feed = end === 0 ? -1 : text.lastIndexOf('\n', end - 1)
  return feed > 0 && text.charAt(feed - 1) === '\r' ? '\r\n' : '\n'
}

export function isFlow({ text }: SourceTree, node: TreeNode): boolean {
  return node.kind !== 'scalar' && /[[{]/.test(text.charAt(node.start))
}

export function childrenOf(node: TreeNode): readonly TreeNode[] {
  if (node.kind === 'sequence') return node.items
  return node.kind === 'mapping' ? node.pairs.flatMap(({ key, value }) => [key, value]) : []
}

/** The nodes from the root to a node, with both; undefined where it is only reached by an alias, or not in the tree. */
export function pathTo({ root }: SourceTree, node: TreeNode): readonly TreeNode[] | undefined {
  return pathFrom(root, node)
}

function pathFrom(from: TreeNode, node: TreeNode): readonly TreeNode[] | undefined {
  if (from === node) return [from]
  for (const child of childrenOf(from)) {
    if (child.start > node.start || child.end < node.end) continue
    const path = pathFrom(child, node)
    if (path !== undefined) return [from, ...path]
  }
  return undefined
}

const repeated = new WeakMap<TreeNode, ReadonlySet<TreeNode>>()

/** The nodes that aliases of the tree repeat. */
function repeatedNodes(root: TreeNode): ReadonlySet<TreeNode> {
  const known = repeated.get(root)
  if (known !== undefined) return known
  const targets = new Set<TreeNode>()
  const walk = (node: TreeNode): void => {
    if (node.kind === 'alias') targets.add(node.target)
    for (const child of childrenOf(node)) walk(child)
  }
  walk(root)
  repeated.set(root, targets)
  return targets
}

/** Whether the text of a node means this one value only: no alias leads to it or repeats a node around it. */
export function isWrittenOnce(tree: SourceTree, node: TreeNode): boolean {
  const targets = repeatedNodes(tree.root)
  return node.kind !== 'alias' && pathTo(tree, node)?.some((one) => targets.has(one)) === false
}

/** The value of a field, behind aliases; undefined where the mapping does not have it. */
export function fieldNode(mapping: MappingNode, field: string): Exclude<TreeNode, { kind: 'alias' }> | undefined {
  const value = fieldPair(mapping, field)?.value
  return value === undefined ? undefined : withoutAlias(value)
}

/** The pair of a field; undefined where the mapping does not have it. */
export function fieldPair(mapping: MappingNode, field: string): MappingPair | undefined {
  return mapping.pairs.findLast(({ key }) => key.kind === 'scalar' && key.value === field)
}

/** The innermost collections and scalar around a span, from the root on. */
export function nodesAround({ root }: SourceTree, span: Span): readonly TreeNode[] {
  const path: TreeNode[] = []
  for (
    let at: TreeNode | undefined = contains(root, span) ? root : undefined;
    at !== undefined;
    at = childAround(at, span)
  ) {
    path.push(at)
  }
  return path
}

function contains({ start, end }: TreeNode, span: Span): boolean {
  return start <= span.start && end >= span.end
}

/** The first child that contains a span. Children are in the order of the text, so that a long list is not walked. */
function childAround(node: TreeNode, span: Span): TreeNode | undefined {
  const items: readonly (TreeNode | MappingPair)[] =
    node.kind === 'sequence' ? node.items : node.kind === 'mapping' ? node.pairs : []
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (nodesOf(items[middle] as TreeNode | MappingPair)[0].start <= span.start) low = middle + 1
    else high = middle
  }
  let found: TreeNode | undefined
  for (let at = low - 1; at >= 0; at--) {
    const around = nodesOf(items[at] as TreeNode | MappingPair).find((one) => contains(one, span))
    if (around === undefined) break
    found = around
  }
  return found
}

function nodesOf(item: TreeNode | MappingPair): readonly [TreeNode, ...TreeNode[]] {
  return 'key' in item ? [item.key, item.value] : [item]
}

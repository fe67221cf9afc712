import type { MappingNode, SequenceNode, TreeNode } from '../tree.ts'
import { childrenOf, columnOf, isFirstInLine, isFlow, lineBreakOf, type SourceTree } from './source-tree.ts'
import type { ListStyle, Quotes, ValueStyle } from './value.ts'

/** The style of Kubernetes' own documents, for a text that has no list yet. */
const NO_NEIGHBOUR: ListStyle = { flow: true, quotes: '"', dash: 0 }

/** The style for values beside nodes: that of these nodes, or of the document where they show none. */
export function styleBeside(tree: SourceTree, neighbours: readonly TreeNode[]): ValueStyle {
  const { text, document, root } = tree
  const near = listsIn(neighbours)
  const lists = new Map<string | undefined, ListStyle>()
  const findList = (field: string | undefined): ListStyle => {
    const sameField = (one: FieldList) => one.field === field
    const found = near.findLast(sameField) ?? near.at(-1) ?? firstList(root, sameField) ?? firstList(root, () => true)
    return found === undefined ? NO_NEIGHBOUR : listStyle(tree, found)
  }
  const json = document.syntax === 'json' ? jsonIndent(tree) : undefined
  const compact = document.syntax === 'json' && /":[^\s]/.test(text.slice(document.start, document.end))
  const space = compact ? '' : ' '
  return {
    syntax: document.syntax,
    quotes: quotesOf(
      text,
      neighbours.flatMap((one) => (one.kind === 'mapping' ? one.pairs.map(({ value }) => value) : [])),
    ),
    keyQuotes: quotesOf(
      text,
      neighbours.flatMap((one) => (one.kind === 'mapping' ? one.pairs.map(({ key }) => key) : [])),
    ),
    list: (field) => {
      const known = lists.get(field) ?? findList(field)
      lists.set(field, known)
      return known
    },
    afterComma: space,
    afterColon: space,
    lineBreak: lineBreakOf(text, document.end),
    ...(json === undefined ? {} : { jsonIndent: json }),
  }
}

interface FieldList {
  readonly field: string | undefined
  readonly list: SequenceNode
  /** The mapping whose field the list is. */
  readonly owner?: MappingNode
}

/** The lists of strings in some nodes, in the order of the text. */
function listsIn(nodes: readonly TreeNode[]): readonly FieldList[] {
  return nodes.flatMap((node): readonly FieldList[] => {
    if (node.kind !== 'mapping') return []
    return node.pairs.flatMap(({ key, value }) => {
      if (key.kind !== 'scalar' || !isStringList(value)) return []
      return [{ field: key.value, list: value, owner: node }]
    })
  })
}

function isStringList(node: TreeNode): node is SequenceNode {
  return node.kind === 'sequence' && node.items.length > 0 && node.items.every(({ kind }) => kind === 'scalar')
}

/** Whether a mapping of the document has a list of strings. */
export function hasList(root: TreeNode): boolean {
  return firstList(root, () => true) !== undefined
}

/** The most nodes that are searched for a list as an example: the start of a large document shows its style. */
const MOST_SEARCHED = 2000

function firstList(root: TreeNode, wanted: (list: FieldList) => boolean): FieldList | undefined {
  const queue: TreeNode[] = [root]
  for (const node of queue) {
    const found = listsIn([node]).find(wanted)
    if (found !== undefined || queue.length > MOST_SEARCHED) return found
    for (const child of childrenOf(node)) queue.push(child)
  }
  return undefined
}

function listStyle(tree: SourceTree, { list, owner }: FieldList): ListStyle {
  const flow = isFlow(tree, list)
  const quotes = quotesOf(tree.text, list.items)
  if (flow || owner === undefined) return { flow, quotes, dash: NO_NEIGHBOUR.dash }
  return { flow, quotes, dash: Math.max(columnOf(tree.text, list.start) - columnOf(tree.text, owner.start), 0) }
}

/** The quotes that all of some scalars have; none where they differ. */
export function quotesOf(text: string, nodes: readonly TreeNode[]): Quotes {
  const found = new Set(
    nodes.filter(({ kind, start, end }) => kind === 'scalar' && end > start).map((one) => quotesAt(text, one)),
  )
  const [only] = found
  return found.size === 1 && only !== undefined ? only : ''
}

export function quotesAt(text: string, { start }: TreeNode): Quotes {
  const first = text.charAt(start)
  return first === '"' || first === "'" ? first : ''
}

/** How far JSON with a line a value indents; undefined for JSON on one line. */
function jsonIndent({ text, root }: SourceTree): string | undefined {
  const [first] = childrenOf(root)
  if (first === undefined || !isFirstInLine(text, first.start)) return undefined
  const indent = columnOf(text, first.start)
  return text.slice(first.start - indent, first.start)
}

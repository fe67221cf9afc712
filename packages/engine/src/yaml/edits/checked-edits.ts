import { edited, type TextEdit } from '../../text/index.ts'
import { parseTree } from '../document-tree.ts'
import { YamlProblem } from '../problems/problem.ts'
import { isMergeKey, scalarValue } from '../scalar-value.ts'
import { splitText } from '../split-documents.ts'
import type { MappingNode, ScalarNode, TreeNode } from '../tree.ts'
import { isWrittenOnce, lineEnd, lineStart, nextLine, type SourceTree } from './source-tree.ts'
import type { YamlValue } from './value.ts'

/** What a node should be after edits: new values, and nodes that are as before. */
export type Wanted = TreeNode | { readonly value: YamlValue } | WantedItems | WantedPairs

interface WantedItems {
  readonly wantedItems: readonly Wanted[]
}

interface WantedPairs {
  readonly wantedPairs: readonly (readonly [Wanted, Wanted])[]
}

/** Marks of templates, whose lines a program repeats, drops or replaces. */
const TEMPLATE = /\{\{|\{%|#@|\(@/

/**
 * The edits, if reading the edited document gives the tree with this node changed as wanted, and nothing else. Undefined
 * where the node is an alias, or an alias elsewhere repeats it; in a template; in a mapping with a merge key; and in text that is
 * not valid.
 */
export function checked(
  tree: SourceTree,
  node: TreeNode,
  wanted: Wanted,
  edits: readonly TextEdit[] | undefined,
): readonly TextEdit[] | undefined {
  if (edits === undefined || !isWrittenOnce(tree, node) || (node.kind === 'mapping' && hasMergeKey(node)))
    return undefined
  if (TEMPLATE.test(linesAround(tree.text, node, edits))) return undefined
  const { start, end } = tree.document
  const own = tree.text.slice(start, end)
  const moved = edits.map(({ span, text }) => ({ span: { start: span.start - start, end: span.end - start }, text }))
  const root = treeOf(edited(own, moved), tree.document.syntax)
  return root !== undefined && new Comparison(node, wanted).same(tree.root, root) ? edits : undefined
}

function hasMergeKey({ pairs }: MappingNode): boolean {
  return pairs.some(({ key }) => key.kind === 'scalar' && isMergeKey(key))
}

function linesAround(text: string, node: TreeNode, edits: readonly TextEdit[]): string {
  const from = Math.min(node.start, ...edits.map(({ span }) => span.start))
  const to = Math.max(node.end, ...edits.map(({ span }) => span.end))
  return text.slice(lineStart(text, from), lineEnd(text, nextLine(text, to)))
}

/** The tree of the text of one document; undefined where it is empty or not valid. */
export function treeOf(text: string, syntax: 'yaml' | 'json'): TreeNode | undefined {
  if (syntax === 'yaml' && splitText(text).pieces.length !== 1) return undefined
  let read = true
  try {
    const root = parseTree({ start: 0, end: text.length, syntax }, text, () => {
      read = false
    })
    return read ? root : undefined
  } catch (error) {
    if (error instanceof YamlProblem) return undefined
    throw error
  }
}

class Comparison {
  constructor(
    readonly changed: TreeNode,
    readonly wanted: Wanted,
  ) {}

  same(wanted: Wanted, actual: TreeNode): boolean {
    if (wanted === this.changed) return this.#is(this.wanted, actual)
    return this.#is(wanted, actual)
  }

  #is(wanted: Wanted, actual: TreeNode): boolean {
    if ('value' in wanted && !('kind' in wanted)) return isValue(wanted.value, actual)
    if ('wantedItems' in wanted) return this.#areItems(wanted.wantedItems, actual)
    if ('wantedPairs' in wanted) return this.#arePairs(wanted.wantedPairs, actual)
    if (wanted.kind !== actual.kind || wanted.tag !== actual.tag) return false
    switch (wanted.kind) {
      case 'scalar':
        return wanted.value === (actual as ScalarNode).value && wanted.plain === (actual as ScalarNode).plain
      case 'alias':
        return actual.kind === 'alias' && wanted.name === actual.name
      case 'sequence':
        return this.#areItems(wanted.items, actual)
      case 'mapping':
        return this.#arePairs(
          wanted.pairs.map(({ key, value }) => [key, value]),
          actual,
        )
    }
  }

  #areItems(wanted: readonly Wanted[], actual: TreeNode): boolean {
    return (
      actual.kind === 'sequence' &&
      actual.items.length === wanted.length &&
      actual.items.every((item, i) => this.same(wanted[i] as Wanted, item))
    )
  }

  #arePairs(wanted: readonly (readonly [Wanted, Wanted])[], actual: TreeNode): boolean {
    return (
      actual.kind === 'mapping' &&
      actual.pairs.length === wanted.length &&
      actual.pairs.every(({ key, value }, i) => {
        const [wantedKey, wantedValue] = wanted[i] as readonly [Wanted, Wanted]
        return this.same(wantedKey, key) && this.same(wantedValue, value)
      })
    )
  }
}

function isValue(value: YamlValue, node: TreeNode): boolean {
  if (typeof value === 'string') {
    const read = node.kind === 'scalar' ? scalarValue(node) : undefined
    return read?.type === 'string' && read.value === value
  }
  if (Array.isArray(value)) {
    return (
      node.kind === 'sequence' &&
      node.items.length === value.length &&
      node.items.every((item, i) => isValue(value[i] as YamlValue, item))
    )
  }
  const fields = Object.entries(value)
  return (
    node.kind === 'mapping' &&
    node.pairs.length === fields.length &&
    node.pairs.every(({ key, value: inner }, i) => {
      const [name, field] = fields[i] as [string, YamlValue]
      return isValue(name, key) && isValue(field, inner)
    })
  )
}

import type { Policy } from '../../kube/index.ts'
import { edited, type Span, type TextDocument, type TextEdit } from '../../text/index.ts'
import {
  addDocuments,
  type Edits,
  type SourceTree,
  type TreeNode,
  treeOf,
  withoutAlias,
  type YamlFields,
} from '../../yaml/index.ts'
import { documentTree } from './place.ts'

/** Keys and indexes from a node to one below it. */
export type NodePath = readonly (string | number)[]

/**
 * Edits the text of a policy step by step, one object at a time. Each step sees the text that the steps before have left, so
 * they never overlap; all that no step changes stays as it was typed.
 */
export class PolicyEditor {
  readonly #policy: Policy
  /** Documents that were changed, each with its text now. */
  readonly #texts = new Map<TextDocument, string>()
  #added: readonly YamlFields[] = []

  constructor(policy: Policy) {
    this.#policy = policy
  }

  /**
   * Edits below the node with a span, which is of the text before all steps. `edit` gets the tree of the document as it is
   * now, and the node at the path. False where the text cannot be edited so, and then nothing is changed.
   */
  edit(span: Span, below: NodePath, edit: (tree: SourceTree, node: TreeNode) => Edits): boolean {
    const found = this.#find(span, below)
    const edits = found && edit(found.tree, found.node)
    if (found === undefined || edits === undefined) return false
    this.#texts.set(found.document, edited(found.tree.text, edits))
    return true
  }

  #find(span: Span, below: NodePath) {
    const document = documentWith(this.#policy, span)
    const written = document && documentTree(this.#policy, document)
    const place = written && pathFrom(written, span)
    if (document === undefined || place === undefined) return undefined
    const text = this.#texts.get(document) ?? this.#policy.text.slice(document.start, document.end)
    const root = treeOf(text, document.syntax)
    const node = root && nodeAt(root, [...place, ...below])
    if (root === undefined || node === undefined) return undefined
    const tree: SourceTree = { text, document: { start: 0, end: text.length, syntax: document.syntax }, root }
    return { document, tree, node }
  }

  /** Whether the text has a value at a place below the node with a span, as it is now. */
  has(span: Span, below: NodePath): boolean {
    return this.#find(span, below) !== undefined
  }

  /** Appends objects to the end of the text. */
  add(objects: readonly YamlFields[]): void {
    this.#added = [...this.#added, ...objects]
  }

  /** The text after all steps. */
  text(): string {
    const edits: TextEdit[] = [...this.#texts].map(([{ start, end }, text]) => ({ span: { start, end }, text }))
    const before = edited(this.#policy.text, edits)
    return this.#added.length === 0 ? before : edited(before, [addDocuments(before, this.#added)])
  }
}

/** The node below the node with a span; undefined where the text of the policy has none there. */
export function nodeBelow(policy: Policy, span: Span, below: NodePath): TreeNode | undefined {
  const document = documentWith(policy, span)
  const root = document && documentTree(policy, document)
  const place = root && pathFrom(root, span)
  return root && place && nodeAt(root, [...place, ...below])
}

function documentWith({ documents }: Policy, span: Span): TextDocument | undefined {
  return documents.find(({ start, end }) => span.start >= start && span.end <= end)
}

function pathFrom(node: TreeNode, span: Span): NodePath | undefined {
  if (node.start === span.start && node.end === span.end) return []
  if (node.kind === 'mapping') {
    for (const { key, value } of node.pairs) {
      if (key.kind !== 'scalar' || value.start > span.start || value.end < span.end) continue
      const path = pathFrom(value, span)
      if (path !== undefined) return [key.value, ...path]
    }
  }
  if (node.kind === 'sequence') {
    for (const [index, item] of node.items.entries()) {
      if (item.start > span.start || item.end < span.end) continue
      const path = pathFrom(item, span)
      if (path !== undefined) return [index, ...path]
    }
  }
  return undefined
}

function nodeAt(root: TreeNode, path: NodePath): TreeNode | undefined {
  let node: TreeNode | undefined = root
  for (const step of path) {
    const at: TreeNode = withoutAlias(node)
    if (typeof step === 'number') node = at.kind === 'sequence' ? at.items[step] : undefined
    else
      node =
        at.kind === 'mapping'
          ? at.pairs.findLast(({ key }) => key.kind === 'scalar' && key.value === step)?.value
          : undefined
    if (node === undefined) return undefined
  }
  return node
}

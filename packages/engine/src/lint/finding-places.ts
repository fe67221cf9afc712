import type { Policy } from '../kube/index.ts'
import { sourceTreeAt } from '../policy/index.ts'
import type { Span } from '../text/index.ts'
import type { Edits } from '../yaml/index.ts'
import {
  fieldNode,
  nodesAround,
  removeItem,
  removePair,
  replaceScalar,
  type SequenceNode,
  type SourceTree,
  splitItem,
  type TreeNode,
  withoutAlias,
} from '../yaml/index.ts'
import type { Mend, Place } from './finding.ts'

/** The span of a place in the text; that of the nearest node around it where the path leads through an alias or nowhere. */
export function spanAt(policy: Policy, { span, path = [] }: Place): Span {
  if (path.length === 0) return span
  const tree = sourceTreeAt(policy, span.start)
  let node = tree && nodeWith(tree, span)
  for (const step of path) {
    const child = node && childOf(withoutAlias(node), step)
    if (child === undefined || child.end === child.start) break
    node = child
  }
  return node === undefined ? span : { start: node.start, end: node.end }
}

function nodeWith(tree: SourceTree, span: Span): TreeNode | undefined {
  return nodesAround(tree, span).findLast(({ start, end }) => start === span.start && end === span.end)
}

function childOf(node: TreeNode, step: string | number): TreeNode | undefined {
  if (node.kind === 'sequence') return typeof step === 'number' ? node.items[step] : undefined
  if (node.kind !== 'mapping' || typeof step !== 'string') return undefined
  return fieldNode(node, step)
}

/**
 * The edits of a mend, in the style of the text around it. Undefined where they would change more than this: at an alias, in
 * a template, in a text that is not valid.
 */
export function mendEdits(policy: Policy, mend: Mend): Edits {
  const tree = sourceTreeAt(policy, mend.span.start)
  if (tree === undefined) return undefined
  const around = nodesAround(tree, mend.span)
  const node = around.findLast(({ start, end }) => start === mend.span.start && end === mend.span.end)
  if (node === undefined) return undefined
  if (mend.kind === 'remove-key') {
    const mapping = around.findLast((one) => one.kind === 'mapping')
    return mapping?.kind === 'mapping' ? removePair(tree, mapping, mend.key) : undefined
  }
  const list = around.at(around.indexOf(node) - 1)
  const inList = list?.kind === 'sequence' ? list : undefined
  if (mend.values.length === 0) return inList && removeFrom(tree, inList, node)
  const [first = '', ...others] = mend.values
  if (node.kind !== 'scalar') return undefined
  if (others.length === 0) return replaceScalar(tree, node, first)
  return inList && splitItem(tree, inList, inList.items.indexOf(node), mend.values)
}

/** The last value of a list stays: a rule without verbs or resources is refused. */
function removeFrom(tree: SourceTree, list: SequenceNode, node: TreeNode): Edits {
  return list.items.length > 1 ? removeItem(tree, list, list.items.indexOf(node)) : undefined
}

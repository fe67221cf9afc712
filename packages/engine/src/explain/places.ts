import { documentTree, type Policy } from '../policy/index.ts'
import type { LineIndex, SourceRange, Span } from '../text/index.ts'
import { type TreeNode, withoutAlias } from '../yaml/index.ts'

/** Finds the places of values in the texts of policies. */
export class PolicyPlaces {
  constructor(readonly policies: readonly Policy[]) {}

  /** The value below a node of the text that these lines are of; undefined where it is not written there. */
  rangeOf(lines: LineIndex, span: Span, path: readonly (string | number)[]): SourceRange | undefined {
    const policy = this.policies.find((one) => one.lines === lines)
    const node = policy && nodeBelow(policy, span, path)
    return node && lines.range(node)
  }
}

/** The node below the node with a span, along keys and indexes; undefined where the text has none there. */
function nodeBelow(policy: Policy, span: Span, path: readonly (string | number)[]): TreeNode | undefined {
  let node = nodeWith(policy, span)
  for (const step of path) {
    if (node === undefined) return undefined
    node = childOf(withoutAlias(node), step)
  }
  return node
}

/** The node of a policy's text with a span. */
function nodeWith(policy: Policy, span: Span): TreeNode | undefined {
  const document = policy.documents.find(({ start, end }) => span.start >= start && span.end <= end)
  let node = document && documentTree(policy, document)
  while (node !== undefined) {
    if (node.start === span.start && node.end === span.end) return node
    node = childrenOf(node).find(({ start, end }) => start <= span.start && end >= span.end)
  }
  return undefined
}

function childrenOf(node: TreeNode): readonly TreeNode[] {
  if (node.kind === 'mapping') return node.pairs.map(({ value }) => value)
  return node.kind === 'sequence' ? node.items : []
}

function childOf(node: TreeNode, step: string | number): TreeNode | undefined {
  if (typeof step === 'number') return node.kind === 'sequence' ? node.items[step] : undefined
  if (node.kind !== 'mapping') return undefined
  return node.pairs.findLast(({ key }) => key.kind === 'scalar' && key.value === step)?.value
}

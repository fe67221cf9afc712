import type { Report } from '../text/index.ts'
import { cutDocuments, type ExplainSyntax, readTree } from './document-tree.ts'
import type { PolicyDocument } from './documents.ts'
import type { TreeNode } from './tree.ts'

/** One document of a text, and what stands in it. */
export interface DocumentTree {
  readonly document: PolicyDocument
  /** Undefined when the document is empty, or is no YAML, which has been reported. */
  readonly root: TreeNode | undefined
}

/** The documents of a text, one after the other, so that whoever has seen enough can stop. */
export function* documentTrees(text: string, report: Report, explain: ExplainSyntax): Generator<DocumentTree, void> {
  for (const document of cutDocuments(text, report, explain)) {
    yield { document, root: readTree(document, text, report, explain) }
  }
}

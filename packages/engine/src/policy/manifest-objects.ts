import { RBAC_GROUP } from '../kube/index.ts'
import type { Span } from '../text/index.ts'
import type { MappingNode, TreeNode } from '../yaml/index.ts'
import { ACCESS_RULE_GROUP, ACCESS_RULE_KIND } from './access-rules/schema.ts'
import type { Header } from './header.ts'
import type { ReadingContext } from './mapping-entries.ts'
import { type Inherited, objectsOf } from './object-list.ts'
import { isRbacKind, type RbacKind } from './schema.ts'

/** One object of a document, after lists are taken apart. */
export type ManifestObject =
  | {
      readonly is: 'rbac'
      readonly kind: RbacKind
      readonly node: MappingNode
      readonly head: Span
      /** Whether it is one of a list's, and whether it has its kind from there. */
      readonly in: 'list' | 'typed-list' | undefined
    }
  | { readonly is: 'access-rule'; readonly node: MappingNode; readonly head: Span }
  /** Of a kind that decides nothing here. */
  | {
      readonly is: 'other'
      readonly apiVersion: string
      readonly kind: string
      readonly name: string
      readonly head: Span
    }

/**
 * What the root of a document holds: one object, or those of a list. What is no object, or is one that cannot be told
 * to be of any kind, is reported and left out.
 */
export function manifestObjects(root: TreeNode, context: ReadingContext): readonly ManifestObject[] {
  return objectsOf(root, { isListOf, classify, applied: true }, context)
}

function isListOf(kind: string, group: string): boolean {
  return (group === RBAC_GROUP && isRbacKind(kind)) || (group === ACCESS_RULE_GROUP && kind === ACCESS_RULE_KIND)
}

/** Most objects are roles and bindings as they are meant to be written. */
function classify(
  node: MappingNode,
  header: Header,
  inherited: Inherited | undefined,
  context: ReadingContext,
): ManifestObject | undefined {
  const { apiVersion, kind, notStrings, server } = header
  const plain =
    notStrings.length === 0 &&
    server === undefined &&
    inherited === undefined &&
    apiVersion?.key.value === 'apiVersion' &&
    apiVersion.value === `${RBAC_GROUP}/v1` &&
    kind?.key.value === 'kind' &&
    isRbacKind(kind.value)
  return plain
    ? { is: 'rbac', kind: kind.value, node, head: kind.node, in: undefined }
    : context.closely().otherObject(node, header, inherited, context)
}

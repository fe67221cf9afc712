import type { AskedRequest } from './asked.ts'
import { boundNode, isPlain } from './own-permission.ts'

/** The form of a request for designs that read another one than the usual. */
export interface Spelling {
  /** A header beside those of the target. By itself it asks for nothing. */
  readonly header?: { readonly name: string; readonly value: string } | undefined
  /** A header asks for the group `system:nodes`, where a node is a user like any other, in no group by itself. */
  readonly nodesGroup?: boolean | undefined
  /** An agent on a node reads as the node without a header. */
  readonly ownNodeAsItself?: boolean | undefined
}

/** The request in that form. */
export function spelled(asked: AskedRequest, { header, nodesGroup, ownNodeAsItself }: Spelling): AskedRequest {
  const { as, ...itself } = asked
  if (as === undefined) return asked
  const isNode = as.username.startsWith('system:node:')
  if (ownNodeAsItself && isPlain(as) && as.username === `system:node:${boundNode(asked.requestor)}`) return itself
  return {
    ...asked,
    ...(nodesGroup &&
      isNode &&
      !as.groups.includes('system:nodes') && { as: { ...as, groups: ['system:nodes', ...as.groups] } }),
    ...(header && { header: [header.name, header.value] }),
  }
}

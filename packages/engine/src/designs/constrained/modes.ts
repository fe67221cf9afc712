import { NODE_NAME_KEY, nodeOf, serviceAccountOf, type UserInfo } from '../../kube/index.ts'
import { onlyUsername } from '../identity.ts'

/** The constrained modes in the order in which the API server tries them. */
export const MODES = ['associated-node', 'arbitrary-node', 'serviceaccount', 'user-info'] as const
export type Mode = (typeof MODES)[number]

/**
 * Why a mode does not apply to a target and a requestor, or undefined when it does (Go: the filters in `mode.go`).
 * A mode that does not apply makes no check.
 */
export function notApplicable(mode: Mode, target: UserInfo, requestor: UserInfo): string | undefined {
  switch (mode) {
    case 'associated-node':
      return notNode(target) ?? notOnNode(target, requestor)
    case 'arbitrary-node':
      return notNode(target)
    case 'serviceaccount':
      if (serviceAccountOf(target.username) === undefined) return `${target.username} is no service account`
      return notAlone(target)
    case 'user-info':
      if (nodeOf(target.username) !== undefined) return `${target.username} is a node`
      if (serviceAccountOf(target.username) !== undefined) return `${target.username} is a service account`
      return undefined
  }
}

function notNode(target: UserInfo): string | undefined {
  return nodeOf(target.username) === undefined ? `${target.username} is no node` : notAlone(target)
}

function notAlone(target: UserInfo): string | undefined {
  return onlyUsername(target) ? undefined : 'more than Impersonate-User is asked for'
}

function notOnNode(target: UserInfo, requestor: UserInfo): string | undefined {
  if (serviceAccountOf(requestor.username) === undefined) return 'the requestor is no service account'
  const values = requestor.extra.get(NODE_NAME_KEY) ?? []
  if (values.length !== 1) return 'the requestor’s token is not bound to one node'
  return values[0] === nodeOf(target.username) ? undefined : 'the requestor’s token is bound to another node'
}

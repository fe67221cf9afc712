import type { ImpersonationMode } from '../../designs/index.ts'
import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  NODES_GROUP,
  nodeOf,
  type PlainUser,
  serviceAccountGroups,
  serviceAccountOf,
} from '../../kube/index.ts'

/**
 * The groups that the client requested for an impersonated user: without those that the API server adds (Go:
 * `impersonationModeState.check`). Where a client requests one of those itself, the log does not show it; the group is
 * left out then, and the impersonated user is the same. Without a mode, any mode may have succeeded.
 */
export function withoutImpliedGroups(
  { username, groups = [] }: PlainUser,
  mode: ImpersonationMode | undefined,
): readonly string[] {
  const account = serviceAccountOf(username)
  const own = account === undefined ? [] : serviceAccountGroups(account.namespace)
  const asked = withoutEveryone(username, groups)
  if (account !== undefined && own.length === asked.length && own.every((group, at) => group === asked[at])) return []
  // Legacy impersonation treats a node like any other user.
  const node = mode !== 'legacy' && nodeOf(username) !== undefined
  return node && asked.length === 1 && asked[0] === NODES_GROUP ? [] : asked
}

function withoutEveryone(username: string, groups: readonly string[]): readonly string[] {
  const added = username === ANONYMOUS ? ALL_UNAUTHENTICATED : ALL_AUTHENTICATED
  return groups.at(-1) === added ? groups.slice(0, -1) : groups
}

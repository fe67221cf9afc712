import type { ImpersonationFields, PlainUser } from '@authz-playground/engine'
import { NODE_NAME_KEY, nodeUsername, serviceAccountUsername } from '@authz-playground/engine/internal/kube'
import { accountOf, firstExtra, nodeNameOf } from './requestor.ts'

/** The kinds of user to impersonate. The name determines the kind. */
export const TARGET_KINDS = [
  { value: 'nobody', title: 'Nobody else' },
  { value: 'user', title: 'A user' },
  { value: 'serviceaccount', title: 'A service account' },
  { value: 'node', title: 'A node' },
] as const

export type TargetKind = (typeof TARGET_KINDS)[number]['value']

export function targetKindOf({ username, uid, groups, extra }: ImpersonationFields): TargetKind {
  if (accountOf({ username }) !== undefined) return 'serviceaccount'
  if (nodeNameOf({ username }) !== '') return 'node'
  return username === '' && uid === '' && groups.length === 0 && extra.length === 0 ? 'nobody' : 'user'
}

/**
 * A target of a kind, with only a name, as the modes for nodes and service accounts require. A node is the one that the
 * requestor’s token is bound to, if any.
 */
export function quickTarget(kind: TargetKind, requestor: PlainUser): ImpersonationFields {
  const nothing: ImpersonationFields = { username: '', uid: '', groups: [], extra: [] }
  switch (kind) {
    case 'nobody':
      return nothing
    case 'user':
      return { ...nothing, username: 'jane' }
    case 'serviceaccount':
      return { ...nothing, username: serviceAccountUsername({ namespace: 'default', name: 'default' }) }
    case 'node':
      return { ...nothing, username: nodeUsername(firstExtra(requestor, NODE_NAME_KEY) || 'node-1') }
  }
}

import { IMPERSONATE_EXTRA_PREFIX, IMPERSONATE_GROUP, IMPERSONATE_UID } from '../../http/index.ts'
import {
  NODE_NAME_KEY,
  serviceAccountOf,
  type UserInfo,
  type UserKind,
  userKindOf,
  userKindOfPrefix,
} from '../../kube/index.ts'
import type { Obstacle } from '../../trace/index.ts'

/** What in a username keeps a mode for one kind of users from being tried. */
export function nameObstacle(username: string, wanted: UserKind): Obstacle | undefined {
  const is = userKindOf(username)
  if (is === wanted) return undefined
  return userKindOfPrefix(username) === wanted
    ? { by: 'malformed-name', username, wanted }
    : { by: 'name', username, is, wanted }
}

/** What in the headers keeps a mode from being tried that takes a username alone. */
export function headerObstacle({ uid, groups, extra }: UserInfo): (Obstacle & { readonly by: 'headers' }) | undefined {
  const headers = [
    ...(groups.length > 0 ? [IMPERSONATE_GROUP] : []),
    ...(uid !== '' ? [IMPERSONATE_UID] : []),
    ...[...extra.keys()].map((key) => IMPERSONATE_EXTRA_PREFIX + key),
  ]
  return headers.length === 0 ? undefined : { by: 'headers', headers }
}

/** Why the API server does not know a requestor to run on a node. */
export function boundNodeObstacle(node: string, requestor: UserInfo): Obstacle | undefined {
  return serviceAccountOf(requestor.username) === undefined ? { by: 'requestor' } : nodeExtraObstacle(node, requestor)
}

/** Why a requestor’s extra does not say that it runs on a node. */
export function nodeExtraObstacle(node: string, { extra }: UserInfo): Obstacle | undefined {
  const bound = extra.get(NODE_NAME_KEY) ?? []
  return bound.length === 1 && bound[0] === node ? undefined : { by: 'extra', node, bound }
}

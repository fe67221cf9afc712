import { nodeOf, type UserInfo, userKindOf, userKindOfPrefix } from '../../kube/index.ts'
import { clause, type Obstacle, type RichText } from '../../trace/index.ts'
import { type ChainState, wantedUser } from '../chain.ts'
import { boundNodeObstacle, headerObstacle } from '../released/obstacles.ts'
import type { DesignDocument, Kind, Tree } from './document.ts'

/** Each kind of target, in the engine's words for users. */
const USER_KINDS = { node: 'node', 'own-node': 'node', serviceaccount: 'service account', user: 'user' } as const

/** The kinds that an alternative is for; without any it is for anyone. */
export function kindsOf({ kinds = ['anyone'] }: Tree): readonly Kind[] {
  return kinds
}

/** Whether each target of a kind is one of a wider kind. */
export function contains(wide: Kind, kind: Kind): boolean {
  return wide === 'anyone' || wide === kind || (wide === 'node' && kind === 'own-node')
}

/** Whether there are targets that two alternatives are both for. */
export function shareTargets(one: Tree, other: Tree): boolean {
  return kindsOf(one).some((kind) => kindsOf(other).some((wide) => contains(wide, kind) || contains(kind, wide)))
}

/** The alternative that is tried after one that said no: the next that is for a target of its kinds. */
export function nextAfter(alternatives: readonly Tree[], at: number): number | undefined {
  const one = alternatives[at] as Tree
  const next = alternatives.findIndex((other, index) => index > at && shareTargets(one, other))
  return next === -1 ? undefined : next
}

/** The kind of a target: of a node, whether it is the requestor's own. */
export function kindOfTarget({ names }: Pick<DesignDocument, 'names'>, target: UserInfo, requestor: UserInfo): Kind {
  const kind = names === 'prefix' ? userKindOfPrefix(target.username) : userKindOf(target.username)
  if (kind === 'service account') return 'serviceaccount'
  if (kind === 'user') return 'user'
  const node = nodeOf(target.username)
  return node !== undefined && boundNodeObstacle(node, requestor) === undefined ? 'own-node' : 'node'
}

/** All that keeps an alternative from being tried for the target of a run. */
export function obstaclesTo(
  document: Pick<DesignDocument, 'names'>,
  alternative: Tree,
  target: UserInfo,
  requestor: UserInfo,
): readonly Obstacle[] {
  const is = kindOfTarget(document, target, requestor)
  const kinds = kindsOf(alternative)
  const headers = alternative.nameOnly && is !== 'user' ? headerObstacle(target) : undefined
  if (kinds.some((kind) => contains(kind, is))) return headers ? [headers] : []
  const node = nodeOf(target.username)
  if (kinds.includes('own-node') && node !== undefined)
    return [headers, boundNodeObstacle(node, requestor)].filter((one) => one !== undefined)
  const [first = 'user'] = kinds
  const wanted = USER_KINDS[first === 'anyone' ? 'user' : first]
  return [{ by: 'name', username: target.username, is: USER_KINDS[is === 'anyone' ? 'user' : is], wanted }]
}

/** Why an alternative is the one that is tried. */
export function whyTried(document: DesignDocument, alternative: Tree, state: ChainState): RichText {
  const target = wantedUser(state)
  const is = kindOfTarget(document, target, state.input.requestor)
  const { username } = target
  const kinds = kindsOf(alternative)
  if (is === 'own-node' && kinds.includes('own-node'))
    return clause`the requestor’s token is bound to ${nodeOf(username) ?? ''}`
  if (!kinds.some((kind) => kind !== 'anyone' && contains(kind, is)))
    return clause`it is for any target, as ${username} is`
  if (is === 'user') return clause`${username} is neither a node nor a service account`
  return [{ code: username }, ` is a ${USER_KINDS[is === 'anyone' ? 'user' : is]}`]
}

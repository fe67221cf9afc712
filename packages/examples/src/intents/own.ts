import type { AskedRequest, AskedUser } from './asked.ts'
import type { Intent, Meaning } from './intent.ts'
import { actionOf, boundNode, isPlain, type OwnPermission, permissionOf } from './own-permission.ts'
import { ownWays } from './own-ways.ts'

/** The id of the intent that is made from one’s own request. */
export const OWN_INTENT = 'own'

/**
 * The intent that a request stands for: its requestor may do this action as this user, and nothing else. Selectors are not
 * part of it, because rules do not see them; a name in `metadata.name` is. Where the target is the node that the requestor’s
 * token is bound to, the intent is about that node wherever the agent runs.
 */
export function ownIntent(asked: OwnPermission['asked']): Intent {
  const permission = permissionOf(asked)
  return {
    id: OWN_INTENT,
    title: 'The request on the page',
    sentence: sentenceOf(permission),
    wanted: [{ what: 'the request on the page', asked }],
    meaningOf: (other) => meaningOf(permission, other),
    ways: ownWays(permission, OWN_INTENT),
    authorizationModes: ['RBAC'],
  }
}

function sentenceOf({ action, target, asked }: OwnPermission): string {
  const what =
    'path' in action
      ? `\`${action.verb} ${action.path}\``
      : `\`${action.verb} ${action.resource}${action.apiGroup === '' ? '' : `.${action.apiGroup}`}\`${action.name === '' ? '' : ` named \`${action.name}\``}${action.namespace === undefined ? '' : ` in \`${action.namespace}\``}`
  const whom = target.ownNode ? 'the node that its token is bound to' : `\`${target.username}\``
  const beside = [
    ...target.groups.map((group) => `group \`${group}\``),
    ...(target.uid === '' ? [] : [`UID \`${target.uid}\``]),
    ...[...target.extra].map(([key, values]) => `extra \`${key}=${values.join(', ')}\``),
  ]
  const only =
    beside.length === 0 ? 'with no group, no UID and no extra' : `with ${beside.join(', ')}, and nothing more`
  return `\`${asked.requestor.username}\` may ${what} as ${whom}, ${only}. Selectors are not part of it.`
}

/** Whether another request is the same permission, a part of it, or beyond it. */
function meaningOf({ asked, action, target }: OwnPermission, other: AskedRequest): Meaning {
  if (other.requestor.username !== asked.requestor.username) return 'beyond'
  const within = actionWithin(action, actionOf(other))
  if (within === 'beyond') return 'beyond'
  if (target.ownNode) {
    const node = boundNode(other.requestor)
    if (node === undefined) return 'beyond'
    // An agent that reads what its node may read needs no header in one of the designs.
    if (other.as === undefined) return 'harmless'
    return other.as.username === `system:node:${node}` && isPlain(other.as) ? within : 'beyond'
  }
  return other.as !== undefined && sameUser(asked.as, other.as) ? within : 'beyond'
}

/** A name or a namespace less than was asked for is a part of the permission. */
function actionWithin(own: OwnPermission['action'], other: OwnPermission['action']): Meaning {
  if ('path' in own || 'path' in other) {
    return 'path' in own && 'path' in other && own.path === other.path && own.verb === other.verb ? 'meant' : 'beyond'
  }
  if (own.verb !== other.verb || own.apiGroup !== other.apiGroup || own.resource !== other.resource) return 'beyond'
  const narrower = [
    [own.name, other.name],
    [own.namespace ?? '', other.namespace ?? ''],
  ]
  if (narrower.some(([mine, theirs]) => mine !== '' && mine !== theirs)) return 'beyond'
  return narrower.some(([mine, theirs]) => mine !== theirs) ? 'harmless' : 'meant'
}

function sameUser(one: AskedUser, other: AskedUser): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf({ username, groups, uid, extra = [] }: AskedUser): string {
  return JSON.stringify([
    username,
    [...new Set(groups)].sort(),
    uid ?? '',
    [...extra].map((pair) => pair.join('=')).sort(),
  ])
}

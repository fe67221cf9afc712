import type { Scenario } from '../../decide/index.ts'
import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  NODE_NAME_KEY,
  NODES_GROUP,
  nodeOf,
  type PlainUser,
  serviceAccountGroups,
  serviceAccountOf,
} from '../../kube/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import type { ObservedRequest } from '../line/observed-request.ts'
import type { FilledPart, Missing } from './filled-part.ts'

/** The requestor, as far as the text reports it. */
export function requestorOf({ requestor, impersonation }: ObservedRequest, before: Scenario): FilledPart<PlainUser> {
  const { username, uid, groups, extra } = requestor
  if (username === undefined) {
    const kept = before.requestor.username
    if (kept === '') {
      return {
        missing: [
          { words: ['The text does not name the requestor. Enter who asks.'], place: 'requestor', needed: true },
        ],
      }
    }
    const words = clause`The text does not name the requestor: ${kept} is kept from before.`
    return { missing: [{ words, place: 'requestor', needed: false }] }
  }
  const implied = impliedGroups(username)
  const mode = impersonation.kind === 'reported' ? impersonation.mode : undefined
  const node = mode === 'associated-node' && extra === undefined ? targetNode(impersonation) : undefined
  const kept = groups === undefined ? keptOf(username, implied, before.requestor) : undefined
  const value: PlainUser = {
    ...kept,
    username,
    ...(uid !== undefined && uid !== '' && { uid }),
    groups: groups ?? kept?.groups ?? implied,
    ...(extra && Object.keys(extra).length > 0 && { extra }),
    ...(node !== undefined && { extra: { [NODE_NAME_KEY]: [node] } }),
  }
  const known = [
    'username',
    ...(groups === undefined ? [] : ['groups']),
    ...(uid === undefined ? [] : ['uid']),
    ...(extra === undefined ? [] : ['extras']),
  ]
  return {
    value,
    filled: [...clause`${username}: `, `${known.join(', ')}.`],
    assumed: [
      ...(kept ? [keptGroups(username)] : groups === undefined ? [standIn(username, implied)] : []),
      ...(node === undefined ? [] : [runsOn(username, node)]),
    ],
    missing: [
      ...(groups === undefined && kept === undefined && mayHaveMore(username) ? [missingGroups(username)] : []),
      ...(extra === undefined && mode === 'associated-node' && node === undefined ? [missingNode(username)] : []),
      ...(impersonation.kind === 'not-reported' ? [maybeImpersonated(username, impersonation.byCommand)] : []),
    ],
  }
}

/** A user of whom a text has the name alone, with the groups that every such user has. */
export function namedRequestor(username: string): { readonly requestor: PlainUser; readonly note: RichText } {
  const groups = impliedGroups(username)
  return { requestor: { username, groups }, note: standIn(username, groups) }
}

/** The groups that authentication adds for every user with this name. */
function impliedGroups(username: string): readonly string[] {
  if (username === ANONYMOUS) return [ALL_UNAUTHENTICATED]
  const account = serviceAccountOf(username)
  const own = account ? serviceAccountGroups(account.namespace) : nodeOf(username) === undefined ? [] : [NODES_GROUP]
  return [...own, ALL_AUTHENTICATED]
}

/** All service account tokens have the same groups, and so has the anonymous user. */
function mayHaveMore(username: string): boolean {
  return username !== ANONYMOUS && serviceAccountOf(username) === undefined && nodeOf(username) === undefined
}

/** The same user from before, where more groups are known of it than every such user has. */
function keptOf(username: string, implied: readonly string[], before: PlainUser): PlainUser | undefined {
  const isMore = (before.groups ?? []).some((one) => !implied.includes(one))
  return before.username === username && isMore ? before : undefined
}

function keptGroups(username: string): RichText {
  return clause`The text does not report the groups of ${username}: those that are known of this user are kept.`
}

function standIn(username: string, groups: readonly string[]): RichText {
  const names = groups.flatMap((code, at): RichText => [...(at === 0 ? [] : [', ']), { code }])
  const why = mayHaveMore(username) ? 'which every authenticated user has' : 'which such a user always has'
  return [
    ...clause`The text does not report the groups of ${username}: `,
    ...names,
    ` ${groups.length === 1 ? 'is' : 'are'} filled in, ${why}.`,
  ]
}

function missingGroups(username: string): Missing {
  const words: RichText = [
    ...clause`The text does not report the groups of ${username}. `,
    'What authenticates a user, such as OIDC, a certificate or a webhook like guard, grants nothing; a binding does, to the user or to a group. Add the groups that ',
    { code: 'kubectl auth whoami' },
    ' prints for this user.',
  ]
  return { words, place: 'requestor', needed: false }
}

function targetNode(impersonation: ObservedRequest['impersonation']): string | undefined {
  return impersonation.kind === 'reported' ? nodeOf(impersonation.target.username ?? '') : undefined
}

/** The mode itself implies the node: only a service account on that node may use it. */
function runsOn(username: string, node: string): RichText {
  return clause`The mode implies that ${username} runs on ${node}; only the extra ${NODE_NAME_KEY} is filled in.`
}

function missingNode(username: string): Missing {
  const words = clause`The text does not name the node that ${username} runs on. Add the extra ${NODE_NAME_KEY}.`
  return { words, place: 'requestor', needed: false }
}

function maybeImpersonated(username: string, byCommand = false): Missing {
  const sent = [
    ...clause`The command in the text asks as ${username}, and the text does not name the user who sent it. What ${username} may do is decided. To decide whether the sender may ask so, make that user the requestor and `,
    ...clause`${username} the impersonated user.`,
  ]
  if (byCommand) return { words: sent, place: 'impersonation', needed: false }
  const words: RichText = [
    ...clause`The text does not say whether ${username} sent the request or was impersonated. If another user sent it, make that user the requestor and `,
    ...clause`${username} the impersonated user.`,
  ]
  return { words, place: 'impersonation', needed: false }
}

import type { Scenario } from '../decide/index.ts'
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
} from '../kube/index.ts'
import { clause, type RichText } from '../trace/index.ts'
import type { FilledPart, Missing } from './filling.ts'
import type { ObservedRequest } from './observed-request.ts'

/** Who asks, as far as a text tells. */
export function requestorOf({ requestor, impersonation }: ObservedRequest, before: Scenario): FilledPart<PlainUser> {
  const { username, uid, groups, extra } = requestor
  if (username === undefined) {
    const words = clause`Who sent the request is not told: ${before.requestor.username} stays, who was there before.`
    return { missing: [{ words, place: 'requestor', needed: false }] }
  }
  const implied = impliedGroups(username)
  const mode = impersonation.kind === 'reported' ? impersonation.mode : undefined
  const node = mode === 'associated-node' && extra === undefined ? targetNode(impersonation) : undefined
  const value: PlainUser = {
    username,
    ...(uid !== undefined && uid !== '' && { uid }),
    groups: groups ?? implied,
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
      ...(groups === undefined ? [standIn(username, implied)] : []),
      ...(node === undefined ? [] : [runsOn(username, node)]),
    ],
    missing: [
      ...(groups === undefined && mayHaveMore(username) ? [missingGroups(username)] : []),
      ...(extra === undefined && mode === 'associated-node' && node === undefined ? [missingNode(username)] : []),
      ...(impersonation.kind === 'not-reported' ? [maybeImpersonated(username)] : []),
    ],
  }
}

/** The groups that authentication gives to everybody of that name. */
function impliedGroups(username: string): readonly string[] {
  if (username === ANONYMOUS) return [ALL_UNAUTHENTICATED]
  const account = serviceAccountOf(username)
  const own = account ? serviceAccountGroups(account.namespace) : nodeOf(username) === undefined ? [] : [NODES_GROUP]
  return [...own, ALL_AUTHENTICATED]
}

/** What a service account’s token and the anonymous user have is the same for all of them. */
function mayHaveMore(username: string): boolean {
  return username !== ANONYMOUS && serviceAccountOf(username) === undefined && nodeOf(username) === undefined
}

function standIn(username: string, groups: readonly string[]): RichText {
  const names = groups.flatMap((code, at): RichText => [...(at === 0 ? [] : [', ']), { code }])
  const why = mayHaveMore(username) ? 'which everybody has who is authenticated' : 'which such a user always has'
  return [...clause`The groups of ${username} are not told: `, ...names, `, ${why}, is filled in.`]
}

function missingGroups(username: string): Missing {
  const words: RichText = [
    ...clause`The groups of ${username} are not told. Add those that `,
    { code: 'kubectl auth whoami' },
    ' prints for them.',
  ]
  return { words, place: 'requestor', needed: false }
}

function targetNode(impersonation: ObservedRequest['impersonation']): string | undefined {
  return impersonation.kind === 'reported' ? nodeOf(impersonation.target.username ?? '') : undefined
}

/** The mode itself tells: it is for nobody else. */
function runsOn(username: string, node: string): RichText {
  return clause`The mode tells that ${username} runs on ${node}; of its extras ${NODE_NAME_KEY} alone is filled in.`
}

function missingNode(username: string): Missing {
  const words = clause`The node that ${username} runs on is not told. Add the extra ${NODE_NAME_KEY}.`
  return { words, place: 'requestor', needed: false }
}

function maybeImpersonated(username: string): Missing {
  const words: RichText = [
    ...clause`Whether ${username} sent the request, or was impersonated, is not told. If somebody else sent it, make them the requestor, and `,
    ...clause`${username} the impersonated user.`,
  ]
  return { words, place: 'impersonation', needed: false }
}

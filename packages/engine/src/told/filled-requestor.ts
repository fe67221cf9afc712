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
import type { Scenario } from '../scenario/index.ts'
import { clause, type Label } from '../trace/index.ts'
import type { FilledPart, Missing } from './filling.ts'
import type { Told } from './told.ts'

/** Who asks, as far as a text tells. */
export function requestorOf({ requestor, impersonation }: Told, before: Scenario): FilledPart<PlainUser> {
  const { username, uid, groups, extra } = requestor
  if (username === undefined) {
    const words = clause`The text does not tell who sent the request: ${before.requestor.username} stays, who was there before.`
    return { missing: [{ words, place: 'requestor', needed: false }] }
  }
  const implied = impliedGroups(username)
  const value: PlainUser = {
    username,
    ...(uid !== undefined && uid !== '' && { uid }),
    groups: groups ?? implied,
    ...(extra && Object.keys(extra).length > 0 && { extra }),
  }
  const known = [
    'username',
    ...(groups === undefined ? [] : ['groups']),
    ...(uid === undefined ? [] : ['uid']),
    ...(extra === undefined ? [] : ['extras']),
  ]
  const mode = impersonation.kind === 'told' ? impersonation.mode : undefined
  return {
    value,
    filled: [...clause`${username}, with what is told of them: `, known.join(', '), '.'],
    assumed: groups === undefined ? [standIn(username, implied)] : [],
    missing: [
      ...(groups === undefined && mayHaveMore(username) ? [missingGroups(username)] : []),
      ...(extra === undefined && mode === 'associated-node' ? [missingNode(username)] : []),
      ...(impersonation.kind === 'not-told' ? [maybeImpersonated(username)] : []),
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

function standIn(username: string, groups: readonly string[]): Label {
  const names = groups.flatMap((code, at): Label => [...(at === 0 ? [] : [', ']), { code }])
  const why = mayHaveMore(username) ? 'which everybody has who is authenticated' : 'which such a user always has'
  return [...clause`The groups of ${username} are not told: `, ...names, `, ${why}, is filled in.`]
}

function missingGroups(username: string): Missing {
  const words: Label = [
    ...clause`The text does not tell the groups of ${username}. Add those that `,
    { code: 'kubectl auth whoami' },
    ' prints for them: a rule may allow it to a group.',
  ]
  return { words, place: 'requestor', needed: false }
}

function missingNode(username: string): Missing {
  const words = clause`The log does not tell on which node ${username} runs. Add the extra ${NODE_NAME_KEY}.`
  return { words, place: 'requestor', needed: false }
}

function maybeImpersonated(username: string): Missing {
  const words: Label = [
    ...clause`The text does not tell whether ${username} sent the request, or somebody who impersonates them. If so, make that one the requestor, and `,
    ...clause`${username} the impersonated user.`,
  ]
  return { words, place: 'impersonation', needed: false }
}

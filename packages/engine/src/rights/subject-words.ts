import { NODES_GROUP, nodeOf, type SubjectName, serviceAccountOf } from '../kube/index.ts'
import type { RichText } from '../text/index.ts'
import { usernameOf } from './subjects.ts'

/** A user, without groups where only the name is known, as in the headers that ask for a target. */
export interface Identity {
  readonly username: string
  readonly groups?: readonly string[]
}

/**
 * The name of a user in sentences: "service account prod/deployer", "node n1", "jane". No two usernames read alike. A node
 * is a user that authorizers identify as a node: a username that only looks like a node's, without the group of nodes, is
 * an ordinary user (Go: `NodeIdentifier`). Where the groups are not known, the name decides.
 */
export function identityInWords({ username, groups }: Identity): RichText {
  if (username === '') return ['a user without a name']
  const account = serviceAccountOf(username)
  if (account !== undefined) return ['service account ', { code: `${account.namespace}/${account.name}` }]
  const node = nodeOf(username)
  if (node !== undefined && (groups?.includes(NODES_GROUP) ?? true)) return ['node ', { code: node }]
  return LIKE_ANOTHER.test(username) ? ['user ', { code: username }] : [{ code: username }]
}

/** Usernames that could be read as words of a sentence, as a service account or as a node. */
const LIKE_ANOTHER = /[\s/]|^system:(?:serviceaccount|node):/

/**
 * A subject of bindings in a sentence: "group dev", "service account prod/portal", "jane"; of a group that acts, "members of
 * group dev".
 */
export function subjectInWords(
  subject: SubjectName,
  group: 'group' | 'members of group' | 'a member of group' = 'group',
): RichText {
  const username = usernameOf(subject)
  return username === undefined ? [`${group} `, { code: subject.name }] : identityInWords({ username })
}

/** The most subjects that are named in one line. */
const MOST_NAMED = 3

/** Subjects of bindings in a sentence: "group dev, jane and 12 more". */
export function subjectsInWords(subjects: readonly SubjectName[]): RichText {
  const shown = subjects.length > MOST_NAMED ? subjects.slice(0, MOST_NAMED - 1) : subjects
  const more = subjects.length - shown.length
  return [
    ...shown.flatMap((one, at): RichText => {
      const last = at === shown.length - 1 && more === 0
      return [...(at === 0 ? [] : [last ? ' and ' : ', ']), ...subjectInWords(one)]
    }),
    ...(more === 0 ? [] : [` and ${more.toLocaleString('en')} more`]),
  ]
}

import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  type Binding,
  missingGroups,
  NODES_GROUP,
  nodeOf,
  objectKey,
  roleNamed,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountGroups,
  serviceAccountOf,
  serviceAccountUsername,
  type UserInfo,
  userInfo,
} from '../kube/index.ts'
import type { RichText } from '../text/index.ts'

/** A text that is equal for subjects that are the same users alone: a service account is the user of its username. */
export function subjectKey(subject: SubjectName): string {
  const username = usernameOf(subject)
  return username === undefined ? groupKey(subject.name) : userKey(username)
}

/** The key of the subject of a username. */
export function userKey(username: string): string {
  return `User/${username}`
}

/** The key of a group. */
export function groupKey(name: string): string {
  return `Group/${name}`
}

/** The username of a user or service account; undefined for a group. */
export function usernameOf({ kind, namespace, name }: SubjectName): string | undefined {
  if (kind === 'Group') return undefined
  return kind === 'ServiceAccount' ? serviceAccountUsername({ namespace, name }) : name
}

/** The subject of a username: a service account where the name is one’s, otherwise a user. */
export function subjectOfUsername(username: string): SubjectName {
  const account = serviceAccountOf(username)
  return account === undefined
    ? { kind: 'User', name: username, namespace: '' }
    : { kind: 'ServiceAccount', ...account }
}

/** The group as a subject. */
export function subjectOfGroup(name: string): SubjectName {
  return { kind: 'Group', name, namespace: '' }
}

/** The group whose members may do everything, without any rule. */
export const MASTERS: SubjectName = subjectOfGroup(SYSTEM_PRIVILEGED_GROUP)

/** Whether a subject is {@link MASTERS}. */
export function isMasters({ kind, name }: Pick<SubjectName, 'kind' | 'name'>): boolean {
  return kind === MASTERS.kind && name === MASTERS.name
}

/**
 * Whom a subject of a binding names, in one form: a user with the name of a service account is the service account. A service
 * account without a namespace is of the binding’s; a ClusterRoleBinding has none, so there it is nobody: undefined.
 */
export function subjectIn(subject: SubjectName, { namespace }: Pick<Binding, 'namespace'>): SubjectName | undefined {
  const { kind, name } = subject
  if (kind === 'Group') return subjectOfGroup(name)
  if (kind === 'User') return subjectOfUsername(name)
  const of = subject.namespace === '' ? namespace : subject.namespace
  return of === '' ? undefined : { kind, namespace: of, name }
}

/** Whom the subjects of a binding name; see {@link subjectIn}. */
export function subjectsIn(binding: Pick<Binding, 'subjects' | 'namespace'>): readonly SubjectName[] {
  return binding.subjects.flatMap((subject) => subjectIn(subject, binding) ?? [])
}

/** Equal where bindings grant the same role to a subject in the same scope. */
export function grantKey(binding: Binding, subject: SubjectName): string {
  return `${binding.namespace}/${objectKey(roleNamed(binding))}/${subjectKey(subject)}`
}

/**
 * The user that authentication makes of a subject, with the groups that every such user is in: a service account is in
 * those of its namespace, and a node in `system:nodes`. Of a group it is a member that is in no other group than every member
 * is, and that no username matches.
 */
export function userOf(subject: SubjectName): UserInfo {
  const username = usernameOf(subject)
  if (username === undefined) return userInfo({ username: '', groups: groupsOfMember(subject.name) })
  const groups = missingGroups({ username })
  return userInfo({ username, groups: nodeOf(username) === undefined ? groups : [NODES_GROUP, ...groups] })
}

/** The groups that every member of a group is in. */
function groupsOfMember(group: string): readonly string[] {
  if (group === ALL_UNAUTHENTICATED || group === ALL_AUTHENTICATED) return [group]
  const [all = ''] = serviceAccountGroups('')
  return group.startsWith(`${all}:`) ? [all, group, ALL_AUTHENTICATED] : [group, ALL_AUTHENTICATED]
}

/** A user that bindings match by a subject alone: by its name without any group, or as a member of one group. */
export function userOnlyNamed(subject: SubjectName): UserInfo {
  const username = usernameOf(subject)
  return username === undefined ? userInfo({ username: '', groups: [subject.name] }) : userInfo({ username })
}

/** Equal for users whom the same bindings match: a text of the name and the groups. */
export function identityKey({ username, groups }: Pick<UserInfo, 'username' | 'groups'>): string {
  return JSON.stringify([username, groups])
}

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

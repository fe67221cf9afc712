import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  type Binding,
  missingGroups,
  NODES_GROUP,
  nodeOf,
  type Subject,
  serviceAccountGroups,
  serviceAccountUsername,
  type UserInfo,
  userInfo,
} from '../kube/index.ts'

/** A subject of bindings, with the namespace that counts. */
export interface SubjectName extends Pick<Subject, 'kind' | 'name'> {
  /** Of a service account; the namespace of the binding where the subject omits it. Empty for users and groups. */
  readonly namespace: string
}

/** A subject as its binding means it. In a ClusterRoleBinding a service account without a namespace matches nobody. */
export function subjectName({ kind, name, namespace }: Subject, binding: Pick<Binding, 'namespace'>): SubjectName {
  return { kind, name, namespace: kind === 'ServiceAccount' ? namespace || binding.namespace : '' }
}

/** A text that is equal for equal subjects alone. */
export function subjectKey({ kind, namespace, name }: SubjectName): string {
  return `${kind} ${namespace} ${name}`
}

/** The subjects of all bindings, each once, in the order of the text. Subjects without a name are left out. */
export function subjectsOf({
  bindings,
}: {
  readonly bindings: readonly Pick<Binding, 'subjects' | 'namespace'>[]
}): readonly SubjectName[] {
  const all = bindings
    .flatMap((binding) => binding.subjects.map((subject) => subjectName(subject, binding)))
    .filter(({ name }) => name !== '')
  return [...new Map(all.map((one) => [subjectKey(one), one])).values()]
}

/**
 * The user that authentication makes of a subject, with the groups that every such user is in: a service account is in
 * those of its namespace. Of a group it is a member that is in no other group, and that no username matches.
 */
export function userOfSubject({ kind, name, namespace }: SubjectName): UserInfo {
  if (kind === 'Group') return userInfo({ username: '', groups: groupsOfMember(name) })
  const username = kind === 'ServiceAccount' ? serviceAccountUsername({ namespace, name }) : name
  const groups = missingGroups({ username })
  return userInfo({ username, groups: nodeOf(username) === undefined ? groups : [NODES_GROUP, ...groups] })
}

/** The groups that every member of a group is in. */
function groupsOfMember(group: string): readonly string[] {
  if (group === ALL_UNAUTHENTICATED || group === ALL_AUTHENTICATED) return [group]
  const [all = ''] = serviceAccountGroups('')
  return group.startsWith(`${all}:`) ? [all, group, ALL_AUTHENTICATED] : [group, ALL_AUTHENTICATED]
}

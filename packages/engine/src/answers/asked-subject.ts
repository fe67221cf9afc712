import type { Cluster } from '../cluster/index.ts'
import type { UserInfo } from '../kube/index.ts'
import { type SubjectName, subjectNamed, subjectsOf, userOf } from '../query/index.ts'

/** Somebody whom a question is about: the subject of rules, and the user with all groups that count. */
export interface AskedSubject {
  readonly subject: SubjectName
  readonly user: UserInfo
}

/** The subject that a word names, with groups beside those that its name implies. Undefined where it names nobody. */
export function askedSubject(
  word: string,
  groups: readonly string[],
  { rightsInForce: bound }: Cluster,
): AskedSubject | undefined {
  const subject = subjectNamed(word.trim(), subjectsOf(bound))
  if (subject === undefined) return undefined
  const user = userOf(subject)
  return { subject, user: { ...user, groups: [...new Set([...groups, ...user.groups])] } }
}

import type { Policy, UserInfo } from '@authz-playground/engine'
import { serviceAccountOf, serviceAccountUsername } from '@authz-playground/engine/names'
import { type SubjectName, subjectsOf, userOfSubject } from '@authz-playground/engine/query'
import { refusedInput } from '../problem.ts'

/** Somebody who may do things, as named on the command line or in a scenario. */
export interface AskedSubject {
  /** "User jane", "ServiceAccount ci/bot", "Group devs". */
  readonly kind: SubjectName['kind']
  readonly namespace: string
  readonly name: string
  readonly user: UserInfo
}

const KIND = /^(User|Group|ServiceAccount)\/(.*)$/s
const SYSTEM_GROUP = /^system:(?:masters|authenticated|unauthenticated|nodes|bootstrappers|serviceaccounts)(?::|$)/

/**
 * The subject of a word: `Kind/name` as it says; `system:serviceaccount:ns:name` and `ns/name` a service account; otherwise
 * a group where the policy names one and no user of that name, or where it is one of the API server's; otherwise a user.
 * The subject has the groups that authentication adds to every such user, and `groups`. Throws `Refused`.
 */
export function subjectOfWord(word: string, policy: Policy, groups: readonly string[]): AskedSubject {
  const { kind, namespace, name } = named(word, policy)
  if (name === '') throw refusedInput(word, 'No subject is named.', 'Write a user, a group, or namespace/name.')
  const user = userOfSubject({ kind, namespace, name })
  return { kind, namespace, name, user: { ...user, groups: [...new Set([...groups, ...user.groups])] } }
}

function named(word: string, policy: Policy): SubjectName {
  const [, kind, rest = ''] = KIND.exec(word) ?? []
  if (kind === 'ServiceAccount') return serviceAccount(word, rest)
  if (kind !== undefined) return { kind: kind as 'User' | 'Group', name: rest, namespace: '' }
  const account = serviceAccountOf(word)
  if (account !== undefined) return { kind: 'ServiceAccount', ...account }
  const inPolicy = subjectsOf(policy).filter(({ name, kind }) => name === word && kind !== 'ServiceAccount')
  if (inPolicy.some((one) => one.kind === 'User')) return { kind: 'User', name: word, namespace: '' }
  if (inPolicy.length > 0 || SYSTEM_GROUP.test(word)) return { kind: 'Group', name: word, namespace: '' }
  return isAccount(word) ? serviceAccount(word, word) : { kind: 'User', name: word, namespace: '' }
}

function isAccount(word: string): boolean {
  const [namespace = '', name = '', more] = word.split('/')
  return more === undefined && serviceAccountOf(serviceAccountUsername({ namespace, name })) !== undefined
}

function serviceAccount(word: string, rest: string): SubjectName {
  const [namespace = '', name = '', more] = rest.split('/')
  if (namespace !== '' && name !== '' && more === undefined) return { kind: 'ServiceAccount', namespace, name }
  throw refusedInput(word, 'This is no service account.', 'Write ServiceAccount/namespace/name.')
}

/** The requestor of a scenario, with just the groups that it names. */
export function subjectOfUser(user: UserInfo): AskedSubject {
  const account = serviceAccountOf(user.username)
  if (account !== undefined) return { kind: 'ServiceAccount', ...account, user }
  return { kind: 'User', namespace: '', name: user.username, user }
}

import { type Binding, type SubjectName, serviceAccountOf, serviceAccountUsername } from '../kube/index.ts'
import { subjectKey, subjectsIn } from '../rights/index.ts'

/**
 * Whom the bindings name, each once and in one form (`subjectIn`), in the order of the text. Subjects without a name are left
 * out.
 */
export function subjectsOf({
  bindings,
}: {
  readonly bindings: readonly Pick<Binding, 'subjects' | 'namespace'>[]
}): readonly SubjectName[] {
  const first = new Map<string, SubjectName>()
  for (const subject of bindings.flatMap(subjectsIn)) {
    const key = subjectKey(subject)
    if (subject.name !== '' && !first.has(key)) first.set(key, subject)
  }
  return [...first.values()]
}

const WORD = /^(User|Group|ServiceAccount)\/(.*)$/s
const SYSTEM_GROUP = /^system:(?:masters|authenticated|unauthenticated|nodes|bootstrappers|serviceaccounts)(?::|$)/

/**
 * The subject that a word names: `User/…`, `Group/…` and `ServiceAccount/namespace/name` say which;
 * `system:serviceaccount:namespace:name` and `namespace/name` are a service account. Any other word is a group where `known`
 * has a group and no user of that name, or where it is one of the API server's; otherwise a user. Undefined where it names
 * none.
 */
export function subjectNamed(word: string, known: readonly SubjectName[]): SubjectName | undefined {
  const [, kind, rest = ''] = WORD.exec(word) ?? []
  if (kind === 'ServiceAccount') return accountNamed(rest)
  if (kind === 'User' || kind === 'Group') return rest === '' ? undefined : { kind, name: rest, namespace: '' }
  if (word === '') return undefined
  const account = serviceAccountOf(word)
  if (account !== undefined) return { kind: 'ServiceAccount', ...account }
  const named = known.filter(({ name, kind }) => name === word && kind !== 'ServiceAccount')
  if (named.some((one) => one.kind === 'User')) return { kind: 'User', name: word, namespace: '' }
  if (named.length > 0 || SYSTEM_GROUP.test(word)) return { kind: 'Group', name: word, namespace: '' }
  return accountNamed(word) ?? { kind: 'User', name: word, namespace: '' }
}

/** The service account of `namespace/name`. */
function accountNamed(word: string): SubjectName | undefined {
  const [namespace = '', name = '', more] = word.split('/')
  const account = more === undefined ? serviceAccountOf(serviceAccountUsername({ namespace, name })) : undefined
  return account && { kind: 'ServiceAccount', ...account }
}

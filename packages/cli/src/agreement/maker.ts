import type { Attributes, Rule, SubjectName, UserInfo } from '@authz-playground/engine'
import { ruleAllows, userOnlyNamed } from '@authz-playground/engine/internal/rights'
import type { AskedPolicy } from './asked-policy.ts'
import type { Action, Fact } from './fact.ts'

/** Whether a fact is true by a maker; undefined where it does not say. */
export type Said = 'yes' | 'no' | undefined

/** What a command says of facts, by the functions that it prints from. */
export interface Maker {
  readonly name: string
  readonly says: (fact: Fact, asked: AskedPolicy) => Said
  /** Whether it takes so long that it is asked about one fact of a policy. */
  readonly slow?: true
}

export const yesIf = (is: boolean): Said => (is ? 'yes' : 'no')

/** Decides whether a fact is true, as kube-apiserver does. Throws where nothing is decided. */
export const run: Maker = {
  name: 'run',
  says: (fact, asked) => {
    const { trace, errors } = asked.decided(fact)
    if (trace === undefined) throw new Error(errors.map(({ message }) => message).join(' '))
    const { outcome } = trace
    const isIdentity = fact.kind === 'identity' && outcome.kind === 'forbidden' && outcome.phase !== 'impersonation'
    return yesIf(outcome.kind === 'allowed' || isIdentity)
  },
}

/** Whether a user is one of a subject. */
export function isOf(subject: SubjectName, { username, groups }: UserInfo): boolean {
  const only = userOnlyNamed(subject)
  return subject.kind === 'Group' ? only.groups.some((one) => groups.includes(one)) : only.username === username
}

/** Whether a rule that is granted in some namespaces allows a review; the empty namespace is the whole cluster. */
export function grants(rule: Rule, namespaces: readonly string[], review: Attributes): boolean {
  const { namespace, isResourceRequest } = review
  return (namespaces.includes('') || (isResourceRequest && namespaces.includes(namespace))) && ruleAllows(rule, review)
}

/**
 * Whether a goal “cannot” is about just the request of a fact: one without a name is also about lists that select one object,
 * and about a server-side apply that creates one.
 */
export function isExact({ verb, name, path }: Action): boolean {
  return path !== '' || name !== '' || (verb !== 'list' && verb !== 'watch' && verb !== 'create')
}

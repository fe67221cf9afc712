import type { Binding, SubjectName, UserInfo } from '../kube/index.ts'
import type { BindingMatch } from './held-rule.ts'
import { groupKey, subjectIn, subjectKey, userKey } from './subjects.ts'

/** A subject of bindings, and the bindings that name it, in the order of the documents. A binding may name it twice. */
export interface Holder {
  /** In one form: see `subjectIn`. */
  readonly subject: SubjectName
  readonly matches: readonly BindingMatch[]
}

/** Bindings by the subjects that they name. */
export class Holders {
  readonly #bySubject = new Map<string, { readonly subject: SubjectName; readonly matches: BindingMatch[] }>()

  add(binding: Binding, order: number): void {
    for (const [subjectIndex, subject] of binding.subjects.entries()) {
      const named = subjectIn(subject, binding)
      if (named === undefined) continue
      const key = subjectKey(named)
      const match: BindingMatch = { binding, subject, order, subjectIndex }
      const holder = this.#bySubject.get(key)
      if (holder === undefined) this.#bySubject.set(key, { subject: named, matches: [match] })
      else holder.matches.push(match)
    }
  }

  /** In the order in which they were added. */
  get all(): readonly Holder[] {
    return [...this.#bySubject.values()]
  }

  of(subject: SubjectName): Holder | undefined {
    return this.#bySubject.get(subjectKey(subject))
  }

  /** The bindings that apply to a user, in the order of the documents, each with its first subject that matches. */
  matching({ username, groups }: Pick<UserInfo, 'username' | 'groups'>): readonly BindingMatch[] {
    const found = [...(this.#bySubject.get(userKey(username))?.matches ?? [])]
    for (const group of new Set(groups)) found.push(...(this.#bySubject.get(groupKey(group))?.matches ?? []))
    if (found.length < 2) return found
    return eachBindingOnce(found.sort((a, b) => a.order - b.order || a.subjectIndex - b.subjectIndex))
  }
}

/** Matches in the order of the documents, without those of a binding after its first. */
export function eachBindingOnce(matches: readonly BindingMatch[]): readonly BindingMatch[] {
  return matches.filter(({ order }, at) => order !== matches[at - 1]?.order)
}

import {
  type Binding,
  type Evidence,
  type PolicyRule,
  type Role,
  type Rule,
  type Subject,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
  type UserInfo,
} from '../kube/index.ts'
import type { LineIndex } from '../text/index.ts'
import type { EffectiveRule } from './aggregation.ts'
import { groupKey, subjectIn, subjectKey, userKey } from './subjects.ts'

/** A rule that a user holds, where, and why. */
export interface Held {
  readonly rule: Rule
  /** Where it holds; empty for the whole cluster: every namespace, and what is in none. */
  readonly namespace: string
  /** The names and places of binding, role, rule and subject. */
  evidence(): Evidence
}

/** Every request: the permission of `system:masters`, which is given before any configured authorizer is asked. */
export const EVERYTHING: Held = {
  rule: { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: ['*'] },
  namespace: '',
  evidence: () => ({ authorizer: 'system:masters' }),
}

/** Whether the API server allows a user everything before it asks an authorizer. */
export function isSuperuser({ groups }: Pick<UserInfo, 'groups'>): boolean {
  return groups.includes(SYSTEM_PRIVILEGED_GROUP)
}

/** A binding that applies to a user, with the first of its subjects that matches. */
export interface BindingMatch {
  readonly binding: Binding
  readonly subject: Subject
  /** Position of the binding in the order of the documents. */
  readonly order: number
  /** Position of the subject in the binding. */
  readonly subjectIndex: number
}

/** Finds the lines of the text that contains an object: the policy, or the default roles. */
export interface ObjectLines {
  readonly linesOf: (object: Role | Binding) => LineIndex
}

/** A rule that a user holds by a binding. */
export class HeldRule implements Held {
  readonly match: BindingMatch
  readonly effective: EffectiveRule
  readonly #lines: ObjectLines

  constructor(match: BindingMatch, effective: EffectiveRule, lines: ObjectLines) {
    this.match = match
    this.effective = effective
    this.#lines = lines
  }

  get rule(): PolicyRule {
    return this.effective.rule
  }

  /** The role in which the rule is written: that of the binding, or one that it aggregates. */
  get role(): Role {
    return this.effective.role
  }

  /** Position among the rules of `role`, from 0. */
  get index(): number {
    return this.effective.index
  }

  get binding(): Binding {
    return this.match.binding
  }

  /** The subject of the binding that matches, as it is written. */
  get subject(): Subject {
    return this.match.subject
  }

  /** Whom that names, in one form: see `subjectIn`. */
  get holder(): SubjectName {
    return subjectIn(this.subject, this.binding) as SubjectName
  }

  get namespace(): string {
    return this.match.binding.namespace
  }

  evidence(): Evidence {
    return evidenceOf(this.match, this.effective, this.#lines)
  }
}

/** The evidence for a rule that a binding grants to a subject: names and places of binding, role, rule and subject. */
export function evidenceOf(
  match: Pick<BindingMatch, 'binding' | 'subject'>,
  effective: EffectiveRule,
  lines: ObjectLines,
): Evidence {
  const { binding, subject } = bindingEvidence(match, lines)
  const { role, rule } = ruleEvidence(effective, match.binding.roleRef.name, lines)
  return { authorizer: 'RBAC', ...(binding && { binding }), role, rule, ...(subject && { subject }) }
}

/** The names and places of a binding, and of a subject of it where it has one. */
export function bindingEvidence(
  { binding, subject }: Pick<BindingMatch, 'binding'> & Partial<Pick<BindingMatch, 'subject'>>,
  lines: ObjectLines,
): Pick<Evidence, 'binding' | 'subject'> {
  const { kind, name, namespace, span } = binding
  const of = lines.linesOf(binding)
  return {
    binding: { kind, name, namespace, range: of.range(span) },
    ...(subject && {
      subject: { kind: subject.kind, name: subject.name, namespace: subject.namespace, range: of.range(subject.span) },
    }),
  }
}

/** The names and places of a rule, and of the role in which it is written. `bound`: the name of the role that a binding grants. */
export function ruleEvidence(
  { rule, role, index }: EffectiveRule,
  bound: string,
  lines: ObjectLines,
): Required<Pick<Evidence, 'role' | 'rule'>> {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs, span } = rule
  const of = lines.linesOf(role)
  return {
    role: { kind: role.kind, name: role.name, namespace: role.namespace, range: of.range(role.span) },
    rule: {
      verbs,
      apiGroups,
      resources,
      resourceNames,
      nonResourceURLs,
      index,
      ...(role.name !== bound && { aggregatedInto: bound }),
      range: of.range(span),
    },
  }
}

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

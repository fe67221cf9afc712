import {
  type Attributes,
  type Binding,
  type Evidence,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
} from '../kube/index.ts'
import { firstRuleThat, MASTERS, type Rights, roleNotFound, ruleAllows, subjectKey } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { doing } from '../words/index.ts'

/** A subject that may do something. */
export interface AllowedSubject extends SubjectName {
  /** Every binding that allows it, with the first rule that does, in the order in which RBAC evaluates them. */
  readonly ways: readonly Evidence[]
}

/** The answer to “who can”. */
export interface WhoCan {
  /** `system:masters` first, then in the order of the bindings, cluster-wide ones before those of the namespace. */
  readonly subjects: readonly AllowedSubject[]
  /** One for each binding in scope to a role that does not exist, in the API server's words. */
  readonly errors: readonly string[]
}

/**
 * The subjects that may do something by RBAC, or as superusers (Go: `AllowedSubjects` of `SubjectAccessEvaluator`,
 * `plugin/pkg/auth/authorizer/rbac/subject_locator.go`). The user of the attributes does not count. Upstream lists a subject
 * once for each way, as its binding writes it; here it is one subject in one form (`subjectIn`) with all ways. May throw
 * `BeyondLimit`, as `aggregate` does.
 */
export function whoCan(bound: Rights, attributes: Attributes): WhoCan {
  const allowing = firstRuleThat((rule) => ruleAllows(rule, attributes))
  const { rules, notFound } = bound.heldByAll(allowing, attributes.namespace)
  const found = new Map<string, { readonly subject: SubjectName; readonly ways: Evidence[]; last?: Binding }>()
  found.set(subjectKey(MASTERS), { subject: MASTERS, ways: [{ authorizer: 'system:masters' }] })
  for (const held of rules) {
    const subject = held.holder
    const key = subjectKey(subject)
    const known = found.get(key) ?? { subject, ways: [] }
    found.set(key, known)
    // A binding may name a subject twice.
    if (known.last !== held.binding) known.ways.push(held.evidence())
    known.last = held.binding
  }
  return {
    subjects: [...found.values()].map(({ subject, ways }) => ({ ...subject, ways })),
    errors: notFound.map(roleNotFound),
  }
}

/**
 * The answer in a sentence: "2 subjects may get pods in namespace prod, and members of group system:masters.", "Nobody but
 * members of group system:masters may get pods in namespace prod."
 */
export function whoCanInWords({ subjects }: Pick<WhoCan, 'subjects'>, attributes: Attributes): RichText {
  const masters: RichText = ['members of group ', { code: SYSTEM_PRIVILEGED_GROUP }]
  const others = subjects.filter(({ kind, name }) => kind !== 'Group' || name !== SYSTEM_PRIVILEGED_GROUP).length
  if (others === 0) return ['Nobody but ', ...masters, ' may ', ...doing(attributes), '.']
  const counted = others === 1 ? '1 subject' : `${others.toLocaleString('en')} subjects`
  return [`${counted} may `, ...doing(attributes), ', and ', ...masters, '.']
}

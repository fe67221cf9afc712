import {
  type Attributes,
  type Binding,
  type Evidence,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
} from '../kube/index.ts'
import {
  type EffectiveRule,
  evidenceOf,
  type Rights,
  roleNotFound,
  ruleAllows,
  subjectIn,
  subjectKey,
} from '../rights/index.ts'

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
  const { grants, errors } = grantsOf(bound, attributes)
  const found = new Map<string, { readonly subject: SubjectName; readonly ways: Evidence[]; last?: Binding }>()
  found.set(subjectKey(MASTERS), { subject: MASTERS, ways: [{ authorizer: 'system:masters' }] })
  for (const { subject, binding, evidence } of grants) {
    const known = found.get(subjectKey(subject))
    if (known === undefined) found.set(subjectKey(subject), { subject, ways: [evidence], last: binding })
    // A binding may name a subject twice.
    else if (known.last !== binding) {
      known.ways.push(evidence)
      known.last = binding
    }
  }
  return { subjects: [...found.values()].map(({ subject, ways }) => ({ ...subject, ways })), errors }
}

const MASTERS: SubjectName = { kind: 'Group', name: SYSTEM_PRIVILEGED_GROUP, namespace: '' }

/** One subject of one binding that allows something. */
interface SubjectGrant {
  readonly subject: SubjectName
  readonly binding: Binding
  readonly evidence: Evidence
}

/** Each subject of each binding that allows something, in upstream's order. */
function grantsOf(
  bound: Rights,
  attributes: Attributes,
): { readonly grants: readonly SubjectGrant[]; readonly errors: readonly string[] } {
  const grants: SubjectGrant[] = []
  const errors: string[] = []
  const allowing = new Map<readonly EffectiveRule[], EffectiveRule | undefined>()
  const inScope = [
    ...bound.bindings.filter(({ kind }) => kind === 'ClusterRoleBinding'),
    // Upstream asks for no RoleBindings without a namespace.
    ...(attributes.namespace === ''
      ? []
      : bound.bindings.filter(({ kind, namespace }) => kind === 'RoleBinding' && namespace === attributes.namespace)),
  ]
  for (const binding of inScope) {
    const rules = bound.rulesOf(binding)
    if (rules === undefined) {
      errors.push(roleNotFound(binding))
      continue
    }
    if (!allowing.has(rules))
      allowing.set(
        rules,
        rules.find(({ rule }) => ruleAllows(rule, attributes)),
      )
    const rule = allowing.get(rules)
    if (rule === undefined) continue
    for (const subject of binding.subjects) {
      const named = subjectIn(subject, binding)
      if (named === undefined) continue
      grants.push({ subject: named, binding, evidence: evidenceOf({ binding, subject }, rule, bound) })
    }
  }
  return { grants, errors }
}

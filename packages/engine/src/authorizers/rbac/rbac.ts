import { goQuote } from '../../go/index.ts'
import type { Answer, Binding, Evidence } from '../../kube/index.ts'
import type { Policy } from '../../policy/index.ts'
import type { Authorizer } from '../authorizer.ts'
import { aggregateErrors } from './aggregate-errors.ts'
import type { RuleInForce } from './aggregation.ts'
import { type BoundRoles, boundRoles, type Grant } from './bound-roles.ts'
import { ruleAllows } from './rule-matching.ts'

/**
 * The RBAC authorizer over a policy (Go: `plugin/pkg/auth/authorizer/rbac`, `pkg/registry/rbac/validation`):
 * ClusterRoleBindings, then the RoleBindings of the request's namespace, in document order; the first rule that
 * allows ends the search. Never denies: without a rule it has no opinion, and the errors met on the way
 * (the user's own bindings to roles that do not exist) are its reason.
 */
export function rbac(policy: Policy, defaults?: Policy): Authorizer {
  return rbacOver(boundRoles(policy, defaults))
}

/** The same, over roles and bindings that were looked through already. */
export function rbacOver(bound: BoundRoles): Authorizer {
  return {
    authorize(attributes): Answer {
      const { user, namespace } = attributes
      const errors: string[] = []
      const scopes = [bound.clusterWide, () => (namespace === '' ? [] : bound.within(namespace, user))]
      for (const grantsIn of scopes) {
        for (const grant of grantsIn(user)) {
          const rules = bound.rulesOf(grant.binding)
          if (rules === undefined) {
            errors.push(notFound(grant.binding))
            continue
          }
          const allowing = rules.find(({ rule }) => ruleAllows(rule, attributes))
          if (allowing !== undefined) return allowed(grant, allowing, bound)
        }
      }
      return { decision: 'NoOpinion', reason: errors.length === 0 ? '' : `RBAC: ${aggregateErrors(errors)}` }
    },
  }
}

function notFound({ roleRef }: Binding): string {
  return `${roleRef.kind.toLowerCase()}.rbac.authorization.k8s.io ${goQuote(roleRef.name)} not found`
}

/** What a rule that is held through a binding is, and where it stands. */
export function evidenceOf(
  { binding, subject }: Grant,
  { rule, role, index }: RuleInForce,
  bound: BoundRoles,
): Evidence {
  const bindingLines = bound.linesOf(binding)
  const roleLines = bound.linesOf(role)
  return {
    authorizer: 'RBAC',
    binding: {
      kind: binding.kind,
      name: binding.name,
      namespace: binding.namespace,
      range: bindingLines.range(binding.span),
    },
    role: { kind: role.kind, name: role.name, namespace: role.namespace, range: roleLines.range(role.span) },
    rule: {
      verbs: rule.verbs,
      apiGroups: rule.apiGroups,
      resources: rule.resources,
      resourceNames: rule.resourceNames,
      nonResourceURLs: rule.nonResourceURLs,
      index,
      ...(role.name === binding.roleRef.name ? {} : { aggregatedInto: binding.roleRef.name }),
      range: roleLines.range(rule.span),
    },
    subject: {
      kind: subject.kind,
      name: subject.name,
      namespace: subject.namespace,
      range: bindingLines.range(subject.span),
    },
  }
}

function allowed(grant: Grant, allowing: RuleInForce, bound: BoundRoles): Answer {
  const { binding, subject } = grant
  const bindingName = binding.kind === 'RoleBinding' ? `${binding.name}/${binding.namespace}` : binding.name
  const subjectName =
    subject.kind === 'ServiceAccount'
      ? `${subject.name}/${subject.namespace === '' ? binding.namespace : subject.namespace}`
      : subject.name
  const reason =
    `RBAC: allowed by ${binding.kind} ${goQuote(bindingName)} of ${binding.roleRef.kind} ` +
    `${goQuote(binding.roleRef.name)} to ${subject.kind} ${goQuote(subjectName)}`
  return { decision: 'Allow', reason, evidence: evidenceOf(grant, allowing, bound) }
}

import { goQuote } from '../../go/index.ts'
import type { Answer, Attributes, Binding, Evidence, UserInfo } from '../../kube/index.ts'
import type { Policy } from '../../policy/index.ts'
import type { Authorizer } from '../authorizer.ts'
import { aggregateErrors } from './aggregate-errors.ts'
import type { EffectiveRule } from './aggregation.ts'
import { type BindingMatch, type BoundRoles, boundRoles } from './bound-roles.ts'
import { RuleIndex } from './rule-index.ts'
import { ruleAllows } from './rule-matching.ts'

/**
 * The RBAC authorizer over a policy (Go: `plugin/pkg/auth/authorizer/rbac`, `pkg/registry/rbac/validation`):
 * ClusterRoleBindings, then the RoleBindings of the request's namespace, in document order; the first rule that allows
 * ends the search. Never denies: if no rule allows, it has no opinion, with the errors of the search (bindings of the user
 * to roles that do not exist) as the reason.
 */
export function rbac(policy: Policy, defaults?: Policy): Authorizer {
  return rbacOver(boundRoles(policy, defaults))
}

/** The same over roles and bindings that are already indexed. */
export function rbacOver(bound: BoundRoles): Authorizer {
  const clusterWide = rulesByUser((user) => rulesOf(bound.clusterWide(user), bound))
  const within = new Map<string, (user: UserInfo) => GrantedRules>()
  const withinNamespace = (namespace: string, user: UserInfo): GrantedRules => {
    const known = within.get(namespace) ?? rulesByUser((one) => rulesOf(bound.within(namespace, one), bound))
    within.set(namespace, known)
    return known(user)
  }
  return {
    authorize(attributes): Answer {
      const { user, namespace } = attributes
      const everywhere = clusterWide(user)
      const allowing = everywhere.firstAllowing(attributes)
      if (allowing !== undefined) return allowed(allowing, bound)
      if (namespace === '') return noOpinion(everywhere.errors)
      const here = withinNamespace(namespace, user)
      const allowingHere = here.firstAllowing(attributes)
      if (allowingHere !== undefined) return allowed(allowingHere, bound)
      return noOpinion([...everywhere.errors, ...here.errors])
    },
  }
}

function noOpinion(errors: readonly string[]): Answer {
  return { decision: 'NoOpinion', reason: errors.length === 0 ? '' : `RBAC: ${aggregateErrors(errors)}` }
}

/** Keeps the rules of each user: impersonating many groups makes many checks for the same user. */
function rulesByUser(find: (user: UserInfo) => GrantedRules): (user: UserInfo) => GrantedRules {
  const found = new WeakMap<UserInfo, GrantedRules>()
  return (user) => {
    const known = found.get(user) ?? find(user)
    found.set(user, known)
    return known
  }
}

interface GrantedRule {
  readonly grant: BindingMatch
  readonly inForce: EffectiveRule
}

/** The rules that a user has in one scope. */
interface GrantedRules {
  /** The first that allows a request. */
  readonly firstAllowing: (attributes: Attributes) => GrantedRule | undefined
  /** The errors of the search: roles that do not exist. */
  readonly errors: readonly string[]
}

/** From this number of rules on, an index is faster than checking one rule after the other. */
const WORTH_AN_INDEX = 64

function rulesOf(grants: readonly BindingMatch[], bound: BoundRoles): GrantedRules {
  const errors: string[] = []
  const rules: GrantedRule[] = []
  const roles = new Set<readonly EffectiveRule[]>()
  for (const grant of grants) {
    const inForce = bound.rulesOf(grant.binding)
    if (inForce === undefined) errors.push(roleNotFound(grant.binding))
    // A second binding to the same role allows nothing more.
    else if (!roles.has(inForce)) for (const one of inForce) rules.push({ grant, inForce: one })
    if (inForce !== undefined) roles.add(inForce)
  }
  if (rules.length < WORTH_AN_INDEX) {
    return { errors, firstAllowing: (attributes) => rules.find(({ inForce }) => ruleAllows(inForce.rule, attributes)) }
  }
  const index = new RuleIndex(rules.map(({ inForce }) => inForce.rule))
  return {
    errors,
    firstAllowing: (attributes) => {
      const first = index.firstAllowing(attributes)
      return first === undefined ? undefined : rules[first]
    },
  }
}

/** The API server's error for a binding to a role that does not exist. */
export function roleNotFound({ roleRef }: Pick<Binding, 'roleRef'>): string {
  return `${roleRef.kind.toLowerCase()}.rbac.authorization.k8s.io ${goQuote(roleRef.name)} not found`
}

/** The evidence for a rule that a binding grants: names and places of binding, role, rule and subject. */
export function evidenceOf(
  { binding, subject }: Pick<BindingMatch, 'binding' | 'subject'>,
  { rule, role, index }: EffectiveRule,
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

function allowed({ grant, inForce }: GrantedRule, bound: BoundRoles): Answer {
  const { binding, subject } = grant
  const bindingName = binding.kind === 'RoleBinding' ? `${binding.name}/${binding.namespace}` : binding.name
  const subjectName =
    subject.kind === 'ServiceAccount'
      ? `${subject.name}/${subject.namespace === '' ? binding.namespace : subject.namespace}`
      : subject.name
  const reason =
    `RBAC: allowed by ${binding.kind} ${goQuote(bindingName)} of ${binding.roleRef.kind} ` +
    `${goQuote(binding.roleRef.name)} to ${subject.kind} ${goQuote(subjectName)}`
  return { decision: 'Allow', reason, evidence: evidenceOf(grant, inForce, bound) }
}

import {
  type Answer,
  type Binding,
  type Evidence,
  type LineIndex,
  type Role,
  type Subject,
  serviceAccountUsername,
  type UserInfo,
} from '../../kube/index.ts'
import type { Policy } from '../../manifests/index.ts'
import { goQuote } from '../../request/index.ts'
import type { Authorizer } from '../authorizer.ts'
import { aggregateErrors } from './aggregate-errors.ts'
import { aggregate, type RuleInForce } from './aggregation.ts'
import { ruleAllows } from './rule-matching.ts'

/** A binding that applies to a user, through the first of its subjects that names them. */
interface Grant {
  readonly binding: Binding
  readonly subject: Subject
  /** Position of the binding in the order of the documents. */
  readonly order: number
  /** Position of the subject in the binding. */
  readonly subjectIndex: number
}

/** Grants by whom they name: by username (service accounts under theirs), by group. */
interface Grants {
  readonly users: Map<string, Grant[]>
  readonly groups: Map<string, Grant[]>
}

/**
 * The RBAC authorizer over a policy (Go: `plugin/pkg/auth/authorizer/rbac`, `pkg/registry/rbac/validation`):
 * ClusterRoleBindings, then the RoleBindings of the request's namespace, in document order; the first rule that
 * allows ends the search. Never denies: without a rule it has no opinion, and the errors met on the way
 * (the user's own bindings to roles that do not exist) are its reason.
 *
 * The default roles and bindings, where there are any, follow the policy's own; one that the policy has too is the
 * policy's.
 */
export function rbac(policy: Policy, defaults?: Policy): Authorizer {
  const policies = defaults === undefined ? [policy] : [policy, withoutReplaced(defaults, policy)]
  const linesOf = new Map(
    policies.flatMap(({ roles, bindings, lines }) => [...roles, ...bindings].map((one) => [one, lines])),
  )
  const clusterRoles = new Map<string, Role>()
  const roles = new Map<string, readonly RuleInForce[]>()
  for (const role of policies.flatMap((one) => one.roles)) {
    if (role.kind === 'ClusterRole') clusterRoles.set(role.name, role)
    else
      roles.set(
        objectKey(role),
        role.rules.map((rule, index) => ({ rule, role, index })),
      )
  }
  const clusterRules = aggregate(clusterRoles)

  const clusterWide: Grants = { users: new Map(), groups: new Map() }
  const byNamespace = new Map<string, Grants>()
  policies
    .flatMap(({ bindings }) => bindings)
    .forEach((binding, order) => {
      let grants = clusterWide
      if (binding.kind === 'RoleBinding') {
        grants = byNamespace.get(binding.namespace) ?? { users: new Map(), groups: new Map() }
        byNamespace.set(binding.namespace, grants)
      }
      addGrants(grants, binding, order)
    })

  const rulesOf = (binding: Binding): readonly RuleInForce[] | undefined =>
    binding.roleRef.kind === 'ClusterRole'
      ? clusterRules.get(binding.roleRef.name)
      : roles.get(objectKey({ kind: 'Role', namespace: binding.namespace, name: binding.roleRef.name }))

  return {
    authorize(attributes): Answer {
      const errors: string[] = []
      const scopes = [clusterWide, attributes.namespace === '' ? undefined : byNamespace.get(attributes.namespace)]
      for (const scope of scopes) {
        if (scope === undefined) continue
        for (const grant of grantsFor(scope, attributes.user)) {
          const rules = rulesOf(grant.binding)
          if (rules === undefined) {
            errors.push(notFound(grant.binding))
            continue
          }
          const allowing = rules.find(({ rule }) => ruleAllows(rule, attributes))
          if (allowing !== undefined) return allowed(grant, allowing, linesOf)
        }
      }
      return { decision: 'NoOpinion', reason: errors.length === 0 ? '' : `RBAC: ${aggregateErrors(errors)}` }
    },
  }
}

type Named = Pick<Role | Binding, 'kind' | 'namespace' | 'name'>

function objectKey({ kind, namespace, name }: Named): string {
  return `${kind}/${namespace}/${name}`
}

function withoutReplaced(defaults: Policy, policy: Policy): Policy {
  const replaced = new Set([...policy.roles, ...policy.bindings].map(objectKey))
  const stays = (one: Named): boolean => !replaced.has(objectKey(one))
  return { ...defaults, roles: defaults.roles.filter(stays), bindings: defaults.bindings.filter(stays) }
}

function addGrants(grants: Grants, binding: Binding, order: number): void {
  binding.subjects.forEach((subject, subjectIndex) => {
    const grant: Grant = { binding, subject, order, subjectIndex }
    if (subject.kind === 'Group') push(grants.groups, subject.name, grant)
    else if (subject.kind === 'User') push(grants.users, subject.name, grant)
    else {
      const namespace = subject.namespace === '' ? binding.namespace : subject.namespace
      // In a ClusterRoleBinding there is no namespace to fall back on: such a subject applies to nobody.
      if (namespace !== '') push(grants.users, serviceAccountUsername({ namespace, name: subject.name }), grant)
    }
  })
}

function push(map: Map<string, Grant[]>, key: string, grant: Grant): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [grant])
  else list.push(grant)
}

/** The grants of one scope that apply to a user, in binding order; of one binding the first subject that applies. */
function grantsFor(grants: Grants, user: UserInfo): readonly Grant[] {
  const found: Grant[] = [...(grants.users.get(user.username) ?? [])]
  for (const group of new Set(user.groups)) found.push(...(grants.groups.get(group) ?? []))
  if (found.length < 2) return found
  found.sort((a, b) => a.order - b.order || a.subjectIndex - b.subjectIndex)
  return found.filter((grant, i) => i === 0 || grant.order !== (found[i - 1] as Grant).order)
}

function notFound({ roleRef }: Binding): string {
  return `${roleRef.kind.toLowerCase()}.rbac.authorization.k8s.io ${goQuote(roleRef.name)} not found`
}

/** In which text an object stands: the policy’s, or the default roles’. */
type LinesOf = ReadonlyMap<Role | Binding, LineIndex>

function allowed({ binding, subject }: Grant, { rule, role, index }: RuleInForce, linesOf: LinesOf): Answer {
  const bindingLines = linesOf.get(binding) as LineIndex
  const roleLines = linesOf.get(role) as LineIndex
  const bindingName = binding.kind === 'RoleBinding' ? `${binding.name}/${binding.namespace}` : binding.name
  const subjectName =
    subject.kind === 'ServiceAccount'
      ? `${subject.name}/${subject.namespace === '' ? binding.namespace : subject.namespace}`
      : subject.name
  const evidence: Evidence = {
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
  const reason =
    `RBAC: allowed by ${binding.kind} ${goQuote(bindingName)} of ${binding.roleRef.kind} ` +
    `${goQuote(binding.roleRef.name)} to ${subject.kind} ${goQuote(subjectName)}`
  return { decision: 'Allow', reason, evidence }
}

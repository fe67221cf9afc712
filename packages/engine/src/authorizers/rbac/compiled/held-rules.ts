import type { PolicyRule, UserInfo } from '../../../kube/index.ts'
import type { EffectiveRule } from '../aggregation.ts'
import type { BindingMatch, BoundRoles } from '../bound-roles.ts'

/** A rule that a user has, with its binding. */
export interface HeldRule {
  readonly rule: PolicyRule
  /** The namespace of the RoleBinding; absent for a ClusterRoleBinding. */
  readonly namespace?: string
  readonly grant: BindingMatch
  readonly inForce: EffectiveRule
}

/** All rules that a user has through bindings of any namespace, those of ClusterRoleBindings first. */
export function rulesHeldBy(user: UserInfo, bound: BoundRoles): readonly HeldRule[] {
  const held = (grants: readonly BindingMatch[], namespace?: string): readonly HeldRule[] =>
    grants.flatMap((grant) =>
      (bound.rulesOf(grant.binding) ?? []).map((inForce) => ({
        rule: inForce.rule,
        ...(namespace !== undefined && { namespace }),
        grant,
        inForce,
      })),
    )
  return [
    ...held(bound.clusterWide(user)),
    ...bound.namespaces.flatMap((namespace) => held(bound.within(namespace, user), namespace)),
  ]
}

/** A result, and the rules that it comes from. */
export interface Compiled<Result> {
  readonly is: Result
  readonly by: readonly HeldRule[]
}

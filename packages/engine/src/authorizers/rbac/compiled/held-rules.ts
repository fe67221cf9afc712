import type { PolicyRule, UserInfo } from '../../../kube/index.ts'
import type { EffectiveRule } from '../aggregation.ts'
import type { BindingMatch, BoundRoles } from '../bound-roles.ts'

/** A rule that somebody holds, and how. */
export interface HeldRule {
  readonly rule: PolicyRule
  /** Where a RoleBinding limits it to. Absent where a ClusterRoleBinding gives it. */
  readonly namespace?: string
  readonly grant: BindingMatch
  readonly inForce: EffectiveRule
}

/** Every rule that a user holds, through any binding of any namespace: those of ClusterRoleBindings first. */
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

/** What some of the rules come to, and which they are. */
export interface Compiled<Result> {
  readonly is: Result
  readonly by: readonly HeldRule[]
}

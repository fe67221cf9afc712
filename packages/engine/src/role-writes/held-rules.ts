import { aggregateErrors, type BoundRoles, evidenceOf } from '../authorizers/index.ts'
import { compareBytes } from '../go/index.ts'
import type { Evidence, UserInfo } from '../kube/index.ts'
import type { RuleParts } from '../trace/index.ts'
import { notFoundMessage } from './status.ts'

/** The rules that a user holds in one scope. */
export interface HeldRules {
  readonly rules: readonly { readonly rule: RuleParts; readonly evidence: () => Evidence }[]
  /** The errors of the lookup, as the message prints them. Absent where there were none. */
  readonly error?: string
}

/**
 * The rules that a user holds in a namespace, or in the whole cluster where it is empty (Go: `RulesFor` in
 * `pkg/registry/rbac/validation`). Unlike the authorizer, the handler reads bindings from storage, in the order of their
 * names. It reports a missing role as if it were of the request's resource.
 */
export function rulesHeld(bound: BoundRoles, user: UserInfo, namespace: string, resource: string): HeldRules {
  const grants = [
    ...inOrderOfNames(bound.clusterWide(user)),
    ...(namespace === '' ? [] : inOrderOfNames(bound.within(namespace, user))),
  ]
  const errors: string[] = []
  const rules = grants.flatMap((grant) => {
    const inForce = bound.rulesOf(grant.binding)
    if (inForce === undefined) errors.push(notFoundMessage(resource, grant.binding.roleRef.name))
    return (inForce ?? []).map((entry) => ({ rule: entry.rule, evidence: () => evidenceOf(grant, entry, bound) }))
  })
  return { rules, ...(errors.length > 0 && { error: aggregateErrors(errors) }) }
}

function inOrderOfNames<Of extends { readonly binding: { readonly name: string } }>(
  grants: readonly Of[],
): readonly Of[] {
  return [...grants].sort((a, b) => compareBytes(a.binding.name, b.binding.name))
}

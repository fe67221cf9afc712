import { aggregateErrors, type BoundRoles, evidenceOf } from '../authorizers/index.ts'
import { compareBytes } from '../go/index.ts'
import type { Evidence, UserInfo } from '../kube/index.ts'
import type { RuleParts } from '../trace/index.ts'
import { notFoundMessage } from './status.ts'

/** The rules that a user holds somewhere. */
export interface HeldRules {
  readonly rules: readonly { readonly rule: RuleParts; readonly evidence: () => Evidence }[]
  /** What went wrong on the way, as the message prints it; absent where nothing did. */
  readonly error?: string
}

/**
 * The rules that a user holds in a namespace, or in the whole cluster where it is empty (Go: `RulesFor` in
 * `pkg/registry/rbac/validation`). Unlike the authorizer, the handler reads bindings from storage, in the order of their
 * names; and a role that is not there is named as if it were of the resource that the request is for.
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

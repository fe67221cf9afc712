import { goJSON } from '../go/index.ts'
import { RBAC_GROUP, type RoleRef } from '../kube/index.ts'
import type { ReportProblem } from '../text/index.ts'
import { excerpt } from '../text/index.ts'
import type { RbacObject } from './rbac-objects.ts'

/** What an object is told from all others by. */
export function keyOf({ kind, namespace, name }: ObjectKey): string {
  return `${kind}/${namespace}/${name}`
}

/** What tells objects apart. */
export interface ObjectKey {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/**
 * What is left of bindings with one name after each was applied in the order of the text: the last one, since what
 * `kubectl apply` sends takes out whatever the one before had. Only the role cannot be changed (Go: `ValidateRoleBindingUpdate`
 * in `k8s.io/kubernetes/pkg/apis/rbac/validation`), so of a binding to another role the API server wants nothing.
 * Roles stay, since of those with one name the last counts anyway.
 */
export function appliedInOrder(
  objects: readonly RbacObject[],
  lineOf: (offset: number) => number,
  report: ReportProblem,
): readonly RbacObject[] {
  const left = new Map<string | RbacObject, RbacObject>()
  for (const object of objects) {
    if ('role' in object) {
      left.set(object, object)
      continue
    }
    const { binding } = object
    const key = keyOf(binding)
    const before = left.get(key)
    if (before !== undefined && 'binding' in before && !sameRole(before.binding.roleRef, binding.roleRef)) {
      const { kind, name, span } = binding.roleRef
      report({
        severity: 'error',
        code: 'changed-role-ref',
        message: `The ${binding.kind} “${excerpt(binding.name)}” of line ${lineOf(before.binding.nameSpan.start)} binds another role, and the role of a binding cannot be changed: the earlier binding stays.`,
        fix: 'Give this binding another name, or remove one of them.',
        detail: `roleRef: Invalid value: ${goJSON({ APIGroup: RBAC_GROUP, Kind: kind, Name: name })}: cannot change roleRef`,
        span,
        path: 'roleRef',
      })
      continue
    }
    // Behind what stands between them, where the one that counts is written.
    left.delete(key)
    left.set(key, object)
  }
  return [...left.values()]
}

/** Whether two bindings are to one role, so that the second can replace the first. */
export function sameRole(a: RoleRef, b: RoleRef): boolean {
  return a.kind === b.kind && a.name === b.name
}

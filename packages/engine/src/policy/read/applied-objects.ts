import { goJSON } from '../../go/index.ts'
import { hasChange, type KubernetesVersion, objectKey, RBAC_GROUP, type RoleRef } from '../../kube/index.ts'
import type { ReportProblem } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import type { RbacObject } from './rbac-objects.ts'

/**
 * The objects that a cluster has after each was applied in the order of the text. Of bindings with one name this is the
 * last, because `kubectl apply` removes what the earlier one had. A binding to another role is an error and changes
 * nothing, because the role of a binding cannot be changed (Go: `ValidateRoleBindingUpdate` in
 * `k8s.io/kubernetes/pkg/apis/rbac/validation`). All roles are returned: of roles with one name the authorizer uses the
 * last.
 */
export function appliedInOrder(
  objects: readonly RbacObject[],
  lineOf: (offset: number) => number,
  report: ReportProblem,
  version: KubernetesVersion,
): readonly RbacObject[] {
  const left = new Map<string | RbacObject, RbacObject>()
  for (const object of objects) {
    if ('role' in object) {
      left.set(object, object)
      continue
    }
    const { binding } = object
    const key = objectKey(binding)
    const before = left.get(key)
    if (before !== undefined && 'binding' in before && !sameRole(before.binding.roleRef, binding.roleRef)) {
      const { kind, name, span } = binding.roleRef
      report({
        severity: 'error',
        code: 'changed-role-ref',
        message: `The ${binding.kind} “${excerpt(binding.name)}” of line ${lineOf(before.binding.nameSpan.start)} binds another role, and the role of a binding cannot be changed: the earlier binding stays.`,
        fix: 'Give this binding another name, or remove one of them.',
        detail: `roleRef: Invalid value: ${goJSON({ APIGroup: RBAC_GROUP, Kind: kind, Name: name })}: ${changedRoleRef(version)}`,
        span,
        path: 'roleRef',
      })
      continue
    }
    // Deleted first, so that the binding gets the position of the later text.
    left.delete(key)
    left.set(key, object)
  }
  return [...left.values()]
}

/** Whether two bindings name the same role, so that the second can replace the first. */
export function sameRole(a: RoleRef, b: RoleRef): boolean {
  return a.kind === b.kind && a.name === b.name
}

/** The end of the error about a binding that names another role than before (Go: `ValidateRoleBindingUpdate`). */
export function changedRoleRef(version: KubernetesVersion): string {
  return hasChange(version, 'immutable-role-ref') ? 'field is immutable' : 'cannot change roleRef'
}

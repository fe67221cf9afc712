import { hasChange, type KubernetesVersion } from '../../kube/index.ts'

/** An error of validation. */
interface FieldError {
  readonly detail?: string
  readonly path?: string
}

/** An error of an object, in the words of a version. */
export function errorIn<One extends FieldError>(error: One, version: KubernetesVersion): One {
  if (!hasChange(version, 'declarative-validation')) return error
  const { detail = '', path = '' } = error
  if (DECLARED.test(detail)) return { ...error, detail: `${path}: Required value` }
  if (!detail.startsWith('metadata.ownerReferences')) return error
  // Go: `validateOwnerReference`. The path has the index of the owner, which older versions do not print.
  const words = detail
    .replace(/^[^:]*: /, `${path}: `)
    .replace(/Invalid value: "": (?:version )?must not be empty$/, 'Required value: must not be empty')
    .replace(/version must not be empty$/, 'must be <group>/<version> or <version>')
  return { ...error, detail: words }
}

const DECLARED = /^(?:rules\[\d+\]\.verbs|subjects\[\d+\]\.name|roleRef\.name): Required value/

/**
 * The printed errors of an object in the order of a version. Declarative validation has each error once, and the fields that
 * must be there after all others: not the name of the role of a binding that changes its role, since a changed role ends the
 * validation of it (Go: `ValidateDeclarativelyWithMigrationChecks`, and `zz_generated.validations.go` in `pkg/apis/rbac/v1`).
 */
export function errorsInOrder(errors: readonly string[], version: KubernetesVersion): readonly string[] {
  if (!hasChange(version, 'declarative-validation')) return errors
  const ofRole = errors.some((one) => one.startsWith('roleRef: ')) ? 0 : 2
  const rank = (one: string) => (!DECLARED.test(one) ? 0 : one.startsWith('roleRef') ? ofRole : 1)
  return [...new Set(errors)].sort((a, b) => rank(a) - rank(b))
}

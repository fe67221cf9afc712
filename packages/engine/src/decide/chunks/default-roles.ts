import { DEFAULT_ROLES } from '../../authorizers/index.ts'
import { type Policy, readPolicy } from '../../policy/index.ts'

let read: Policy | undefined

/** The roles and bindings that kube-apiserver creates itself, read once. */
export function defaultRoles(): Policy {
  read ??= readPolicy(DEFAULT_ROLES, { source: 'default-roles' })
  return read
}

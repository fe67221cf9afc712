import { DEFAULT_ROLES } from '../../authorizers/index.ts'
import { type Policy, policyReader } from '../../policy/index.ts'

let read: Policy | undefined

/** The roles and bindings that kube-apiserver creates itself, read once. */
export function defaultRoles(): Policy {
  read ??= policyReader()(DEFAULT_ROLES, { source: 'default-roles' })
  return read
}

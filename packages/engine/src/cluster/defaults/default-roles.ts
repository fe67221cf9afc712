import type { Policy } from '../../kube/index.ts'
import { PolicyReader } from '../../policy/index.ts'
import { DEFAULT_ROLES } from './default-roles-1.36.ts'

let read: Policy | undefined

/** The roles and bindings that kube-apiserver creates itself, read once. */
export function defaultRoles(): Policy {
  read ??= new PolicyReader().read(DEFAULT_ROLES, { source: 'default-roles' })
  return read
}

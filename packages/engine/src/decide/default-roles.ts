import { DEFAULT_ROLES } from '../authorizers/index.ts'
import { type Policy, policyReader } from '../policy/index.ts'

let read: Policy | undefined

/** The roles and bindings that kube-apiserver makes itself, read once. */
export function defaultRoles(): Policy {
  read ??= policyReader(withoutCloseReading)(DEFAULT_ROLES, { source: 'default-roles' })
  return read
}

function withoutCloseReading(): never {
  throw new Error('a default role is not plainly valid')
}

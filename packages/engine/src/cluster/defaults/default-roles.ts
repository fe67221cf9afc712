import type { Policy } from '../../kube/index.ts'
import { PolicyReader } from '../../policy/index.ts'
import { DEFAULT_ROLES } from './default-roles-1.36.ts'

const read = new Map<string, Policy>()

/** The roles and bindings that kube-apiserver 1.36 creates itself: the release that is kept whole. */
export function defaultRolesKeptWhole(): Policy {
  return defaultRolesOf('1.36', () => DEFAULT_ROLES)
}

/** The roles and bindings of a release, read once. */
export function defaultRolesOf(release: string, text: () => string): Policy {
  const known = read.get(release) ?? new PolicyReader().read(text(), { source: 'default-roles' })
  read.set(release, known)
  return known
}

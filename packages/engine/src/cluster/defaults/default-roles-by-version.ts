import { type KubernetesVersion, NEWEST_VERSION, type Policy, releasedVersion } from '../../kube/index.ts'
import { defaultRolesOf } from './default-roles.ts'
import { DEFAULT_ROLES } from './default-roles-1.36.ts'
import changes from './default-roles-changes.json' with { type: 'json' }

/** Of each release, the lines that it has in place of some of 1.36: the first of these, their count, and its own lines. */
const CHANGES = changes as unknown as Readonly<
  Partial<Record<string, { readonly lines: readonly (readonly [number, number, readonly string[]])[] }>>
>

/** The roles and bindings that kube-apiserver of a version creates itself, read once. 1.33 has those of 1.34. */
export function defaultRoles(version: KubernetesVersion = NEWEST_VERSION): Policy {
  const release = releasedVersion(version)
  return defaultRolesOf(release, () => textOf(release))
}

function textOf(release: string): string {
  const lines = DEFAULT_ROLES.split('\n')
  // From the last change on, so that the lines before keep their numbers.
  for (const [at, removed, added] of [...(CHANGES[release]?.lines ?? [])].reverse()) lines.splice(at, removed, ...added)
  return lines.join('\n')
}

import { objectKey, type Policy, type Role, roleNamed } from '../kube/index.ts'
import { mayNameDefaultRoles, type ReadPolicyOptions } from '../policy/index.ts'
import { selects } from '../rights/index.ts'
import type { ClusterSettings } from './settings.ts'

/**
 * Whether a cluster with a policy needs the roles that kube-apiserver creates itself, judged by the letters of the text: true
 * for more texts than those that name one.
 */
export function mayNeedDefaultRoles({ defaultRoles }: Pick<ClusterSettings, 'defaultRoles'>, policy: string): boolean {
  return defaultRoles ?? mayNameDefaultRoles(policy)
}

/** How the policy of a cluster is read. */
export function readingIn(
  { defaultRoles, version }: Pick<ClusterSettings, 'defaultRoles' | 'version'>,
  defaults: Policy | undefined,
): ReadPolicyOptions {
  if (defaultRoles === false) return { withoutDefaults: true, version }
  return defaults === undefined ? { version } : { defaults, version }
}

/**
 * Those of the roles and bindings that kube-apiserver creates itself that count beside a policy. All of them where the settings
 * say so, and none where they deny it. Where they say nothing, the roles are there that a binding names, with the roles that these
 * aggregate or that a role of the policy aggregates; the bindings do not count. Undefined where none is left.
 */
export function countingDefaults(
  policy: Policy,
  defaults: Policy | undefined,
  { defaultRoles: setting }: Pick<ClusterSettings, 'defaultRoles'>,
): Policy | undefined {
  if (defaults === undefined || setting === false) return undefined
  if (setting === true) return defaults
  const roles = namedDefaults(policy, defaults.roles)
  return roles.length === 0 ? undefined : { ...defaults, roles, bindings: [] }
}

function namedDefaults({ roles, bindings }: Policy, defaults: readonly Role[]): readonly Role[] {
  const own = new Set(roles.map(objectKey))
  const named = new Set(bindings.map((binding) => objectKey(roleNamed(binding))))
  const offered = defaults.filter((role) => !own.has(objectKey(role)))
  const found = new Set(offered.filter((role) => named.has(objectKey(role))))
  const aggregating = [...roles.filter(({ aggregationRule }) => aggregationRule !== undefined), ...found]
  // The list grows by the roles that were found, which may aggregate others.
  for (const role of aggregating) {
    for (const one of offered) {
      if (found.has(one) || !selects(role, one)) continue
      found.add(one)
      aggregating.push(one)
    }
  }
  return offered.filter((role) => found.has(role))
}

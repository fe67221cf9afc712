import type { AuthorizationMode } from '../authorizers/index.ts'
import type { DesignAbout, KubernetesVersion } from '../designs/index.ts'

/** The settings of a cluster. */
export interface ClusterSettings {
  /** The version also sets the default of the feature gate. */
  readonly version: KubernetesVersion
  /**
   * The gate `ConstrainedImpersonation`, where it overrides the version's default. A version without the gate ignores it.
   */
  readonly constrainedImpersonation?: boolean
  /** As in `--authorization-mode`; `system:masters` always comes first. */
  readonly authorizationModes: readonly AuthorizationMode[]
  /** Whether the roles and bindings that kube-apiserver creates itself count, after the policy's own. */
  readonly defaultRoles?: boolean
}

/** Whether the feature gate of a design is on in a cluster. A version without the gate cannot turn it on. */
export function featureEnabled({ gate }: Pick<DesignAbout, 'gate'>, settings: ClusterSettings): boolean {
  const released = gate?.defaults[settings.version] ?? 'absent'
  if (released === 'absent') return false
  return settings.constrainedImpersonation ?? released === 'on'
}

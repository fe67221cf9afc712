import type { AuthorizationMode } from '../authorizers/index.ts'
import type { KubernetesVersion } from '../designs/index.ts'
import type { PlainUser } from '../kube/index.ts'
import type { RequestText } from '../request/index.ts'

/** The cluster that a scenario plays on. */
export interface ClusterSettings {
  /** Sets the feature gate as that version was released. */
  readonly version: KubernetesVersion
  /** The gate `ConstrainedImpersonation`, where it is set apart from the version's default. A version without the gate ignores it. */
  readonly constrainedImpersonation?: boolean
  /** As in `--authorization-mode`; `system:masters` always comes first. */
  readonly authorizationModes: readonly AuthorizationMode[]
}

/** Everything that decides: the same scenario gives the same trace, wherever it runs. */
export interface Scenario {
  readonly version: 1
  readonly policy: string
  readonly request: RequestText
  readonly requestor: PlainUser
  readonly cluster: ClusterSettings
  /** The id of a design. */
  readonly design: string
}

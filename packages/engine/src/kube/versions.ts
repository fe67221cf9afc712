/** Kubernetes minor versions that the cluster setting offers. */
export const KUBERNETES_VERSIONS = ['1.33', '1.34', '1.35', '1.36', '1.37'] as const
/** A release of Kubernetes that a scenario can choose. */
export type KubernetesVersion = (typeof KUBERNETES_VERSIONS)[number]

/** The state of a feature gate in a release: it does not exist yet, or it exists with this default. */
export type GateDefault = 'absent' | 'off' | 'on'

/** A feature gate, and its state in each release. */
export interface FeatureGate {
  readonly name: string
  readonly defaults: Readonly<Record<KubernetesVersion, GateDefault>>
}

/** The feature gate of the released impersonation filter, version by version. */
export const RELEASED_GATE: FeatureGate = {
  name: 'ConstrainedImpersonation',
  defaults: { '1.33': 'absent', '1.34': 'absent', '1.35': 'off', '1.36': 'on', '1.37': 'on' },
}

/**
 * The gate by which a connection to a pod (`exec`, `attach`, `portforward`) that comes as GET needs `create` as well
 * (Go: `ensureAuthorizedForVerb` in `pkg/registry/core/pod/rest/authorize.go`).
 */
export const POD_CONNECTION_GATE: FeatureGate = {
  name: 'AuthorizePodWebsocketUpgradeCreatePermission',
  defaults: { '1.33': 'absent', '1.34': 'absent', '1.35': 'on', '1.36': 'on', '1.37': 'on' },
}

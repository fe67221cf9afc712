/** Kubernetes minor versions that the cluster setting offers. */
export const KUBERNETES_VERSIONS = ['1.33', '1.34', '1.35', '1.36', '1.37'] as const
/** A release of Kubernetes that a scenario can choose. */
export type KubernetesVersion = (typeof KUBERNETES_VERSIONS)[number]

/**
 * The version of a scenario document, link or vector that names none. It belongs to these formats and never changes: the same text
 * must keep its answer.
 */
export const UNNAMED_VERSION = '1.36' satisfies KubernetesVersion

/** The newest released version, which a new scenario has: the page, and commands without `--kubernetes-version`. */
export const NEWEST_VERSION = '1.37' satisfies KubernetesVersion

/**
 * Changes of the API server that have no gate, or whose gate it turns on by default, each with the first version that has it.
 * Code asks for a change by name ({@link hasChange}) and never for a version.
 */
export const CHANGED_IN = {
  /** The impersonation filter has metrics. 1.35 has the filter without them. */
  'impersonation-metrics': '1.36',
  /** Where no authorizer allows, each reason follows the name of its authorizer (Go: `union.New` takes names). */
  'named-reasons': '1.37',
  /** Roles and bindings are validated by tags of their types as well (gate `DeclarativeValidationBeta`). */
  'declarative-validation': '1.37',
  /** The role of a binding that is changed is an immutable field (Go: `ValidateImmutableField`). */
  'immutable-role-ref': '1.37',
  /** A patch is read for the audit event before it is applied (Go: `validateAndTranscodePatch`). */
  'patch-read-first': '1.37',
  /** The Node authorizer decides about PodCertificateRequests. The gate of that name is off by default before. */
  'pod-certificate-requests': '1.37',
  /** The Node authorizer has a reason of its own for the status of CSINodes, whose gate `CSIVolumeHealth` is off by default. */
  'csi-node-status': '1.37',
} as const satisfies Readonly<Record<string, KubernetesVersion>>
/** The name of such a change. */
export type VersionChange = keyof typeof CHANGED_IN

/** Whether a version has a change of the API server. */
export function hasChange(version: KubernetesVersion, change: VersionChange): boolean {
  return KUBERNETES_VERSIONS.indexOf(version) >= KUBERNETES_VERSIONS.indexOf(CHANGED_IN[change])
}

/** The version whose release gave the default roles and the rules of the Node authorizer: 1.33 has those of 1.34. */
export function releasedVersion(version: KubernetesVersion): Exclude<KubernetesVersion, '1.33'> {
  return version === '1.33' ? '1.34' : version
}

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

import type { AuthorizationMode } from '../authorizers/index.ts'
import {
  type FeatureGate,
  type GateDefault,
  KUBERNETES_VERSIONS,
  type KubernetesVersion,
  POD_CONNECTION_GATE,
  RELEASED_GATE,
} from '../kube/index.ts'

/** Feature gates where they override the version's default. A version without a gate ignores it. */
export interface GateSettings {
  /** The gate `ConstrainedImpersonation`. */
  readonly constrainedImpersonation?: boolean
  /** The gate `AuthorizePodWebsocketUpgradeCreatePermission`. */
  readonly authorizePodWebsocketUpgradeCreatePermission?: boolean
}

/** The settings of a cluster. */
export interface ClusterSettings extends GateSettings {
  /** The version also sets the default of the feature gates. */
  readonly version: KubernetesVersion
  /** As in `--authorization-mode`; `system:masters` always comes first. */
  readonly authorizationModes: readonly AuthorizationMode[]
  /**
   * Whether the roles and bindings that kube-apiserver creates itself count, after the policy's own. Absent: every such role that
   * a binding names is there, and no such binding counts. True: all of them count. False: none is there.
   */
  readonly defaultRoles?: boolean
}

/** Whether the feature gate of a design is on in a cluster. A version without the gate cannot turn it on. */
export function featureEnabled(
  { gate }: { readonly gate?: FeatureGate },
  settings: Pick<ClusterSettings, 'version' | 'constrainedImpersonation'>,
): boolean {
  return isOn(gate, settings.version, settings.constrainedImpersonation)
}

/** Whether a connection to a pod that comes as GET needs the verb `create` as well: from 1.35 on, unless its gate is off. */
export function connectionsNeedCreate(
  settings: Pick<ClusterSettings, 'version' | 'authorizePodWebsocketUpgradeCreatePermission'>,
): boolean {
  return isOn(POD_CONNECTION_GATE, settings.version, settings.authorizePodWebsocketUpgradeCreatePermission)
}

/** The feature gates that a cluster can set, each with its setting. */
export const GATE_SETTINGS = [
  { gate: RELEASED_GATE, setting: 'constrainedImpersonation' },
  { gate: POD_CONNECTION_GATE, setting: 'authorizePodWebsocketUpgradeCreatePermission' },
] as const satisfies readonly { readonly gate: FeatureGate; readonly setting: keyof GateSettings }[]

/** The gates alone. */
export function gatesOf(settings: { readonly [Setting in keyof GateSettings]?: boolean | undefined }): GateSettings {
  return Object.fromEntries(
    GATE_SETTINGS.flatMap(({ setting }) => (settings[setting] === undefined ? [] : [[setting, settings[setting]]])),
  )
}

/** The gates that a cluster sets, as flags have them: `ConstrainedImpersonation=false`. */
export function gatesSet(cluster: ClusterSettings): readonly string[] {
  return GATE_SETTINGS.flatMap(({ gate, setting }) => {
    const value = cluster[setting]
    return value === undefined ? [] : [`${gate.name}=${value}`]
  })
}

/** The chain of a scenario, for a list of settings: the modes, or the text that comes instead of them. */
export function chainInWords(
  { authorizationModes }: Pick<ClusterSettings, 'authorizationModes'>,
  authorizationConfig = '',
): readonly string[] {
  return authorizationConfig === '' ? authorizationModes : ['as the AuthorizationConfiguration lists them']
}

function isOn(gate: FeatureGate | undefined, version: KubernetesVersion, set: boolean | undefined): boolean {
  const released = gate?.defaults[version] ?? 'absent'
  return released !== 'absent' && (set ?? released === 'on')
}

/** The gate `ConstrainedImpersonation` in a version. */
export interface GateRow {
  readonly version: KubernetesVersion
  readonly gate: GateDefault
}

/** The gate `ConstrainedImpersonation`, version by version. */
export const GATE_TABLE: readonly GateRow[] = KUBERNETES_VERSIONS.map((version) => ({
  version,
  gate: RELEASED_GATE.defaults[version],
}))

/** The settings with the gate on: of their own version where it is on by default, or else of the first such version. */
export function withFeature({ constrainedImpersonation: _, version, ...rest }: ClusterSettings): ClusterSettings {
  const on = GATE_TABLE.filter(({ gate }) => gate === 'on').map((row) => row.version)
  return { ...rest, version: on.includes(version) ? version : (on[0] ?? version) }
}

/** Said with an answer to which a webhook of the cluster did not contribute. */
export const WEBHOOK_NOT_ASKED = 'The webhook is not asked: more may be allowed, or denied.'

import {
  AUTHORIZATION_MODES,
  type AuthorizationMode,
  type ClusterSettings,
  type FeatureGate,
  type GateSettings,
} from '@authz-playground/engine'
import { POD_CONNECTION_GATE } from '@authz-playground/engine/internal/kube'
import type { DesignEntry } from '../worker/index.ts'

/** The feature gate: at the default of the version, or set on or off on the command line of the API server. */
export type GateChoice = 'released' | 'on' | 'off'

export interface GateSwitch {
  readonly name: string
  readonly choice: GateChoice
  readonly options: readonly { readonly value: GateChoice; readonly title: string }[]
  /** Why there is nothing to choose. */
  readonly unavailable?: string
}

/** What can be chosen for the feature gate under a design, in a cluster. */
export function gateSwitch(design: DesignEntry, cluster: ClusterSettings): GateSwitch {
  const { gate } = design
  if (gate === undefined) {
    return {
      name: 'Feature gate',
      choice: 'released',
      options: [{ value: 'released', title: 'not asked' }],
      unavailable: `“${design.title}” asks no feature gate.`,
    }
  }
  return switchOf(gate, cluster, 'constrainedImpersonation')
}

/** What can be chosen for the gate of connections to pods. */
export function connectionSwitch(cluster: ClusterSettings): GateSwitch {
  return switchOf(POD_CONNECTION_GATE, cluster, 'authorizePodWebsocketUpgradeCreatePermission')
}

function switchOf({ name, defaults }: FeatureGate, cluster: ClusterSettings, setting: keyof GateSettings): GateSwitch {
  const released = defaults[cluster.version]
  if (released === 'absent') {
    return {
      name,
      choice: 'released',
      options: [{ value: 'released', title: `not in ${cluster.version}` }],
      unavailable: `Kubernetes ${cluster.version} does not have the gate yet${since(defaults)}.`,
    }
  }
  const set = cluster[setting]
  return {
    name,
    choice: set === undefined ? 'released' : set ? 'on' : 'off',
    options: [
      { value: 'released', title: `default (${released})` },
      { value: 'on', title: 'on' },
      { value: 'off', title: 'off' },
    ],
  }
}

function since(defaults: NonNullable<DesignEntry['gate']>['defaults']): string {
  const first = Object.entries(defaults).find(([, state]) => state !== 'absent')
  return first === undefined ? '' : `; it comes with ${first[0]}`
}

/** A cluster with a gate set as chosen. */
export function withGate(
  cluster: ClusterSettings,
  choice: GateChoice,
  setting: keyof GateSettings = 'constrainedImpersonation',
): ClusterSettings {
  const { [setting]: _, ...rest } = cluster
  return { ...rest, ...(choice !== 'released' && { [setting]: choice === 'on' }) }
}

/** Modes of real clusters, and modes that show what a webhook or access rules do. */
const MODES = [
  'RBAC',
  'Node,RBAC',
  'RBAC,Node',
  'RBAC,AccessRules',
  'RBAC,Webhook',
  'Webhook,RBAC',
  'Node,RBAC,Webhook',
  'Node,RBAC,AccessRules,Webhook',
]

/** The options for `--authorization-mode`, as typed on the command line. A list from elsewhere is among them. */
export function modeOptions(present: readonly AuthorizationMode[]): readonly string[] {
  return [...new Set([...MODES, present.join()])]
}

/** The list of modes that an option stands for. */
export function modesOf(option: string): readonly AuthorizationMode[] {
  return option.split(',').flatMap((name) => AUTHORIZATION_MODES.filter((mode) => mode === name))
}

/** The cluster with all default roles and bindings, or with those roles that a binding names. */
export function withDefaultRoles({ defaultRoles: _, ...cluster }: ClusterSettings, all: boolean): ClusterSettings {
  return all ? { ...cluster, defaultRoles: true } : cluster
}

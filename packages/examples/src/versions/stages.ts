import type { ClusterSettings, DesignAbout } from '@authz-playground/engine'

/** The servers of a cluster during an upgrade and the rollback. */
export type StageId = 'old' | 'off' | 'on' | 'rolled-back' | 'downgraded' | 'on-again'

/** One server: its version and its gate. */
export interface Stage {
  readonly id: StageId
  /** The change that led here. */
  readonly title: string
  readonly cluster: Pick<ClusterSettings, 'version' | 'constrainedImpersonation'>
}

const TITLES: Readonly<Record<StageId, string>> = {
  old: 'Old server',
  off: 'Upgraded, gate off',
  on: 'Gate on',
  'rolled-back': 'Gate off again',
  downgraded: 'Downgraded',
  'on-again': 'Upgraded again, gate on',
}

function stages(clusters: Readonly<Record<StageId, Stage['cluster']>>): readonly Stage[] {
  return (Object.keys(TITLES) as StageId[]).map((id) => ({ id, title: TITLES[id], cluster: clusters[id] }))
}

/** As released: 1.34 has no gate, 1.35 has it off by default, 1.36 on. */
export const AS_RELEASED: readonly Stage[] = stages({
  old: { version: '1.34' },
  off: { version: '1.35' },
  on: { version: '1.36' },
  'rolled-back': { version: '1.36', constrainedImpersonation: false },
  downgraded: { version: '1.34' },
  'on-again': { version: '1.36' },
})

/** As KEP-5284's manual test counts: 1.33 has no gate, 1.34 has it, and an administrator turns it on. */
export const AS_THE_TEST_COUNTS: readonly Stage[] = stages({
  old: { version: '1.33' },
  off: { version: '1.34', constrainedImpersonation: false },
  on: { version: '1.34', constrainedImpersonation: true },
  'rolled-back': { version: '1.34', constrainedImpersonation: false },
  downgraded: { version: '1.33' },
  'on-again': { version: '1.34', constrainedImpersonation: true },
})

/**
 * The servers of a design, by its versions. Undefined for a design without a gate: no version changes what it decides.
 */
export function stagesOf({ gate }: Pick<DesignAbout, 'gate'>): readonly Stage[] | undefined {
  if (gate === undefined) return undefined
  return gate.defaults['1.34'] === 'absent' ? AS_RELEASED : AS_THE_TEST_COUNTS
}

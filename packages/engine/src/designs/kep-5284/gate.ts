import type { FeatureGate } from '../../kube/index.ts'

/** The gate of KEP-5284, by the versions of its manual test: absent in 1.33, on from 1.34. The variants share it. */
export const PROPOSED_GATE: FeatureGate = {
  name: 'ConstrainedImpersonation',
  defaults: { '1.33': 'absent', '1.34': 'on', '1.35': 'on', '1.36': 'on', '1.37': 'on' },
}

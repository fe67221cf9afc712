import type { DesignAbout } from '../design.ts'

export const PROPOSAL: DesignAbout = {
  id: 'proposal',
  title: 'KEP-5284 as first merged',
  summary:
    'The identity is asked for first, by kind of target; then one action check serves them all; legacy comes last.',
  family: 'kep-5284',
  gate: {
    name: 'ConstrainedImpersonation',
    defaults: { '1.33': 'absent', '1.34': 'on', '1.35': 'on', '1.36': 'on', '1.37': 'on' },
  },
}

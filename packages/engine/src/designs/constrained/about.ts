import type { DesignAbout } from '../design.ts'

export const CONSTRAINED: DesignAbout = {
  id: 'constrained',
  title: 'Constrained impersonation, as released',
  summary:
    'Each mode asks for the action first, then for the identity; the first mode that succeeds wins, and legacy comes last.',
  family: 'released',
  gate: {
    name: 'ConstrainedImpersonation',
    defaults: { '1.33': 'absent', '1.34': 'absent', '1.35': 'off', '1.36': 'on', '1.37': 'on' },
  },
}

import { RELEASED_GATE } from '../../../kube/index.ts'
import type { DesignAbout } from '../../design.ts'

export const CONSTRAINED: DesignAbout = {
  id: 'constrained',
  title: 'Constrained impersonation, as released',
  summary:
    'Each mode asks for the action first, then for the identity; the first mode that succeeds wins, and legacy comes last.',
  origin: 'released',
  gate: RELEASED_GATE,
}

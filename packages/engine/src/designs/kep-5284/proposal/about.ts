import type { DesignAbout } from '../../design.ts'
import { PROPOSED_GATE } from '../gate.ts'

export const PROPOSAL: DesignAbout = {
  id: 'proposal',
  title: 'KEP-5284 as proposed',
  summary:
    'The identity is asked for first, by kind of target; then one action check serves them all; legacy comes last.',
  origin: 'kep-5284',
  gate: PROPOSED_GATE,
}

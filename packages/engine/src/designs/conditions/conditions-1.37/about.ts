import { RELEASED_GATE } from '../../../kube/index.ts'
import type { DesignAbout } from '../../design.ts'

export const CONDITIONS_1_37: DesignAbout = {
  id: 'conditions-1.37',
  title: 'Conditions as 1.37 has them',
  summary:
    'The released filter, where an authorizer may answer with conditions: every caller asks without them, so they fail closed.',
  origin: 'kep-5681',
  gate: RELEASED_GATE,
  impersonatesAsReleased: true,
}

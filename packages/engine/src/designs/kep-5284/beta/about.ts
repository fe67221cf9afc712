import { RELEASED_GATE } from '../../../kube/index.ts'
import type { DesignAbout } from '../../design.ts'

/** Its kep.yaml names the versions of the released gate: alpha in 1.35, beta in 1.36. */
export const BETA: DesignAbout = {
  id: 'beta',
  title: 'KEP-5284 at beta',
  summary:
    'The action is asked for first, by mode; one identity question serves every mode, and its “no” leads to legacy.',
  origin: 'kep-5284',
  gate: RELEASED_GATE,
}

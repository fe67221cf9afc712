import type { DesignAbout } from '../../design.ts'
import { PROPOSED_GATE } from '../gate.ts'

export const GROUP_SUFFIX: DesignAbout = {
  id: 'group-suffix',
  title: 'A special API group',
  summary: 'The action is asked for with its plain verb, in an API group that ends in impersonation.k8s.io.',
  origin: 'kep-5284',
  gate: PROPOSED_GATE,
}

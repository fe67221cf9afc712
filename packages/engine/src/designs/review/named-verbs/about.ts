import type { DesignAbout } from '../../design.ts'
import { PROPOSED_GATE } from '../../kep-5284/gate.ts'

export const NAMED_VERBS: DesignAbout = {
  id: 'named-verbs',
  title: 'The name in the verb',
  summary: 'Both verbs name the target, so that a grant for one target never applies to another.',
  origin: 'review thread',
  gate: PROPOSED_GATE,
}

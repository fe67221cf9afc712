import { RELEASED_GATE } from '../../kube/index.ts'
import type { DesignAbout } from '../design.ts'

export const FINE_GRAINED: DesignAbout = {
  id: 'fine-grained',
  title: 'Fine-grained authorization',
  summary: 'A user who lacks the verb for the whole object may still change fields, with verbs for single fields.',
  origin: 'kep-3617',
  impersonatesAsReleased: true,
  readsChanges: true,
  gate: RELEASED_GATE,
}

import type { DesignAbout } from '../design.ts'
import { RELEASED_GATE } from '../released/gate.ts'

export const FINE_GRAINED: DesignAbout = {
  id: 'fine-grained',
  title: 'Fine-grained authorization',
  summary: 'Whoever lacks the verb for the whole object may still change the fields that verbs of their own cover.',
  origin: 'kep-3617',
  readsChanges: true,
  gate: RELEASED_GATE,
}

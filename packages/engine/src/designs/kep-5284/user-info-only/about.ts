import type { DesignAbout } from '../../design.ts'
import { PROPOSED_GATE } from '../gate.ts'

export const USER_INFO_ONLY: DesignAbout = {
  id: 'user-info-only',
  title: 'user-info for every target',
  summary: 'Nodes and service accounts have no verbs of their own: each is a user, granted by full name.',
  origin: 'kep-5284',
  gate: PROPOSED_GATE,
}

import { RELEASED_GATE } from '../../../kube/index.ts'
import type { DesignAbout } from '../../design.ts'

export const COMPILED: DesignAbout = {
  id: 'compiled',
  title: 'Constrained impersonation, compiled',
  summary: 'RBAC answers one review with a condition that it compiles from the rules for constrained impersonation.',
  origin: 'review thread',
  readsConditions: 'rbac',
  gate: RELEASED_GATE,
}

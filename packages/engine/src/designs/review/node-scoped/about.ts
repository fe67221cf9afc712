import type { DesignAbout } from '../../design.ts'

export const NODE_SCOPED: DesignAbout = {
  id: 'node-scoped',
  title: 'Reading as the node, without impersonation',
  summary: 'A service account whose token is bound to a node may read what that node may read, where a rule allows it.',
  origin: 'review thread',
}

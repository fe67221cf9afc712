import { NODES_GROUP } from '../kube/index.ts'
import { type Authorizer, NO_OPINION } from './authorizer.ts'

/**
 * Stands where the Node authorizer stands. It has no opinion of users who are not nodes; of a node
 * (named `system:node:…` and in `system:nodes`, Go: `nodeidentifier.NewDefaultNodeIdentifier`) the
 * playground cannot say what it would answer, and says that instead of guessing.
 */
export const nodeNotPlayed: Authorizer = {
  authorize: ({ user }) =>
    user.username.startsWith('system:node:') && user.groups.includes(NODES_GROUP)
      ? { decision: 'NotDecided', reason: 'the Node authorizer would decide now; the playground does not play it yet' }
      : NO_OPINION,
}

import { type Answer, SYSTEM_PRIVILEGED_GROUP } from '../kube/index.ts'
import { type Authorizer, NO_OPINION } from './authorizer.ts'

const ALLOW: Answer = { decision: 'Allow', reason: '', evidence: { authorizer: 'system:masters' } }

/**
 * Allows members of `system:masters` everything, without a reason, before any configured authorizer is asked (Go:
 * `authorizerfactory.NewPrivilegedGroups`, which `pkg/kubeapiserver/authorizer` puts first).
 */
export const privilegedGroups: Authorizer = {
  authorize: ({ user }) => (user.groups.includes(SYSTEM_PRIVILEGED_GROUP) ? ALLOW : NO_OPINION),
}

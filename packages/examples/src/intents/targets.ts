import { documents } from '../rbac.ts'
import type { Intent } from './intent.ts'
import { matches } from './meaning.ts'
import type { NearRequest } from './near-requests.ts'

const EVERYTHING = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: everything
rules:
- apiGroups: ["*"]
  resources: ["*"]
  verbs: ["*"]
- nonResourceURLs: ["*"]
  verbs: ["*"]`

/**
 * The targets themselves may do everything, so that every refusal comes from the design. Users that an authorizer
 * limits itself get no role.
 */
export function targetsOwn({ wanted, leftToAuthorizers = '' }: Intent, near: readonly NearRequest[]): string {
  const usernames = new Set(
    [...wanted, ...near].flatMap(({ asked }) => (asked.as === undefined ? [] : [asked.as.username])),
  )
  const requestors = new Set([...wanted, ...near].map(({ asked }) => asked.requestor.username))
  const subjects = [...usernames]
    .filter((username) => !matches(leftToAuthorizers, username) && !requestors.has(username))
    .map((username) => `- {apiGroup: rbac.authorization.k8s.io, kind: User, name: ${JSON.stringify(username)}}`)
  return documents(
    EVERYTHING,
    `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: targets
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: everything
subjects:
${subjects.join('\n')}`,
  ).trimEnd()
}

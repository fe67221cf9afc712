import { serviceAccountOf } from '../kube/index.ts'
import type { RichText } from '../text/index.ts'

// Rancher's own names for users (Go: `getUserNameForPrincipal`, `pkg/impersonation` and the bootstrap of the first administrator in rancher/rancher).

/** The group of everybody who is logged in to Rancher. */
export const RANCHER_USERS = 'system:cattle:authenticated'

/** A user whose name the API server made up after `u-` or `user-`, or that is ten characters of a hash. */
const USER = /^(?:u-[a-z2-7]{10}|u(?:ser)?-[bcdfghjklmnpqrstvwxz2456789]{5})$/

const IMPERSONATORS = 'cattle-impersonation-system'
const IMPERSONATOR = /^cattle-impersonation-(.+)$/

/** What Rancher means by a username that was refused, where it has the form of one that Rancher gives; undefined for any other. */
export function rancherUser(username: string): RichText | undefined {
  const account = serviceAccountOf(username)
  if (account !== undefined) {
    const [role, user] = IMPERSONATOR.exec(account.name) ?? []
    return account.namespace === IMPERSONATORS && role !== undefined && user !== undefined
      ? impersonator(role, user)
      : undefined
  }
  return USER.test(username) ? userOfRancher(username) : undefined
}

function userOfRancher(name: string): RichText {
  return [
    { code: name },
    ' has the form of a user of Rancher, whose login name is another one: ',
    { code: `kubectl get users.management.cattle.io ${name}` },
    ', in the cluster that Rancher runs in, shows it. Rancher sends the requests of its users by impersonation, with the group ',
    { code: RANCHER_USERS },
    ' and those of the login, and writes their bindings: make the user a member of the cluster or the project in Rancher. Elsewhere the name may be that of any user.',
  ]
}

function impersonator(role: string, user: string): RichText {
  return [
    'By this service account Rancher sends the requests of its user ',
    { code: user },
    '. It may impersonate what ClusterRole ',
    { code: role },
    ' lists: the user, the groups and the extras that Rancher knew when it wrote the role. Look whether that role and the ClusterRoleBinding of the same name have what was refused: ',
    { code: `kubectl get clusterrole,clusterrolebinding ${role} -o yaml` },
    '. Where a name or a group is missing, let the user log in to Rancher again. Where an object is missing, ',
    { code: `kubectl delete clusterrole ${role}` },
    ': Rancher writes both again when the user asks for something. It overwrites changes by hand.',
  ]
}

import { type Answer, type Attributes, type Binding, roleNamed, type UserInfo } from '../kube/index.ts'
import { isDefaultRole } from '../policy/index.ts'
import { grantKey, type Rights, subjectsIn } from '../rights/index.ts'
import type { RichText } from '../text/index.ts'

/**
 * The bindings whose role was not read: it is in no text, and kube-apiserver does not create it. What they grant is unknown.
 *
 * @param knowsDefaults whether the roles that kube-apiserver creates are known
 */
export function unreadBindings(rights: Rights, knowsDefaults: boolean): readonly Binding[] {
  return rights.bindings.filter(
    (binding) =>
      rights.roleOf(binding) === undefined &&
      !(knowsDefaults && isDefaultRole(roleNamed(binding))) &&
      subjectsIn(binding).length > 0,
  )
}

/** Of bindings whose role was not read, those that may grant a review to somebody: a RoleBinding counts for reviews in its namespace alone. */
export function unreadFor(
  unread: readonly Binding[],
  { namespace, isResourceRequest }: Pick<Attributes, 'namespace' | 'isResourceRequest'>,
): readonly Binding[] {
  return unread.filter(
    ({ kind, namespace: own }) => kind === 'ClusterRoleBinding' || (isResourceRequest && own === namespace),
  )
}

/** Of a cluster: the rights, and the bindings whose role was not read. */
interface RightsAsRead {
  readonly rights: Rights
  readonly unread: readonly Binding[]
}

/** Those that may grant something to a user: by the username, or by one of the groups. `namespace`: there; empty: anywhere. */
export function unreadOf({ rights, unread }: RightsAsRead, user: UserInfo, namespace = ''): readonly Binding[] {
  if (unread.length === 0) return []
  const { notFound } = namespace === '' ? rights.heldBy(user) : rights.heldIn(user, namespace)
  return notFound.filter((binding) => unread.includes(binding))
}

/** Those that may grant a check that was not allowed; none where an authorizer denied it, whatever RBAC says. */
export function unreadForCheck(
  { attributes, answer, settled = answer }: { attributes: Attributes; answer: Answer; settled?: Answer },
  cluster: RightsAsRead,
): readonly Binding[] {
  return settled.decision === 'Allow' || settled.decision === 'Deny'
    ? []
    : unreadFor(unreadOf(cluster, attributes.user), attributes)
}

/** Why such a binding cannot be judged. */
export function unreadInWords({ kind, name, namespace, roleRef }: Binding): RichText {
  const where = namespace === '' ? '' : `${namespace}/`
  return [
    `What ${kind} `,
    { code: `${where}${name}` },
    ` grants was not judged: no text has ${roleRef.kind} `,
    { code: roleRef.name },
    ', and kube-apiserver does not create it.',
  ]
}

/**
 * Those of two clusters by which something may have changed that cannot be seen: all but those that both have with the same role
 * and the same subjects. Each with the side that has it.
 */
export function unreadBetween(
  { unread: then }: Pick<RightsAsRead, 'unread'>,
  { unread: now }: Pick<RightsAsRead, 'unread'>,
): { readonly before: readonly Binding[]; readonly after: readonly Binding[] } {
  const [keysThen, keysNow] = [new Set(then.map(grantsKey)), new Set(now.map(grantsKey))]
  return {
    before: then.filter((one) => !keysNow.has(grantsKey(one))),
    after: now.filter((one) => !keysThen.has(grantsKey(one))),
  }
}

/** Equal for bindings that grant the same role to the same subjects in the same scope. */
function grantsKey(binding: Binding): string {
  const grants = new Set(subjectsIn(binding).map((subject) => grantKey(binding, subject)))
  return JSON.stringify([...grants].sort())
}

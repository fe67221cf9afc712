import { clusterPolicy, namespaceOf, object, rule, toRole, userOfRoleBinding } from './cluster-policy.ts'

const RELEASERS = 100

/** The policy of a large cluster, with a portal that may become anybody, and somebody in each namespace who may delete. */
export function policyOfGoals(): string {
  const extra = [
    object('ClusterRole', 'portal', undefined, rule('[""]', '[users, groups]', '[impersonate]')),
    object('ClusterRoleBinding', 'portal', undefined, toRole('portal', '{kind: User, name: portal}')),
    object('ClusterRole', 'releases', undefined, rule('[apps]', '[deployments]', '[delete]')),
    ...Array.from({ length: RELEASERS }, (_, i) =>
      object('RoleBinding', `releaser-${i}`, i, toRole('releases', `{kind: User, name: releaser-${i}}`)),
    ),
  ]
  return [clusterPolicy(), ...extra].join('---\n')
}

/** Goals about {@link policyOfGoals}, of all kinds that are asked of a policy alone. All hold. */
export function clusterGoals(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => goal(i))
}

/** The same about other verbs and users: none of them holds, and something nearly fits. */
export function failingGoals(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const { username, namespace } = userOfRoleBinding(i)
    switch (i % 4) {
      case 0:
        return `${username} can delete pods in ${namespace}`
      case 1:
        return `${username} cannot list pods anywhere`
      case 2:
        return `portal as ${username}, GET /api/v1/namespaces/${namespace}/secrets: 200`
      default:
        return `only ${username} can list pods in ${namespace}`
    }
  })
}

function goal(i: number): string {
  const { username, namespace } = userOfRoleBinding(i)
  const releaser = Math.floor(i / 20) % RELEASERS
  switch (i % 20) {
    case 1:
    case 6:
      return `${username} cannot get secrets anywhere`
    case 2:
    case 7:
      return `${namespaceOf(i)}/account-${i} cannot create, update and delete pods in ${namespace}`
    case 3:
      return `portal as ${username}, GET /api/v1/namespaces/${namespace}/pods: 200, by impersonate`
    case 8:
      return `portal as ${username}, kubectl get secrets -n ${namespace}: 403`
    case 13:
      return `portal as ${username} can list pods in ${namespace}`
    case 4:
      return `releaser-${releaser} can delete deployments in ${namespaceOf(releaser)}`
    case 9:
      return `nobody else can delete deployments in ${namespaceOf(releaser)}`
    case 14:
      return `only releaser-${releaser} can delete deployments in ${namespaceOf(releaser)}`
    case 16:
      return `nobody can delete secrets in ${namespace}`
    case 17:
      return `at most ${10_000 + i} rules`
    case 18:
      return `no rule says escalate-${i}`
    case 19:
      return `no binding names stranger-${i}`
    default:
      return `${username} can get and list pods in ${namespace}`
  }
}

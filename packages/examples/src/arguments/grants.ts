import { boundTo, serviceAccount } from '../example.ts'
import { binding, documents, role, type SubjectText } from '../rbac.ts'

/** The controller that acts for others. */
export const DEPUTY = serviceAccount('ops', 'deputy')
export const THE_DEPUTY = 'ServiceAccount ops/deputy'
/** The agent that runs on a node. */
export const AGENT = boundTo('node-1', serviceAccount('kube-system', 'node-agent'))
export const THE_AGENT = 'ServiceAccount kube-system/node-agent'

/** The API group of identity checks, in the merged KEP-5284 and as released. */
export const AUTHENTICATION = 'authentication.k8s.io'

/** The body of a rule. Verbs, resources and names are separated by spaces. */
export function rule(
  verbs: string,
  resources: string,
  { group = '', names }: { readonly group?: string; readonly names?: string } = {},
): string {
  return [
    `apiGroups: ["${group}"]`,
    `resources: ${list(resources)}`,
    ...(names === undefined ? [] : [`resourceNames: ${list(names)}`]),
    `verbs: ${list(verbs)}`,
  ].join('\n')
}

function list(words: string): string {
  return `[${words
    .split(' ')
    .map((word) => `"${word}"`)
    .join(', ')}]`
}

/** A role and its binding to one subject: in a namespace, or in the cluster. */
export function grant(
  name: string,
  subject: SubjectText,
  rules: string | readonly string[],
  namespace?: string,
): string {
  return documents(
    role(name, rules, namespace),
    binding(name, `${namespace === undefined ? 'ClusterRole' : 'Role'} ${name}`, subject, namespace),
  )
}

/** The target's own permissions, where a claim does not depend on them. */
export function janeReads(resources = 'pods', verbs = 'get list watch'): string {
  return grant('jane-reads', 'User jane', rule(verbs, resources))
}

/** The deputy may be jane, and list pods as jane, with the rules of the released server. */
export function deputyListsAsJane(): string {
  return documents(
    grant(
      'deputy-is-jane',
      THE_DEPUTY,
      rule('impersonate:user-info', 'users', { group: AUTHENTICATION, names: 'jane' }),
    ),
    grant('deputy-lists-for-users', THE_DEPUTY, rule('impersonate-on:user-info:list', 'pods')),
  )
}

/** The deputy may be jane by the old verb. */
export function deputyIsJaneByLegacy(): string {
  return grant('deputy-impersonates-jane', THE_DEPUTY, rule('impersonate', 'users', { names: 'jane' }))
}

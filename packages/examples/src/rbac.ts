/** RBAC documents for policies that are not printed in a document: short, and in the usual style. */

const API = 'apiVersion: rbac.authorization.k8s.io/v1'

/** A ClusterRole, or a Role when a namespace is given. Each rule is the body of one. */
export function role(name: string, rules: string | readonly string[], namespace?: string): string {
  const body = [rules].flat().map(listEntry).join('\n')
  return `${API}
kind: ${namespace === undefined ? 'ClusterRole' : 'Role'}
metadata:
  name: ${name}${namespace === undefined ? '' : `\n  namespace: ${namespace}`}
rules:
${body}`
}

function listEntry(rule: string): string {
  return rule
    .trim()
    .split('\n')
    .map((line, i) => (i === 0 ? `- ${line.trim()}` : `  ${line.trim()}`))
    .join('\n')
}

export type SubjectText = `${'User' | 'Group'} ${string}` | `ServiceAccount ${string}/${string}`

/** A ClusterRoleBinding of a ClusterRole, or a RoleBinding when a namespace is given. */
export function binding(
  name: string,
  ref: `${'Role' | 'ClusterRole'} ${string}`,
  subject: SubjectText,
  namespace?: string,
): string {
  const [kind, refName] = ref.split(' ')
  return `${API}
kind: ${namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding'}
metadata:
  name: ${name}${namespace === undefined ? '' : `\n  namespace: ${namespace}`}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ${kind}
  name: ${refName}
subjects:
${subjectText(subject)}`
}

function subjectText(subject: SubjectText): string {
  const [kind, ...rest] = subject.split(' ')
  const name = rest.join(' ')
  if (kind !== 'ServiceAccount')
    return `- kind: ${kind}\n  apiGroup: rbac.authorization.k8s.io\n  name: ${nameText(name)}`
  const [namespace, account] = name.split('/')
  return `- kind: ServiceAccount\n  name: ${account}\n  namespace: ${namespace}`
}

/** A name as YAML, in quotes where it needs them. */
function nameText(name: string): string {
  const plain =
    /^[a-z][-a-z0-9.@]*(:[-a-z0-9.@]+)*$/i.test(name) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(name)
  return plain ? name : JSON.stringify(name)
}

/** Joins documents, each under a comment where one is given. */
export function documents(...parts: readonly string[]): string {
  return `${parts.map((part) => part.trim()).join('\n---\n')}\n`
}

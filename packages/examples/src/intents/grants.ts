import { binding, documents, type SubjectText } from '../rbac.ts'

/** An RBAC rule about resources, or about all paths. Without `names` it matches any name. */
export type Rule =
  | {
      readonly apiGroups: readonly string[]
      readonly resources: readonly string[]
      readonly names?: readonly string[]
      readonly verbs: readonly string[]
    }
  | { readonly paths: readonly string[]; readonly verbs: readonly string[] }

function list(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`
}

function ruleText(rule: Rule): string {
  if ('paths' in rule) return `- nonResourceURLs: ${list(rule.paths)}\n  verbs: ${list(rule.verbs)}`
  const { apiGroups, resources, names, verbs } = rule
  return [
    `- apiGroups: ${list(apiGroups)}`,
    `  resources: ${list(resources)}`,
    ...(names === undefined ? [] : [`  resourceNames: ${list(names)}`]),
    `  verbs: ${list(verbs)}`,
  ].join('\n')
}

/**
 * A role with its binding, both of one name: cluster-wide, or in a namespace, where it can bind a ClusterRole or a
 * Role.
 */
export function roleAndBinding(
  name: string,
  subject: SubjectText,
  rules: readonly Rule[],
  namespace?: string,
  kind: 'ClusterRole' | 'Role' = namespace === undefined ? 'ClusterRole' : 'Role',
): string {
  return documents(
    `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata:
  name: ${name}${kind === 'Role' ? `\n  namespace: ${namespace}` : ''}
rules:
${rules.map(ruleText).join('\n')}`,
    binding(name, `${kind} ${name}`, subject, namespace),
  ).trimEnd()
}

/** A ClusterAccessRule with one entry for each condition, all of them Allow. Lines of an expression are joined by `&&`. */
export function accessRuleFor(
  name: string,
  filter: readonly string[],
  entries: readonly { readonly description: string; readonly when: readonly string[] }[],
): string {
  const folded = (lines: readonly string[], indent: string): string =>
    lines.map((line, i) => `${indent}${line}${i === lines.length - 1 ? '' : ' &&'}`).join('\n')
  const entry = ({ description, when }: (typeof entries)[number]): string =>
    `  - effect: Allow\n    description: ${description}\n    condition: >-\n${folded(when, '      ')}`
  return `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata:
  name: ${name}
rule:
  filterExpression: >-
${folded(filter, '    ')}
  entries:
${entries.map(entry).join('\n')}`
}

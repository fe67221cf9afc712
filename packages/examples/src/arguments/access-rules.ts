/** An entry of an access rule: its effect and its condition, in CEL. */
export type EntryText = readonly [effect: 'Allow' | 'Deny', condition: string, description?: string]

/** A ClusterAccessRule, as the review thread prints one. */
export function printedAccessRule(name: string, filter: string, ...entries: readonly EntryText[]): string {
  return `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata:
  name: ${name}
rule:
  filterExpression: >-
    ${filter}
  entries:
${entries.map(entryText).join('\n')}`
}

function entryText([effect, condition, description]: EntryText): string {
  return [
    `  - effect: ${effect}`,
    ...(description === undefined ? [] : ['    description: >-', `      ${description}`]),
    '    condition: >-',
    `      ${condition}`,
  ].join('\n')
}

/** The modes of a cluster that evaluates access rules after RBAC. */
export const WITH_RULES = { authorizationModes: ['RBAC', 'AccessRules'] } as const

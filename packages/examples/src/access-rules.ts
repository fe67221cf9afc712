/** ClusterAccessRules, as a comment in KEP-5284's review sketches them. No server has this kind. */

interface EntryText {
  readonly effect: 'Allow' | 'Deny' | 'NoOpinion'
  readonly description: string
  /** CEL, a line or several. */
  readonly condition: string
}

/** One rule, written as the comment writes it. Expressions are folded, so that they may take several lines. */
export function accessRuleYAML(name: string, entries: readonly EntryText[], filter?: string): string {
  const body = entries.map(
    ({ effect, description, condition }) => `  - effect: ${effect}
    description: >-
      ${description}
    condition: >-
${indented(condition, 6)}`,
  )
  return `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata:
  name: ${name}
rule:
${filter === undefined ? '' : `  filterExpression: >-\n${indented(filter, 4)}\n`}  entries:
${body.join('\n')}`
}

/** A rule with one entry, which allows. */
export function allowingRule(name: string, description: string, condition: string): string {
  return accessRuleYAML(name, [{ effect: 'Allow', description, condition }])
}

function indented(text: string, spaces: number): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `${' '.repeat(spaces)}${line.trim()}`)
    .join('\n')
}

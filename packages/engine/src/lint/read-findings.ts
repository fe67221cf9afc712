import { objectKey, type Policy, roleNamed } from '../kube/index.ts'
import { namespaceIgnored, roleNotFound } from '../policy/index.ts'
import type { Finding, Mend } from './finding.ts'
import { hasReleasedModes } from './modes.ts'
import type { Linted } from './rule.ts'
import { pageOf } from './rule-names.ts'
import { ruleNamed } from './rules/index.ts'

/** The texts of a run. A text may refer to objects of another one. */
export interface Run {
  readonly policies: readonly Policy[]
  /** The keys of all their roles. */
  readonly roles: ReadonlySet<string>
}

/** The findings that reading reported already, with their pages and what mends them. */
export function foundWhileReading({ policy, design }: Linted, run: Run | undefined): readonly Finding[] {
  return [...policy.diagnostics, ...policy.silenced].flatMap((diagnostic): readonly Finding[] => {
    const { range, replacement, setting } = diagnostic
    const rule = ruleNamed(diagnostic.code)
    // A binding to a role that every cluster has is not a mistake.
    if (diagnostic.severity === 'error' || rule === undefined || setting === 'default-roles') return []
    if (rule.aboutReleasedModes && !hasReleasedModes(design)) return []
    const mend: Mend | undefined =
      rule === namespaceIgnored
        ? { kind: 'remove-key', span: range, key: 'namespace' }
        : replacement === undefined
          ? undefined
          : { kind: 'replace', span: range, values: [replacement] }
    const finding: Finding = { ...diagnostic, code: rule.name, page: pageOf(rule.name), ...(mend && { mend }) }
    return rule === roleNotFound ? missingRole(policy, finding, run) : [finding]
  })
}

export function hasErrors({ diagnostics }: Policy): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

/** A missing role that another text of the run has is none. */
function missingRole(policy: Policy, finding: Finding, run: Run | undefined): readonly Finding[] {
  // The role may be one of the objects with errors.
  if (hasErrors(policy)) return []
  const { range } = finding
  const binding = policy.bindings.find(({ roleRef: { span } }) => span.start <= range.start && range.end <= span.end)
  return binding !== undefined && run?.roles.has(objectKey(roleNamed(binding))) ? [] : [finding]
}

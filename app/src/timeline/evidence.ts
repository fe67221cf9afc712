import type { Answer, Evidence, Label, SourceRange } from '@authz-playground/engine'
import type { Place } from '../scenario/places.ts'

/** One place in the policy that had a part in a decision. */
export interface Source {
  readonly part: 'rule' | 'role' | 'binding' | 'subject'
  /** What stands there: "rule 2 of ClusterRole impersonator". */
  readonly what: Label
  readonly line: number
  /** Where a click goes. */
  readonly place: Place
}

/** Where a decision came from: rule, role, binding, subject, as far as they are known. */
export function sourcesOf(evidence: Evidence | undefined): readonly Source[] {
  if (evidence === undefined) return []
  const { rule, role, binding, subject } = evidence
  const source = (part: Source['part'], range: SourceRange | undefined, what: Label = [part]): readonly Source[] =>
    range === undefined ? [] : [{ part, what, line: range.line, place: { kind: 'policy', offset: range.start } }]
  return [
    ...source('rule', rule?.range, ruleWords(evidence)),
    ...source('role', role?.range),
    ...source('binding', binding?.range),
    ...source('subject', subject?.range),
  ]
}

/** Rules count from 1 where people read them. A role is named only where the reason does not name it already. */
function ruleWords({ rule, role }: Evidence): Label {
  const place = `rule ${(rule?.index ?? 0) + 1}`
  if (rule?.aggregatedInto === undefined || role === undefined) return [place]
  return [`${place} of `, { code: role.name }, ', aggregated into ', { code: rule.aggregatedInto }]
}

/** Why a check was answered as it was. */
export interface Reason {
  readonly text: string
  /** Whether these are the API server's own words, or the playground's for where it says nothing. */
  readonly verbatim: boolean
}

export function reasonOf({ decision, reason, evidence }: Answer): Reason {
  if (reason !== '') return { text: reason, verbatim: decision !== 'NotDecided' }
  if (evidence?.authorizer === 'system:masters') {
    return {
      text: 'Members of system:masters are allowed everything, before any authorizer is asked.',
      verbatim: false,
    }
  }
  return {
    text: decision === 'Allow' ? 'No reason is given.' : 'No authorizer allows it, and none gives a reason.',
    verbatim: false,
  }
}

import type { Answer, Evidence, RichText, SourceRange } from '@authz-playground/engine'
import { entryKind, lineInWords } from '@authz-playground/engine/internal/words'
import { type Place, placeIn } from '../../session/index.ts'

/** One place in the texts of the cluster that was part of a decision. */
export interface EvidenceSource {
  /** The object there: "rule 2 of ClusterRole impersonator". */
  readonly what: RichText
  /** "line 12", "line 3 of the stored objects". */
  readonly line: string
  /** The place that a click shows. */
  readonly place: Place
}

/** The places of a decision: rule, role, binding, subject, or stored objects, as far as they are known. */
export function sourcesOf(evidence: Evidence | undefined): readonly EvidenceSource[] {
  if (evidence === undefined) return []
  const { rule, role, binding, subject, related = [], entry } = evidence
  const source = (what: RichText, range: SourceRange | undefined): readonly EvidenceSource[] =>
    range === undefined ? [] : [{ what, line: lineInWords(range), place: placeIn(range) }]
  return [
    ...source(ruleWords(evidence), rule?.range),
    ...source(['role'], role?.range),
    ...source(['binding'], binding?.range),
    ...source(['subject'], subject?.range),
    ...source(entryWords(evidence), entry?.range),
    ...related.flatMap(({ kind, namespace, name, range }) =>
      source([`${kind} `, { code: namespace === '' ? name : `${namespace}/${name}` }], range),
    ),
  ]
}

/** The entry or rule of a condition; a rule with its role, because no reason names it. */
export function originOf(evidence: Evidence): readonly EvidenceSource[] {
  const { rule, role } = evidence
  if (rule === undefined || role === undefined) return sourcesOf(evidence)
  const what: RichText = [`rule ${rule.index + 1} of `, { code: role.name }]
  return [{ what, line: lineInWords(rule.range), place: placeIn(rule.range) }]
}

/** Rules are numbered from 1 for readers. A role is named only where the reason does not name it. */
function ruleWords({ rule, role }: Evidence): RichText {
  const place = `rule ${(rule?.index ?? 0) + 1}`
  if (rule?.aggregatedInto === undefined || role === undefined) return [place]
  return [`${place} of `, { code: role.name }, ', aggregated into ', { code: rule.aggregatedInto }]
}

function entryWords({ authorizer, entry }: Evidence): RichText {
  if (entry === undefined) return []
  const place = `${entryKind(entry)} ${entry.index + 1}`
  const owner = authorizer === 'Webhook' ? 'webhook' : 'ClusterAccessRule'
  return entry.name === '' ? [place] : [`${place} of ${owner} `, { code: entry.name }]
}

/** The reason of a decision. */
export interface Reason {
  readonly text: string
  /**
   * Whether these are the words of the API server. Otherwise the playground wrote them, because the API server says
   * nothing.
   */
  readonly verbatim: boolean
}

export function reasonOf(answer: Answer): Reason {
  return answer.reason === '' ? { text: ownWords(answer), verbatim: false } : { text: answer.reason, verbatim: true }
}

function ownWords({ decision, evidence, error }: Answer): string {
  if (error !== undefined) return `An authorizer fails, which counts as NoOpinion: ${error}`
  switch (evidence?.authorizer) {
    case 'Webhook':
      return `The webhook ${decision === 'Deny' ? 'denies' : 'allows'} it and gives no reason.`
    case 'system:masters':
      return 'Members of system:masters are allowed everything, before any authorizer is asked.'
    case 'Node':
      return evidence.related === undefined || evidence.related.length === 0
        ? 'The Node authorizer allows it, by the node’s own name or by its fixed rules.'
        : 'The Node authorizer allows it: stored objects tie it to the node.'
    default:
      return decision === 'Allow' ? 'No reason is given.' : 'No authorizer allows it, and none gives a reason.'
  }
}

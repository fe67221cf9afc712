import { attributesOf, plainText, sentences } from '@authz-playground/engine'
import type { VectorPlay } from '@authz-playground/engine/internal/vectors'
import { auditEvent, markdown } from '@authz-playground/engine/report'

/** A text that names another verb than the audit event of its request as what allowed the impersonation. */
export interface FalseWords {
  readonly scenario: string
  readonly text: string
  /** The constraint of the audit event; absent where it has none. */
  readonly audited?: string
}

/** A text that names the verb which allowed an impersonation. */
const LET_IN = /Impersonation was allowed by (?<legacy>the legacy verb )?`?(?:<code>)?(?<verb>[^\s`<,]+)/

/** Verbs that leave no constraint: that of legacy, that of the designs with one review, and the action itself, which `intersection` asks. */
const WITHOUT_CONSTRAINT: ReadonlySet<string> = new Set(['impersonate', 'constrainedimpersonate', 'list'])

/**
 * Whether a text agrees with the audit event: both name the constraint, or there is none and the text names a verb that
 * leaves none. A text that does not mention impersonation agrees.
 */
export function saysAsAudited(text: string, constraint: string | undefined): boolean {
  const { legacy, verb } = LET_IN.exec(text)?.groups ?? {}
  if (verb === undefined) return true
  return constraint === undefined ? WITHOUT_CONSTRAINT.has(verb) : legacy === undefined && verb === constraint
}

/**
 * The sentences and Markdown of a scenario's answers that differ from their audit events or name a legacy verb under a design without a
 * legacy mode, and how many spoke of impersonation.
 */
export function comparedWithAudit(
  scenario: string,
  played: VectorPlay,
): {
  readonly spoken: number
  readonly wrong: readonly FalseWords[]
} {
  if (played.kind !== 'played') return { spoken: 0, wrong: [] }
  const { design, requests } = played
  const hasLegacy = design.graph.nodes.some(({ mode }) => mode === 'legacy')
  const texts = requests.flatMap((one) => {
    if (!('trace' in one) || one.trace.outcome.kind !== 'allowed' || one.trace.impersonatedUser === undefined) return []
    const { request, trace } = one
    const asked = attributesOf(request, trace.requestor)
    const audited = constraintIn(auditEvent(trace, design, request, asked.ok ? asked.attributes : undefined))
    const said = sentences(trace, request)
    return [plainText(said.because), markdown(trace, design.graph, said)].map((text) => ({
      text: LET_IN.exec(text)?.[0] ?? '',
      ...(audited !== undefined && { audited }),
    }))
  })
  return {
    spoken: texts.filter(({ text }) => text !== '').length,
    wrong: texts.flatMap((one) =>
      saysAsAudited(one.text, one.audited) && (hasLegacy || !one.text.includes('legacy')) ? [] : [{ scenario, ...one }],
    ),
  }
}

/** The constraint of an audit event, in either place where a design has it. */
function constraintIn(event: Record<string, unknown> | undefined): string | undefined {
  const places = [event?.authenticationMetadata, event?.impersonatedUser] as readonly (
    | { readonly impersonationConstraint?: string }
    | undefined
  )[]
  return places.map((place) => place?.impersonationConstraint).find((constraint) => constraint !== undefined)
}

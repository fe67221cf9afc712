import type { Decided, Scenario } from '../decide/index.ts'
import { type CheckView, checkViews } from '../report/index.ts'
import type { RichText, Trace } from '../trace/index.ts'
import { headline, notDecidedWords, sentences, visible } from '../words/index.ts'

/** The answer to the request of a scenario, in words. */
export interface DecisionAnswer {
  /** The answer in a few words, for a heading. */
  readonly headline: RichText
  /** The answer in one sentence; where nothing is decided, what prevents it. */
  readonly sentence: RichText
  /** The rule that decided, with its line. */
  readonly because: RichText
  /** Whose design decided. Absent for the designs of the playground, and where nothing is decided. */
  readonly ofDesign?: string
  readonly checks: readonly CheckView[]
}

/** Says what was decided, and by which checks. */
export function decisionAnswer(
  {
    trace,
    request: { request },
    errors,
    design,
    designDiagnostics,
  }: Pick<Decided, 'request' | 'errors' | 'design' | 'designDiagnostics'> & { readonly trace?: Trace | undefined },
  scenario: Pick<Scenario, 'request'>,
): DecisionAnswer {
  if (trace === undefined || request === undefined) {
    const { answer, because } = notDecidedWords(errors)
    return { headline: answer, sentence: answer, because, checks: [] }
  }
  const { answer, because } = sentences(trace, request)
  const { graph } = design
  return {
    headline: headline(trace, graph, request, answer),
    sentence: answer,
    because,
    ...(designDiagnostics && { ofDesign: ofDesign(design) }),
    checks: checkViews(trace, request, scenario.request),
  }
}

/** Somebody’s design may come with a link, so it is never taken for Kubernetes or for a document. */
function ofDesign({ title }: Pick<Decided['design'], 'title'>): string {
  return `Decided by “${visible(title)}”, a design in a text: neither Kubernetes nor a KEP has it.`
}

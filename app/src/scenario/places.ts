import type { Evidence, SourceRange } from '@authz-playground/engine'
import type { AnswerView } from './answer.ts'

/** Something that a person can point at. Steps are named by their index in the trace. */
export type Place =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'node'; readonly node: string }
  /** A place in the policy text, as an offset. */
  | { readonly kind: 'policy'; readonly offset: number }
  /** A place in the request text (whichever form is being edited), as an offset. */
  | { readonly kind: 'request'; readonly offset: number }

/** Everything that lights up together. */
export interface Lit {
  readonly steps: ReadonlySet<number>
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
  /** Rules, bindings and subjects that decided the steps, in the policy text. */
  readonly policy: readonly SourceRange[]
  /** The words of the request that the steps are about, in the form that is being edited. */
  readonly request: readonly SourceRange[]
}

const NOTHING: Lit = { steps: new Set(), nodes: new Set(), edges: new Set(), policy: [], request: [] }

/** What belongs to a place: the one rule behind "whichever is pointed at, all of it lights up". */
export function litBy(place: Place | undefined, answer: AnswerView | undefined): Lit {
  if (place === undefined || answer?.trace === undefined) return NOTHING
  const { trace } = answer
  const indexes = [...trace.steps.keys()].filter((index) => belongs(index, place, answer))
  const steps = indexes.map((index) => trace.steps[index]).filter((step) => step !== undefined)
  const nodes = new Set(steps.map(({ node }) => node))
  if (place.kind === 'node') nodes.add(place.node)
  return {
    steps: new Set(indexes),
    nodes,
    edges: new Set(steps.flatMap(({ edge }) => (edge === undefined ? [] : [edge]))),
    policy: steps.flatMap(({ check }) => policyRanges(check?.answer.evidence)),
    request: answer.checks.flatMap((check) => (indexes.includes(check.step) ? check.request : [])),
  }
}

function policyRanges(evidence: Evidence | undefined): readonly SourceRange[] {
  return [evidence?.rule?.range, evidence?.binding?.range].filter((range) => range !== undefined)
}

function belongs(index: number, place: Place, answer: AnswerView): boolean {
  const step = answer.trace?.steps[index]
  if (step === undefined) return false
  switch (place.kind) {
    case 'step':
      return index === place.step
    case 'node':
      return step.node === place.node
    case 'policy':
      return policyRanges(step.check?.answer.evidence).some((range) => holds(range, place.offset))
    case 'request':
      return answer.checks.some(({ step: at, request }) => at === index && request.some((range) => holds(range, place.offset)))
  }
}

function holds({ start, end }: SourceRange, offset: number): boolean {
  return start <= offset && offset <= end
}

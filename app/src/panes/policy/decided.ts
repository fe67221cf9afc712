import type { Evidence, SourceRange } from '@authz-playground/engine'
import { finalAnswer } from '@authz-playground/engine/internal/trace'
import { MARKS } from '@authz-playground/pictures'
import type { LineMark } from '../../editor/index.ts'
import { type ClusterText, type DecidedSteps, rangesAt } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'

/** The parts of an answer that say which rules decided. */
type Decisions = DecidedSteps & Pick<AnswerView, 'state'>

/**
 * Marks beside the rules that decided checks, up to the step that the request has reached. A rule that decided several
 * checks has one mark, which names all of them.
 */
export function marksOf(answer: Decisions | undefined, position: number, source: ClusterText): readonly LineMark[] {
  const { trace, state, changes } = answer ?? {}
  if (trace === undefined || state === 'not-decided') return []
  const marks = new Map<number, LineMark>()
  let number = 0
  for (const [step, { check }] of trace.steps.slice(0, position + 1).entries()) {
    if (check === undefined) continue
    number++
    const { decision, evidence } = finalAnswer(check)
    const first = check.settled && `${MARKS[check.answer.decision].word}, then `
    const words = `Check ${number}: ${first ?? ''}${MARKS[decision].word}`
    const about = changes?.steps.get(step)?.ranges ?? []
    for (const { start: offset, source: here } of [...decisiveIn(evidence), ...about]) {
      if (here !== source) continue
      const before = marks.get(offset)
      marks.set(offset, { offset, decision, label: before ? `${before.label}\n${words}` : caveated(words, state) })
    }
  }
  return [...marks.values()]
}

/** The rule or entry that decided, or the related stored objects. */
function decisiveIn({ rule, entry, related = [] }: Partial<Evidence> = {}): readonly SourceRange[] {
  return [rule, entry, ...related].flatMap((part) => (part === undefined ? [] : [part.range]))
}

function caveated(words: string, state: AnswerView['state'] | undefined): string {
  return state === 'partly' ? `Decided with what could be read.\n${words}` : words
}

/** The rule, binding, entry or stored object at a place in a text, if it was part of a decision. */
export function decidedAt(answer: Decisions | undefined, source: ClusterText, offset: number): SourceRange | undefined {
  for (const step of answer?.trace?.steps.keys() ?? []) {
    for (const range of answer ? rangesAt(step, answer) : []) {
      if (range.source === source && range.start <= offset && offset <= range.end) return range
    }
  }
  return undefined
}

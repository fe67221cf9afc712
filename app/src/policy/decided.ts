import type { SourceRange, Trace } from '@authz-playground/engine'
import type { LineMark } from '../editor/index.ts'
import type { AnswerView } from '../scenario/answer.ts'
import { MARKS } from '../ui/marks.ts'

/** What of an answer says which rules decided. */
interface Decisions extends Pick<AnswerView, 'state'> {
  readonly trace?: Pick<Trace, 'steps'>
}

/**
 * Marks beside the rules that decided a check, up to the step that the request has come to. A rule that decided several
 * has one mark, which names them all.
 */
export function marksOf(answer: Decisions | undefined, position: number): readonly LineMark[] {
  const { trace, state } = answer ?? {}
  if (trace === undefined || state === 'not-decided') return []
  const marks = new Map<number, LineMark>()
  let number = 0
  for (const { check } of trace.steps.slice(0, position + 1)) {
    if (check === undefined) continue
    number++
    const { decision, evidence } = check.answer
    const offset = evidence?.rule?.range.start
    if (offset === undefined) continue
    const words = `Check ${number}: ${MARKS[decision].word}`
    const before = marks.get(offset)
    marks.set(offset, { offset, decision, label: before ? `${before.label}\n${words}` : caveated(words, state) })
  }
  return [...marks.values()]
}

function caveated(words: string, state: AnswerView['state'] | undefined): string {
  return state === 'partly' ? `Decided with what could be read.\n${words}` : words
}

/** The rule or the binding around a place in the policy that had a part in a decision. */
export function decidedAt(answer: Decisions | undefined, offset: number): SourceRange | undefined {
  for (const { check } of answer?.trace?.steps ?? []) {
    const { rule, binding } = check?.answer.evidence ?? {}
    for (const part of [rule, binding]) {
      if (part !== undefined && part.range.start <= offset && offset <= part.range.end) return part.range
    }
  }
  return undefined
}

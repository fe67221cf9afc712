import type { GoalProblem, GoalResult } from '../goals/index.ts'
import type { SourceRange } from '../text/index.ts'
import { problemInWords } from '../words/index.ts'

/** A judged goal as every list of goals shows it: a value that can be sent to another thread. */
export interface GoalRow
  extends Pick<GoalResult, 'text' | 'sentence' | 'state' | 'words' | 'near' | 'play'>,
    Required<Pick<GoalResult, 'errors'>> {
  /** The places that `words` and `near` mention; the first is that of the rule that decided, or that nearly fits. */
  readonly places: readonly SourceRange[]
  /** The part of the sentence that is not understood. @internal */
  readonly problem?: GoalProblem
}

/** A row for each judged goal. Where errors keep it from being decided, its words are the first of them, with its line. */
export function goalRow({ evidence = [], places = [], errors = [], ...result }: GoalResult): GoalRow {
  const { text, sentence, state, near, problem, play } = result
  const [error] = errors
  const decisive = evidence.flatMap(({ rule, entry, binding, role, subject, related = [] }) =>
    [rule, entry, binding, role, subject, ...related].flatMap((part) => (part === undefined ? [] : [part.range])),
  )
  return {
    text,
    sentence,
    state,
    words: error === undefined ? result.words : [problemInWords(error)],
    ...(near && { near }),
    places: state === 'fails' ? [...places, ...decisive] : [...decisive, ...places],
    errors,
    ...(problem && { problem }),
    ...(play && { play }),
  }
}

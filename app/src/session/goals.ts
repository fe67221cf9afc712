import type { GoalRow } from '@authz-playground/engine/internal/answers'
import type { AnswerView } from '../worker/index.ts'
import { usePlayground, workerApi } from './playground.ts'
import { useLastAnswer } from './useAnswer.ts'

/** Goals as they were judged last. */
export interface ShownGoals {
  /** One for each sentence, in its order. A sentence that was not judged yet is not decided, and has no words. */
  readonly goals: readonly GoalRow[]
  /** They are about the texts on screen. Until the worker has answered they may be of older ones. */
  readonly current: boolean
}

interface Judged {
  readonly answer: AnswerView
  readonly sentences: readonly string[]
  readonly start: string | undefined
  readonly views: readonly GoalRow[]
}

/**
 * Goals about the scenario on the page, judged after each answer.
 *
 * @param sentences the same list until a sentence changes
 *
 * @param start the policy at the start, for “nothing else changes”
 */
export function useGoals(sentences: readonly string[], start?: string): ShownGoals {
  const answer = usePlayground((now) => now.answer)
  const answered = usePlayground((now) => now.answered)
  const fresh = usePlayground((now) => now.answered === now.scenario)
  const last = useLastAnswer((): Promise<Judged | undefined> | undefined => {
    if (answer === undefined || answered === undefined) return undefined
    if (sentences.length === 0) return Promise.resolve({ answer, sentences, start, views: [] })
    return workerApi()
      .goals(answered, sentences, start)
      .then((views) => views && { answer, sentences, start, views })
  }, [answer, sentences, start])
  const current =
    fresh && last !== undefined && last.answer === answer && last.sentences === sentences && last.start === start
  return { goals: goalsBy(sentences, last?.views ?? []), current }
}

/**
 * The views of sentences: those of the same text, at the same place where there are several. A sentence that was changed
 * since has the state that it had before.
 */
export function goalsBy(sentences: readonly string[], views: readonly GoalRow[]): readonly GoalRow[] {
  const byText = new Map(views.map((view) => [view.text, view]))
  const written = new Set(sentences)
  return sentences.map((text, at) => {
    const here = views[at]
    const known = here?.text === text ? here : byText.get(text)
    if (known !== undefined) return known
    if (here === undefined || written.has(here.text)) return notJudged(text)
    const { problem: _, play: __, ...before } = here
    return { ...before, text, sentence: [text] }
  })
}

/** A goal without a verdict. */
export function notJudged(text: string, sentence: GoalRow['sentence'] = [text]): GoalRow {
  return { text, sentence, state: 'not-decided', words: [], places: [], errors: [] }
}

/** “3 of 4 hold”. */
export function goalCount(goals: readonly GoalRow[]): string {
  const holding = goals.filter(({ state }) => state === 'holds').length
  const all = goals.length.toLocaleString('en')
  return `${holding.toLocaleString('en')} of ${all} ${goals.length === 1 ? 'holds' : 'hold'}`
}

import { useState } from 'react'
import { useRetriedEffect } from '../ui/index.ts'
import type { AnswerView } from '../worker/index.ts'

interface Answered<Answer> {
  readonly about: readonly unknown[]
  readonly answer: Answer
}

/**
 * The worker's answer to a question; undefined until it is there. The question is asked again when one of `about`
 * changes.
 *
 * @param ask Asks the worker. Undefined asks nothing; the last answer stays.
 */
export function useAnswer<Answer>(
  ask: () => Promise<Answer | undefined> | undefined,
  about: readonly unknown[],
): Answer | undefined {
  const answered = useAnswered(ask, about)
  return answered?.about.every((part, i) => Object.is(part, about[i])) ? answered.answer : undefined
}

/** As `useAnswer`, but gives the answer before until the new one is there. */
export function useLastAnswer<Answer>(
  ask: () => Promise<Answer | undefined> | undefined,
  about: readonly unknown[],
): Answer | undefined {
  return useAnswered(ask, about)?.answer
}

function useAnswered<Answer>(
  ask: () => Promise<Answer | undefined> | undefined,
  about: readonly unknown[],
): Answered<Answer> | undefined {
  const [answered, setAnswered] = useState<Answered<Answer>>()
  useRetriedEffect(
    (isCurrent) => {
      ask()?.then(
        (answer) => {
          if (isCurrent() && answer !== undefined) setAnswered({ about, answer })
        },
        // When the worker has ended, the answer pane says so. This part just shows nothing.
        () => undefined,
      )
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: each caller lists what its question is about
    about,
  )
  return answered
}

/** Asks once for each answer: several parts of the page show what comes. */
export function oncePerAnswer<Result>(
  ask: (answer: AnswerView) => Promise<Result>,
): (answer: AnswerView) => Promise<Result> {
  const asked = new WeakMap<AnswerView, Promise<Result>>()
  return (answer) => {
    const before = asked.get(answer)
    if (before !== undefined) return before
    const result = ask(answer)
    asked.set(answer, result)
    // A part of the worker that did not arrive may arrive later.
    result.catch(() => asked.delete(answer))
    return result
  }
}

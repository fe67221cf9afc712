import { useState } from 'react'
import { useRetriedEffect } from '../ui/index.ts'

interface Answered<Answer> {
  readonly about: readonly unknown[]
  readonly answer: Answer
}

/**
 * The worker's answer to a question, which is asked anew when it is about something else; undefined until it has come.
 * @param ask Asks. Nothing is shown anew where it does not, or has no answer.
 */
export function useAnswer<Answer>(
  ask: () => Promise<Answer | undefined> | undefined,
  about: readonly unknown[],
): Answer | undefined {
  const answered = useAnswered(ask, about)
  return answered?.about.every((part, i) => Object.is(part, about[i])) ? answered.answer : undefined
}

/** As `useAnswer`, and until the answer has come the one before it. */
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
        // The worker's end is shown where the answer is; here there is just nothing to show.
        () => undefined,
      )
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: callers say what their question is about
    about,
  )
  return answered
}

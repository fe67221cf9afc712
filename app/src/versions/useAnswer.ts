import { useEffect, useState } from 'react'

/** What the worker answers to a question; undefined until it has come, and when it could not be answered. */
export function useAnswer<Answer>(ask: () => Promise<Answer>, about: unknown): Answer | undefined {
  const [answered, setAnswered] = useState<{ readonly about: unknown; readonly answer: Answer }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when it is about something else
  useEffect(() => {
    let current = true
    ask().then(
      (answer) => {
        if (current) setAnswered({ about, answer })
      },
      // The worker's end is shown where the answer is.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [about])
  return answered !== undefined && answered.about === about ? answered.answer : undefined
}

import type { ReadScenarioDocument } from '@authz-playground/engine/document'
import { useEffect, useState } from 'react'
import { decider } from '../scenario/playground.ts'

/** What a text was read as. */
interface Reading extends ReadScenarioDocument {
  readonly text: string
}

/** What the newest text was read as, once it was; before that, the one before it. */
export function useReading(text: string | undefined): Reading | undefined {
  const [reading, setReading] = useState<Reading>()
  useEffect(() => {
    if (text === undefined) return
    let current = true
    decider()
      .readDocument(text)
      .then(
        (read) => current && setReading({ ...read, text }),
        // Where the worker has ended, the answer says so.
        () => undefined,
      )
    return () => {
      current = false
    }
  }, [text])
  return reading
}

import { useEffect, useState } from 'react'
import type { DesignRow } from '../scenario/answer.ts'
import { decider, usePlayground } from '../scenario/playground.ts'

/** What every design makes of the request, for the answer that is shown; the last comparison until the next has come. */
export function useComparison(): readonly DesignRow[] | undefined {
  const answer = usePlayground((now) => now.answer)
  const [rows, setRows] = useState<readonly DesignRow[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is compared anew
  useEffect(() => {
    let current = true
    decider()
      .compare()
      .then((compared) => {
        if (current && compared !== undefined) setRows(compared)
      })
      // The worker's end is shown where the answer is; here there is just nothing to show.
      .catch(() => undefined)
    return () => {
      current = false
    }
  }, [answer])
  return rows
}

import { decider, useLastAnswer, usePlayground } from '../../../session/index.ts'
import type { DesignRow } from '../../../worker/index.ts'

/** What every design makes of the request, for the answer that is shown; the last comparison until the next has come. */
export function useComparison(): readonly DesignRow[] | undefined {
  const answer = usePlayground((now) => now.answer)
  return useLastAnswer(() => decider().compare(), [answer])
}

import type { DesignRow } from '@authz-playground/pictures'
import { useLastAnswer, usePlayground, workerApi } from '../../../session/index.ts'

/** The answers of every design to the request; the comparison before until the new one is there. */
export function useComparison(): readonly DesignRow[] | undefined {
  const answer = usePlayground((now) => now.answer)
  return useLastAnswer(() => workerApi().compare(), [answer])
}

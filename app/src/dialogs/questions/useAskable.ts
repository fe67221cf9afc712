import { useAnswer, usePlayground, workerApi } from '../../session/index.ts'
import type { Askable } from '../../worker/index.ts'

const NOTHING: Askable = { subjects: [], namespaces: [], resources: [] }

/** What questions about the policy can name, for its fields to offer. */
export function useAskable(): Askable {
  const view = usePlayground((now) => now.answer)
  const askable = useAnswer(() => workerApi().askable(), [view])
  return askable !== undefined && 'answer' in askable ? askable.answer : NOTHING
}

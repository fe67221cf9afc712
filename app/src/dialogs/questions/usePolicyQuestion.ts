import type { AnswerWithin } from '@authz-playground/engine/internal/answers'
import { useState } from 'react'
import { stopAsking, useAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { useRetriedEffect } from '../../ui/index.ts'
import type { Askable } from '../../worker/index.ts'

/** After this time the page says that a question takes long. Milliseconds. */
const SLOW = 400

/** A question on its way, or answered. */
export interface AskedPolicy<Answer> {
  /** The last answer; of an earlier question until this one is answered. */
  readonly last: AnswerWithin<Answer> | undefined
  /** `last` answers this question. */
  readonly current: boolean
  readonly slow: boolean
  readonly stopped: boolean
  stop(): void
  again(): void
}

/** Asks the worker about the policy of the answer on the page, again for each new answer. `key` names the question. */
export function usePolicyQuestion<Answer>(
  key: string,
  ask: () => Promise<AnswerWithin<Answer> | undefined>,
): AskedPolicy<Answer> {
  const view = usePlayground((now) => now.answer)
  const [got, setGot] = useState<{ readonly key: string; readonly result: AnswerWithin<Answer> }>()
  const [stopped, setStopped] = useState<string>()
  const [slow, setSlow] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the question, and each answer is asked about anew
  useRetriedEffect(
    (isCurrent) => {
      if (stopped === key) return
      const patience = setTimeout(() => setSlow(true), SLOW)
      ask().then(
        (result) => {
          if (!isCurrent() || result === undefined) return
          clearTimeout(patience)
          setSlow(false)
          setGot({ key, result })
        },
        // When the worker has ended, the page says so.
        () => undefined,
      )
      return () => {
        clearTimeout(patience)
        setSlow(false)
      }
    },
    [key, view, stopped],
  )
  return {
    last: got?.result,
    current: got?.key === key,
    slow,
    stopped: stopped === key,
    stop: () => {
      setStopped(key)
      stopAsking()
    },
    again: () => setStopped(undefined),
  }
}

const NOTHING: Askable = { subjects: [], namespaces: [], resources: [] }

/** What questions about the policy can name, for its fields to offer. */
export function useAskable(): Askable {
  const view = usePlayground((now) => now.answer)
  const askable = useAnswer(() => workerApi().askable(), [view])
  return askable !== undefined && 'answer' in askable ? askable.answer : NOTHING
}

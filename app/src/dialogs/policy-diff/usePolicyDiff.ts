import { useState } from 'react'
import { usePlayground, workerApi } from '../../session/index.ts'
import { useRetriedEffect } from '../../ui/index.ts'
import type { PolicyDiffAnswer } from '../../worker/index.ts'
import type { OtherPolicy } from './other-policies.ts'

/** A comparison, or the one before while it is on its way. */
interface Compared {
  readonly answer: PolicyDiffAnswer | undefined
  readonly of: OtherPolicy | undefined
  /** `answer` is about what is chosen now. */
  readonly current: boolean
}

/** Asks the worker what changed from another policy to that of the page. */
export function usePolicyDiff(other: OtherPolicy | undefined): Compared {
  const view = usePlayground((now) => now.answer)
  const [got, setGot] = useState<{ readonly of: OtherPolicy; readonly answer: PolicyDiffAnswer }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the page is compared anew
  useRetriedEffect(
    (isCurrent) => {
      if (other === undefined) return
      workerApi()
        .policyDiff(other.text)
        .then(
          (answer) => {
            if (isCurrent() && answer !== undefined) setGot({ of: other, answer })
          },
          // When the worker has ended, the page says so.
          () => undefined,
        )
    },
    [other, view],
  )
  return { answer: got?.answer, of: got?.of, current: got?.of === other }
}

import { useState } from 'react'
import { usePlayground, workerApi } from '../../session/index.ts'
import { useRetriedEffect } from '../../ui/index.ts'
import type { ComparedVersions, PolicyDiffAnswer } from '../../worker/index.ts'
import type { OtherPolicy } from './other-policies.ts'

/** A comparison, or the one before while it is on its way. */
interface Compared {
  readonly answer: PolicyDiffAnswer | undefined
  readonly of: OtherPolicy | undefined
  /** `answer` is about what is chosen now. */
  readonly current: boolean
}

/** Asks the worker what changed from another policy to that of the page, each under a version of its own. */
export function usePolicyDiff(other: OtherPolicy | undefined, { before, after }: ComparedVersions): Compared {
  const view = usePlayground((now) => now.answer)
  const [got, setGot] = useState<{ readonly of: OtherPolicy; readonly answer: PolicyDiffAnswer } & ComparedVersions>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the page is compared anew
  useRetriedEffect(
    (isCurrent) => {
      if (other === undefined) return
      workerApi()
        .policyDiff(other.text, { before, after })
        .then(
          (answer) => {
            if (isCurrent() && answer !== undefined) setGot({ of: other, answer, before, after })
          },
          // When the worker has ended, the page says so.
          () => undefined,
        )
    },
    [other, before, after, view],
  )
  const current = got?.of === other && got?.before === before && got?.after === after
  return { answer: got?.answer, of: got?.of, current }
}

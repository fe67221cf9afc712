import { useState } from 'react'
import { usePlayground } from '../../session/index.ts'
import type { RequestViews } from '../../worker/index.ts'

/** What there is to show of a request in other forms than the one it is written in. */
export interface Readable {
  /** Undefined when nothing was ever read. */
  readonly views: RequestViews | undefined
  /** They are of the request as it is now; else of the last one that could be read. */
  readonly present: boolean
}

/** Keeps what could be read last for as long as one request of one example is present: half-typed text takes nothing away from the other forms. */
export function useReadable(): Readable {
  const views = usePlayground(({ answer }) => answer?.views)
  const of = usePlayground((now) => `${now.exampleId} ${now.scenario.earlier?.length ?? 0}`)
  const [last, setLast] = useState<{ readonly views: RequestViews; readonly of: string }>()
  if (views !== undefined && views !== last?.views) setLast({ views, of })
  const before = last?.of === of ? last.views : undefined
  return { views: views ?? before, present: views !== undefined }
}

import { useMemo } from 'react'
import { decider, useLastAnswer } from '../../session/index.ts'
import type { PrintedForms, RequestView } from '../../worker/index.ts'

/** The forms of a request that a tab shows. */
interface Printed {
  /** Undefined until they are printed for the first time. */
  readonly forms: PrintedForms | undefined
  /** They are of this request; else of the one before it, which shows until this one is printed. */
  readonly present: boolean
}

/** Has a request printed; nothing while no tab needs it. The answers to one request are many, and it is printed once. */
export function usePrinted(view: RequestView | undefined): Printed {
  const about = useMemo(() => view && JSON.stringify([view.request, view.username]), [view])
  const printed = useLastAnswer(async () => {
    if (view === undefined) return undefined
    return { about, forms: await decider().print(view.request, view.username) }
  }, [about])
  return { forms: view && printed?.forms, present: printed?.about === about }
}

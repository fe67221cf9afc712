import { useMemo, useState } from 'react'
import { useLastAnswer, workerApi } from '../../session/index.ts'
import type { PrintedForms, RequestView } from '../../worker/index.ts'
import type { TabId } from './tabs.ts'

/** The forms of a request that a tab shows. */
interface Printed {
  /** Undefined until they are printed for the first time since the tab was opened. */
  readonly forms: PrintedForms | undefined
  /** They are of this request; otherwise of the one before it, until this one is printed. */
  readonly present: boolean
}

/** Prints a request for a tab that shows it in another form than the one it is written in; no view for any other tab. */
export function usePrinted(tab: TabId, view: RequestView | undefined): Printed {
  // A tab that is opened again must not show its old text, which may be of another request.
  const [opened, setOpened] = useState({ tab, times: 1 })
  if (opened.tab !== tab) setOpened({ tab, times: opened.times + 1 })
  const { times } = opened
  // Most answers are about the same request, which is printed once.
  const about = useMemo(() => view && JSON.stringify([view.request, view.username]), [view])
  const printed = useLastAnswer(async () => {
    if (view === undefined) return undefined
    return { about, times, forms: await workerApi().print(view.request, view.username) }
  }, [about, times])
  const forms = view && printed?.times === times ? printed.forms : undefined
  return { forms, present: printed?.about === about }
}

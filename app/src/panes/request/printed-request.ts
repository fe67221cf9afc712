import type { Diagnostic } from '@authz-playground/engine'
import { useMemo, useState } from 'react'
import { useAudience, useLastAnswer, useOutdated, usePlayground, workerApi } from '../../session/index.ts'
import type { PrintedForms, RequestView } from '../../worker/index.ts'
import { type OneLine, requestInOneLine } from './one-line.ts'

const NOTHING: readonly never[] = []

/** The errors and warnings of the written request. */
export function useRequestDiagnostics(): readonly Diagnostic[] {
  // A note about a command tells how its requests end.
  return usePlayground(({ answer, playback }) => (playback.atStart ? undefined : answer?.requestDiagnostics)) ?? NOTHING
}

/** The parts of the request that were read. Every form except the written one shows them. */
export interface Readable {
  /** Undefined until a request was read. */
  readonly view: RequestView | undefined
  /** It is of the request as it is now; else of the last one that could be read. */
  readonly present: boolean
}

/**
 * Keeps the last forms that could be read, while the same request of the same example is present, so that half-typed
 * text does not empty the other forms.
 */
export function useReadable(): Readable {
  const view = usePlayground(({ answer }) => answer?.request)
  const of = usePlayground((now) => `${now.exampleId} ${now.scenario.earlier?.length ?? 0}`)
  const [last, setLast] = useState<{ readonly view: RequestView; readonly of: string }>()
  if (view !== undefined && view !== last?.view) setLast({ view, of })
  const before = last?.of === of ? last.view : undefined
  return { view: view ?? before, present: view !== undefined }
}

/** The forms of a request that are shown although it is written in another one. */
export interface Printed {
  /** Undefined until they are printed for the first time since they are wanted. */
  readonly forms: PrintedForms | undefined
  /** They are of this request; otherwise of the one before it, until this one is printed. */
  readonly present: boolean
}

/** Prints a request in all forms; no view where none of them is shown. */
export function usePrinted(view: RequestView | undefined): Printed {
  // Forms that are wanted again must not show their old text, which may be of another request.
  const wanted = view !== undefined
  const [shown, setShown] = useState({ wanted, times: 1 })
  if (shown.wanted !== wanted) setShown({ wanted, times: shown.times + 1 })
  const { times } = shown
  const about = useMemo(() => view && JSON.stringify([view.request, view.username]), [view])
  const printed = useLastAnswer(async () => {
    if (view === undefined) return undefined
    return { about, times, forms: await workerApi().print(view.request, view.username) }
  }, [view, times])
  const forms = view && printed?.times === times ? printed.forms : undefined
  return { forms, present: printed?.about === about }
}

/**
 * The request in one line, as it is written. Readers of the documentation read it as kubectl where kubectl can send it, in
 * whatever form it is written.
 */
export function useRequestInOneLine({ present }: Readable, { forms }: Printed): OneLine {
  const request = usePlayground(({ scenario }) => scenario.request)
  const isReader = useAudience() === 'learn'
  const outdated = useOutdated()
  const kubectl =
    isReader && present && !outdated && request.form !== 'kubectl' && request.form !== 'review'
      ? forms?.forms.kubectl
      : undefined
  return useMemo(() => {
    if (kubectl === undefined || kubectl.gap !== undefined) return requestInOneLine(request)
    return requestInOneLine({ form: 'kubectl', text: kubectl.text })
  }, [kubectl, request])
}

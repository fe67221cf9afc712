import { shortened } from '@authz-playground/pictures'
import { useMemo, useState } from 'react'
import { goTo, useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { LinkButton, Tabs, VisuallyHidden } from '../../ui/index.ts'
import type { PrintedForms, RequestView } from '../../worker/index.ts'
import { inBody } from './body-place.ts'
import { ClientPanel, SentBody } from './ClientPanel.tsx'
import { FieldsForm } from './FieldsForm.tsx'
import styles from './RequestPane.module.css'
import { RequestProblems } from './RequestProblems.tsx'
import { TextPanel } from './TextPanel.tsx'
import type { ShownTab } from './tab.ts'
import type { TabId } from './tabs.ts'
import { isWritable, shownIn, TABS, unreadIn } from './tabs.ts'

/** The request in each form that it can be written in, one a tab, with its problems. */
export function RequestForms({ tab, reveal, bodyReveal, select, pinHere }: Omit<ShownTab, 'show'>) {
  const request = usePlayground(({ scenario }) => scenario.request)
  // A note about a command tells how its requests end.
  const diagnostics =
    usePlayground(({ answer, playback }) => (playback.atStart ? undefined : answer?.requestDiagnostics)) ?? NOTHING
  const ofBody = usePlayground(({ answer }) => answer?.change?.body) ?? NOTHING
  const answered = usePlayground((now) => now.answered?.request)
  const readable = useReadable()
  const remainder = readable.present ? 'rest' : readable.view ? 'last' : 'nothing'
  const unread = unreadIn(tab, request.form, diagnostics, remainder)
  const body = readable.view?.fields.sends.body ?? ''
  const inForm = useMemo(() => (answered ? inBody(ofBody, answered, body) : NOTHING), [ofBody, answered, body])
  const all = useMemo(() => [...diagnostics, ...ofBody], [diagnostics, ofBody])
  const printed = usePrinted(tab, tab === 'form' || tab === request.form ? undefined : readable.view)
  const shown = isWritable(tab) ? shownIn(tab, request, printed.forms) : undefined
  return (
    <Tabs
      label="Forms of the request"
      tabs={TABS.map((one) => (one.id === request.form ? { ...one, mark: <Written /> } : one))}
      selected={tab}
      onSelect={select}
    >
      {unread !== undefined && (
        <p className={styles.unread}>
          {shortened(unread.words)}{' '}
          <LinkButton onClick={() => goTo({ kind: 'request', offset: unread.offset })}>
            Go to line {unread.line}
          </LinkButton>
        </p>
      )}
      {tab === 'form' && readable.view && (
        <FieldsForm
          fields={readable.view.fields}
          readOnly={!readable.present}
          body={{ diagnostics: inForm, reveal: bodyReveal }}
        />
      )}
      {shown && isWritable(tab) && (
        <TextPanel
          form={tab}
          shown={shown}
          diagnostics={all}
          outdated={!shown.written && !(readable.present && printed.present)}
          reveal={reveal}
          onPin={pinHere}
        />
      )}
      {tab === 'kubectl' && body !== '' && <SentBody body={body} />}
      {tab === 'more' && printed.forms && <ClientPanel printed={printed.forms} />}
      {(tab === request.form || (tab === 'form' && unread === undefined)) && (
        <RequestProblems form={request.form} diagnostics={all} />
      )}
    </Tabs>
  )
}

const NOTHING: readonly never[] = []

/** Marks the form in which the request is written. */
function Written() {
  return (
    <span className={styles.written}>
      <VisuallyHidden>, written here</VisuallyHidden>
    </span>
  )
}

/** The parts of the request that were read. Every form except the written one shows them. */
interface Readable {
  /** Undefined until a request was read. */
  readonly view: RequestView | undefined
  /** It is of the request as it is now; else of the last one that could be read. */
  readonly present: boolean
}

/**
 * Keeps the last forms that could be read, while the same request of the same example is present, so that half-typed
 * text does not empty the other forms.
 */
function useReadable(): Readable {
  const view = usePlayground(({ answer }) => answer?.request)
  const of = usePlayground((now) => `${now.exampleId} ${now.scenario.earlier?.length ?? 0}`)
  const [last, setLast] = useState<{ readonly view: RequestView; readonly of: string }>()
  if (view !== undefined && view !== last?.view) setLast({ view, of })
  const before = last?.of === of ? last.view : undefined
  return { view: view ?? before, present: view !== undefined }
}

/** The forms of a request that a tab shows. */
interface Printed {
  /** Undefined until they are printed for the first time since the tab was opened. */
  readonly forms: PrintedForms | undefined
  /** They are of this request; otherwise of the one before it, until this one is printed. */
  readonly present: boolean
}

/** Prints a request for a tab that shows it in another form than the one it is written in; no view for any other tab. */
function usePrinted(tab: TabId, view: RequestView | undefined): Printed {
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

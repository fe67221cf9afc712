import { shortened } from '@authz-playground/pictures'
import { type ClipboardEvent, type DragEvent, useId, useMemo, useRef, useState } from 'react'
import { goTo, isLocked, playground, takePasted, usePlayground } from '../../session/index.ts'
import { announce, Button, LinkButton, missing, notify, Tabs, VisuallyHidden } from '../../ui/index.ts'
import type { RequestView } from '../../worker/index.ts'
import { inBody } from './body-place.ts'
import { ClientPanel, SentBody } from './ClientPanel.tsx'
import { FieldsForm } from './FieldsForm.tsx'
import { LockedRequest } from './LockedRequest.tsx'
import { LONGEST_FIELD } from './limits.ts'
import { looksLikeClusterOutput } from './observed/looks-observed.ts'
import { ObservedNote } from './observed/ObservedNote.tsx'
import { pastedRequest } from './pasted.ts'
import { usePrinted } from './printed.ts'
import { Requestor } from './Requestor.tsx'
import styles from './RequestPane.module.css'
import { RequestProblems } from './RequestProblems.tsx'
import { SentRequests } from './sent/SentRequests.tsx'
import { TextPanel } from './TextPanel.tsx'
import { useTab } from './tab.ts'
import { FORM_NAMES, isWritable, shownIn, TABS, unreadIn } from './tabs.ts'

interface RequestPaneProps {
  /** Opens the dialog for the output of a cluster, with this text. */
  onFromCluster(text: string): void
}

/** The requestor and the request, in every form that it can be written in; where a lesson keeps them, to read. */
export function RequestPane(props: RequestPaneProps) {
  const locked = usePlayground(({ lesson }) => isLocked(lesson?.edit, 'request'))
  return locked ? <LockedRequest /> : <WritableRequest {...props} />
}

function WritableRequest({ onFromCluster }: RequestPaneProps) {
  const request = usePlayground(({ scenario }) => scenario.request)
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  // A note about a command tells how its requests end.
  const diagnostics =
    usePlayground(({ answer, playback }) => (playback.waiting ? undefined : answer?.requestDiagnostics)) ?? NOTHING
  const ofBody = usePlayground(({ answer }) => answer?.change?.body) ?? NOTHING
  const answered = usePlayground((now) => now.answered?.request)
  const title = useId()
  const { tab, reveal, bodyReveal, select, show, pinHere } = useTab()
  const readable = useReadable()
  const remainder = readable.present ? 'rest' : readable.view ? 'last' : 'nothing'
  const unread = unreadIn(tab, request.form, diagnostics, remainder)
  const body = readable.view?.fields.sends.body ?? ''
  const inForm = useMemo(() => (answered ? inBody(ofBody, answered, body) : NOTHING), [ofBody, answered, body])
  const all = useMemo(() => [...diagnostics, ...ofBody], [diagnostics, ofBody])
  const printed = usePrinted(tab, tab === 'form' || tab === request.form ? undefined : readable.view)
  const shown = isWritable(tab) ? shownIn(tab, request, printed.forms) : undefined

  const [tooLong, setTooLong] = useState<number>()
  const pane = useRef<HTMLElement>(null)

  function drop(event: DragEvent): void {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    void Promise.all(files.map((file) => file.text())).then(takeFiles, () =>
      notify('The browser could not read the dropped file.'),
    )
  }

  /** Files for a kubectl command that names some are its objects; any other file is read as a request. */
  async function takeFiles(texts: readonly string[]): Promise<void> {
    const { form, text } = playground.getState().scenario.request
    let command: string | undefined
    try {
      if (form === 'kubectl') command = (await import('./dropped-manifest.ts')).withDroppedFiles(text, texts)
    } catch {
      return missing('What reads files for a command', () => void takeFiles(texts))
    }
    if (command === undefined) return takePasted(texts[0] ?? '')
    playground.getState().edit({ subject: 'request paste', change: { request: { form, text: command } } })
    announce(`${texts.length === 1 ? 'File' : 'Files'} read for the command`)
  }

  /**
   * A whole request that is pasted anywhere in the pane replaces the request, in its own form. The output of a cluster
   * is read for one.
   */
  function paste(event: ClipboardEvent): void {
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return
    const text = event.clipboardData.getData('text/plain')
    if (looksLikeClusterOutput(text)) {
      event.preventDefault()
      event.stopPropagation()
      void takePasted(text)
      return
    }
    const pasted = pastedRequest(text)
    if (pasted === undefined) return
    event.preventDefault()
    event.stopPropagation()
    playground.getState().edit({ subject: 'request paste', change: { request: pasted } })
    const end = pasted.text.length
    show(pasted.form, { start: end, end, focus: true })
    announce(`Pasted as ${FORM_NAMES[pasted.form]}`)
  }

  /** Ignores a paste into a field that is too long for a field. */
  function keepShort(event: ClipboardEvent): void {
    setTooLong(undefined)
    const { length } = event.clipboardData.getData('text/plain')
    if (event.defaultPrevented || length <= LONGEST_FIELD || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    setTooLong(length)
  }

  return (
    <section
      ref={pane}
      className={styles.pane}
      aria-labelledby={title}
      onPasteCapture={paste}
      onPaste={keepShort}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={drop}
    >
      <SentRequests>
        <h2 id={title} className={styles.title}>
          Request
        </h2>
        {!inLesson && (
          <Button
            look="quiet"
            className={styles.observed}
            title="Fill the request from an audit event, the server’s log or a 403 message"
            onClick={() => onFromCluster('')}
          >
            From a cluster
          </Button>
        )}
      </SentRequests>
      <ObservedNote
        onRequestor={() =>
          pane.current?.querySelector<HTMLElement>('[data-part=requestor] :is(input, select)')?.focus()
        }
      />
      <p role="status" className={styles.tooLong}>
        {tooLong !== undefined &&
          `The clipboard has ${tooLong.toLocaleString('en')} characters, more than a field takes. Nothing was pasted; long values can be written in HTTP.`}
      </p>
      <Requestor />
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
    </section>
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

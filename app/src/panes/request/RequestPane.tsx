import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isLocked, openBringIn, playground, takePasted, useAudience, usePlayground } from '../../session/index.ts'
import { announce, Button, notify, reportLoadFailure, VisuallyHidden } from '../../ui/index.ts'
import { useFormOpening } from './form-opening.ts'
import { LockedRequest } from './LockedRequest.tsx'
import { LONGEST_FIELD } from './limits.ts'
import { ObservedNote } from './observed/ObservedNote.tsx'
import { looksLikeClusterOutput, pastedRequest } from './pasted.ts'
import { usePrinted, useReadable, useRequestDiagnostics, useRequestInOneLine } from './printed-request.ts'
import { RequestForms } from './RequestForms.tsx'
import { RequestButton } from './RequestLines.tsx'
import { Requestor } from './Requestor.tsx'
import styles from './RequestPane.module.css'
import { SentRequests } from './sent/SentRequests.tsx'
import { type ShownTab, useTab } from './tab.ts'
import { FORM_NAMES } from './tabs.ts'

/** Who asks for what, in two lines that open every form that it can be written in; where a lesson keeps it, to read. */
export function RequestPane() {
  const locked = usePlayground(({ lesson }) => isLocked(lesson?.edit, 'request'))
  return locked ? <LockedRequest /> : <WritableRequest />
}

function WritableRequest() {
  const title = useId()
  const body = useId()
  const isReader = useAudience() === 'learn'
  const diagnostics = useRequestDiagnostics()
  const error = diagnostics.find(({ severity }) => severity === 'error')
  const { open, show: openForm, choose } = useFormOpening(error !== undefined)
  const readable = useReadable()
  const printed = usePrinted(isReader || open ? readable.view : undefined)
  const line = useRequestInOneLine(readable, printed)
  const isReview = usePlayground(({ scenario }) => scenario.request.form === 'review')
  const kubectlCan =
    !isReview && error === undefined && readable.present && printed.forms?.forms.kubectl.gap === undefined
  const { show, ...shownTab } = useTab(isReader && kubectlCan ? 'kubectl' : undefined)
  const pane = useRef<HTMLElement>(null)

  function showForm(...place: Parameters<ShownTab['show']>): void {
    openForm()
    show(...place)
  }

  return (
    <section
      ref={pane}
      className={styles.pane}
      aria-labelledby={title}
      data-opened={open || undefined}
      onPasteCapture={(event) => paste(event, showForm)}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => drop(event) && openForm()}
    >
      <h2 id={title}>
        <VisuallyHidden>Request</VisuallyHidden>
      </h2>
      <RequestButton line={line} open={open} controls={body} onChoose={choose} error={error} />
      <ObservedNote
        onRequestor={() => {
          flushSync(openForm)
          pane.current?.querySelector<HTMLElement>('[data-part=requestor] :is(input, select)')?.focus()
        }}
      />
      {open && (
        <ShortPastes id={body}>
          <SentRequests>
            <Button
              look="quiet"
              className={styles.observed}
              title="Fill the request from an audit event, the server’s log or a 403 message"
              onClick={() => openBringIn()}
            >
              From a cluster
            </Button>
          </SentRequests>
          <Requestor />
          <RequestForms {...shownTab} readable={readable} printed={printed} diagnostics={diagnostics} />
        </ShortPastes>
      )}
    </section>
  )
}

/** Fields that ignore a paste that is too long for a field. */
function ShortPastes({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const [tooLong, setTooLong] = useState<number>()

  function keepShort(event: ClipboardEvent): void {
    setTooLong(undefined)
    const { length } = event.clipboardData.getData('text/plain')
    if (event.defaultPrevented || length <= LONGEST_FIELD || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    setTooLong(length)
  }

  return (
    <div id={id} onPaste={keepShort}>
      <p role="status" className={styles.tooLong}>
        {tooLong !== undefined &&
          `The clipboard has ${tooLong.toLocaleString('en')} characters, more than a field takes. Nothing was pasted; long values can be written in HTTP.`}
      </p>
      {children}
    </div>
  )
}

/**
 * A whole request that is pasted anywhere in the pane replaces the request, in its own form. The output of a cluster
 * is read for one.
 */
function paste(event: ClipboardEvent, show: ShownTab['show']): void {
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
  playground.getState().edit({ subject: 'request paste', change: { request: pasted }, replaces: true })
  const end = pasted.text.length
  show(pasted.form, { start: end, end, focus: true })
  announce(`Pasted as ${FORM_NAMES[pasted.form]}`)
}

/** Reads dropped files; whether there were some. */
function drop(event: DragEvent): boolean {
  const files = [...event.dataTransfer.files]
  if (files.length === 0) return false
  event.preventDefault()
  void Promise.all(files.map((file) => file.text())).then(takeFiles, () =>
    notify('The browser could not read the dropped file.'),
  )
  return true
}

/** Files for a kubectl command that names some are its objects; any other file is read as a request. */
async function takeFiles(texts: readonly string[]): Promise<void> {
  const { form, text } = playground.getState().scenario.request
  let command: string | undefined
  try {
    if (form === 'kubectl') command = (await import('./dropped-manifest.ts')).withDroppedFiles(text, texts)
  } catch {
    return reportLoadFailure('What reads files for a command', () => void takeFiles(texts))
  }
  if (command === undefined) return takePasted(texts[0] ?? '')
  playground.getState().edit({ subject: 'request paste', change: { request: { form, text: command } } })
  announce(`${texts.length === 1 ? 'File' : 'Files'} read for the command`)
}

import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react'
import { isLocked, openBringIn, playground, takePasted, usePlayground } from '../../session/index.ts'
import { announce, Button, notify, reportLoadFailure } from '../../ui/index.ts'
import { LockedRequest } from './LockedRequest.tsx'
import { LONGEST_FIELD } from './limits.ts'
import { looksLikeClusterOutput } from './observed/looks-observed.ts'
import { ObservedNote } from './observed/ObservedNote.tsx'
import { pastedRequest } from './pasted.ts'
import { RequestForms } from './RequestForms.tsx'
import { Requestor } from './Requestor.tsx'
import styles from './RequestPane.module.css'
import { SentRequests } from './sent/SentRequests.tsx'
import { type ShownTab, useTab } from './tab.ts'
import { FORM_NAMES } from './tabs.ts'

/** The requestor and the request, in every form that it can be written in; where a lesson keeps them, to read. */
export function RequestPane() {
  const locked = usePlayground(({ lesson }) => isLocked(lesson?.edit, 'request'))
  return locked ? <LockedRequest /> : <WritableRequest />
}

function WritableRequest() {
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const title = useId()
  const { show, ...shownTab } = useTab()
  const [tooLong, setTooLong] = useState<number>()
  const pane = useRef<HTMLElement>(null)

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
      onPasteCapture={(event) => paste(event, show)}
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
            onClick={() => openBringIn()}
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
      <RequestForms {...shownTab} />
    </section>
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
  playground.getState().edit({ subject: 'request paste', change: { request: pasted } })
  const end = pasted.text.length
  show(pasted.form, { start: end, end, focus: true })
  announce(`Pasted as ${FORM_NAMES[pasted.form]}`)
}

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
    return reportLoadFailure('What reads files for a command', () => void takeFiles(texts))
  }
  if (command === undefined) return takePasted(texts[0] ?? '')
  playground.getState().edit({ subject: 'request paste', change: { request: { form, text: command } } })
  announce(`${texts.length === 1 ? 'File' : 'Files'} read for the command`)
}

import { useId } from 'react'
import { useAudience, usePlayground } from '../../session/index.ts'
import { Code, Term } from '../../ui/index.ts'
import styles from './LockedRequest.module.css'
import { usePrinted, useReadable, useRequestInOneLine } from './printed-request.ts'
import { RequestToRead } from './RequestLines.tsx'
import { SentHistory } from './sent/SentHistory.tsx'
import { FORM_NAMES } from './tabs.ts'

/** The request of a lesson in which it may not be edited: who asks, and for what. */
export function LockedRequest() {
  const { form, text } = usePlayground(({ scenario }) => scenario.request)
  const sent = usePlayground(({ scenario: { earlier = [], later = [] } }) => earlier.length + later.length + 1)
  const title = useId()
  const readable = useReadable()
  const printed = usePrinted(useAudience() === 'learn' ? readable.view : undefined)
  const line = useRequestInOneLine(readable, printed)
  return (
    <section className={styles.pane} aria-labelledby={title}>
      <header className={styles.header}>
        <h2 id={title} className={styles.title}>
          Request
        </h2>
        <p className={styles.note}>This lesson leaves it as it is.</p>
      </header>
      {sent > 1 && <SentHistory onAlone={() => undefined} />}
      <RequestToRead line={line}>
        <Term name="requestor">Who asks</Term>:
      </RequestToRead>
      {line.isCut && <Code text={text.trimEnd()} label={FORM_NAMES[form]} wrap />}
    </section>
  )
}

import { shortened } from '@authz-playground/pictures'
import { useId } from 'react'
import { usePlayground } from '../../session/index.ts'
import { Code, Term } from '../../ui/index.ts'
import styles from './LockedRequest.module.css'
import { SentHistory } from './sent/SentHistory.tsx'
import { FORM_NAMES } from './tabs.ts'

/** The request of a lesson in which it may not be edited: who asks, and for what. */
export function LockedRequest() {
  const { username, groups = [], uid } = usePlayground(({ scenario }) => scenario.requestor)
  const { form, text } = usePlayground(({ scenario }) => scenario.request)
  const sent = usePlayground(({ scenario: { earlier = [], later = [] } }) => earlier.length + later.length + 1)
  const title = useId()
  const others = groups.filter((group) => group !== 'system:authenticated')
  return (
    <section className={styles.pane} aria-labelledby={title}>
      <header className={styles.header}>
        <h2 id={title} className={styles.title}>
          Request
        </h2>
        <p className={styles.note}>This lesson leaves it as it is.</p>
      </header>
      {sent > 1 && <SentHistory onAlone={() => undefined} />}
      <p>
        <Term name="requestor">Who asks</Term>: <code>{shortened(username)}</code>
        {others.length > 0 && (
          <>
            {' '}
            in {others.length === 1 ? 'group' : 'groups'} <code>{shortened(others.join(', '))}</code>
          </>
        )}
        {uid !== undefined && (
          <>
            {' '}
            with uid <code>{shortened(uid)}</code>
          </>
        )}
      </p>
      <Code text={text.trimEnd()} label={FORM_NAMES[form]} wrap />
    </section>
  )
}

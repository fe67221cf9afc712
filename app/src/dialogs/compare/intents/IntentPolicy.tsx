import { documentOf, type Intent, wholeDocument } from '@authz-playground/examples/intents'
import { useState } from 'react'
import { Code, CopyButton } from '../../../ui/index.ts'
import styles from './IntentPolicy.module.css'

/** One document with the policies of all designs, each under its title. Made on demand. */
export function IntentPolicy({ intent }: { readonly intent: Intent }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.document} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>One document with every design’s policy</summary>
      {open && (
        <>
          <div className={styles.whole}>
            <p>
              The policies are side by side: to a design, the verbs of the others are only strings. Where two designs
              ask for the same verb their rules add up, so each is decided with its own part unless the whole is chosen
              above.
            </p>
            <CopyButton text={() => wholeDocument(intent)} label="the whole document" shown="Copy all" />
          </div>
          {documentOf(intent).map(({ id, title, policy }) => (
            <section key={id} className={styles.part}>
              <h4 className={styles.title}>{title}</h4>
              <Code text={policy} label={title} copy />
            </section>
          ))}
        </>
      )}
    </details>
  )
}

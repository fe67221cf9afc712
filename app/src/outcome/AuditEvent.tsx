import { CopyButton } from '../ui/CopyButton.tsx'
import styles from './AuditEvent.module.css'
import { emphasized } from './emphasis.ts'

/** An audit event, with what impersonation adds to it set off by weight. */
export function AuditEvent({ text }: { readonly text: string }) {
  return (
    <div className={styles.event}>
      <div className={styles.bar}>
        <CopyButton text={text} label="Audit event" />
      </div>
      <pre className={styles.text}>
        {emphasized(text).map(({ text: lines, strong }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the stretches are replaced as a whole and hold no state
          strong ? <strong key={at}>{lines}</strong> : lines,
        )}
      </pre>
    </div>
  )
}

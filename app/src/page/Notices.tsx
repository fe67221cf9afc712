import { Button, dismiss, useNotices } from '../ui/index.ts'
import styles from './Notices.module.css'

/** What a person should know about the page itself, between header and panes. Takes no room when there is nothing. */
export function Notices() {
  const notices = useNotices()
  return (
    <div role="alert" className={styles.notices}>
      {notices.map((words) => (
        <p key={words} className={styles.notice}>
          <span>{words}</span>
          <Button look="quiet" onClick={() => dismiss(words)}>
            Dismiss
          </Button>
        </p>
      ))}
    </div>
  )
}

import { type ReactNode, useSyncExternalStore } from 'react'
import { announcements, onAnnouncement } from './announcements.ts'
import styles from './VisuallyHidden.module.css'

/** Words for screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}

/** The one polite live region of the page. Each message has a line of its own, so that screen readers queue them. */
export function Announcer() {
  const said = useSyncExternalStore(onAnnouncement, announcements)
  return (
    <VisuallyHidden>
      <span role="status" aria-atomic="false">
        {said.map(({ id, text }) => (
          <span key={id}>{text} </span>
        ))}
      </span>
    </VisuallyHidden>
  )
}

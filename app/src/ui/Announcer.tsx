import { useSyncExternalStore } from 'react'
import { announcements, onAnnouncement } from './announcements.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** The page’s one polite live region. Each message is a line of its own, so that readers queue them. */
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

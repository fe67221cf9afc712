import { DOORS, type Door, enter, useDoor } from '../session/index.ts'
import styles from './Doors.module.css'

const NAMES: Readonly<Record<Door, { readonly name: string; readonly what: string }>> = {
  learn: { name: 'Learn', what: 'Constrained impersonation in six examples' },
  debug: { name: 'Debug', what: 'Your policy, your request: why it is allowed or refused' },
  designs: { name: 'Designs', what: 'Other designs of the same decision, from KEPs and reviews' },
}

/** The ways into the page. The browser remembers the last one. */
export function Doors() {
  const present = useDoor()
  return (
    <nav className={styles.doors} aria-label="Ways in">
      {DOORS.map((door) => (
        <button
          key={door}
          type="button"
          className={styles.door}
          title={NAMES[door].what}
          aria-current={door === present ? 'page' : undefined}
          onClick={() => enter(door)}
        >
          {NAMES[door].name}
        </button>
      ))}
    </nav>
  )
}

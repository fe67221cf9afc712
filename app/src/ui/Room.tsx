import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Room.module.css'

interface RoomProps {
  /** The content is held back: nobody sees, hears or reaches it. */
  readonly held: boolean
  /** Shown meanwhile. */
  readonly instead: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The room of its content, which stays the same while the content is held back, so that nothing around it moves. */
export function Room({ held, instead, className, children }: RoomProps) {
  return (
    <div className={styles.room}>
      <div className={classes(className, held && styles.held)} inert={held}>
        {children}
      </div>
      {held && <div className={styles.instead}>{instead}</div>}
    </div>
  )
}

import { type ReactNode, Suspense } from 'react'
import { PaneGuard } from '../ui/index.ts'
import styles from '../ui/PaneGuard.module.css'

interface LaterPaneProps {
  /** The name of the pane, as its heading has it. */
  readonly name: string
  /** It may load. */
  readonly now: boolean
  /** The pane, whose code is on its way. */
  readonly children: ReactNode
}

/** A pane that loads behind the first answer. Until it is there, its heading stands in its place. */
export function LaterPane({ name, now, children }: LaterPaneProps) {
  const waiting = <h2 className={styles.title}>{name}</h2>
  return <PaneGuard name={name}>{now ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</PaneGuard>
}

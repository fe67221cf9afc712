import type { Marked } from '@authz-playground/pictures'
import type { ComponentProps, ReactNode } from 'react'
import { DecisionMark } from './DecisionMark.tsx'
import styles from './EntryButton.module.css'

interface EntryButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'title' | 'className'> {
  /** What the client gets; undefined while that is not known. */
  readonly mark: Marked | undefined
  readonly code: number | undefined
  readonly title: ReactNode
  /** Shown under the title. */
  readonly children: ReactNode
}

/** An entry of a list to choose from: its outcome, its title, and more about it. */
export function EntryButton({ mark, code, title, children, ...button }: EntryButtonProps) {
  return (
    <button {...button} type="button" className={styles.entry}>
      <span className={styles.outcome}>
        {mark === undefined ? '…' : <DecisionMark decision={mark} />}
        {code !== undefined && <span>{code}</span>}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.about}>{children}</span>
      </span>
    </button>
  )
}

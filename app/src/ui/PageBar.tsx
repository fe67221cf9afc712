import type { ReactNode } from 'react'
import styles from './PageBar.module.css'

/** A bar over the panes: where one is, and the way back. */
export function PageBar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className={styles.bar} aria-label={label}>
      {children}
    </section>
  )
}

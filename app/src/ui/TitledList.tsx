import { type ReactNode, useId } from 'react'
import styles from './TitledList.module.css'

/** A list of a dialog under its title. An entry is an `li`: what it is, and beside it, or below on a phone, what can be done. */
export function TitledList({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ul className={styles.list}>{children}</ul>
    </section>
  )
}

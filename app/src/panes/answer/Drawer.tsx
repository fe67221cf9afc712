import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../ui/index.ts'
import styles from './Drawer.module.css'

interface DrawerProps {
  readonly title: string
  /** A summary of the content, shown while the drawer is closed and while it is open. */
  readonly glance: ReactNode
  /** The drawer is open from the beginning. */
  readonly initially?: 'open'
  /** Rendered only while the drawer is open. */
  readonly children: ReactNode
}

/** A part of the answer that opens in place. It stays open or closed when the answer changes. */
export function Drawer({ title, glance, initially, children }: DrawerProps) {
  const [open, setOpen] = useState(initially === 'open')
  const panel = useId()
  return (
    <section className={styles.drawer}>
      <h3>
        <button
          type="button"
          className={styles.handle}
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'down' : 'next'} />
          <span className={styles.name}>{title}</span> <span className={styles.glance}>{glance}</span>
        </button>
      </h3>
      {open && (
        <div id={panel} className={styles.panel}>
          {children}
        </div>
      )}
    </section>
  )
}

import { type ReactNode, useId } from 'react'
import { Button, Icon } from '../../../ui/index.ts'
import styles from './Versions.module.css'

interface PartProps {
  readonly title: string
  /** The level of its heading. */
  readonly level: 3 | 4
  readonly lead: ReactNode
  readonly children: ReactNode
  onPlay(): void
}

/** One table of the view, and the button that plays it from its first cell to its last. */
export function VersionsSection({ title, level, lead, children, onPlay }: PartProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <Heading id={id} className={styles.title}>
          {title}
        </Heading>
        <Button look="quiet" aria-describedby={id} onClick={onPlay}>
          <Icon name="play" />
          Play all
        </Button>
      </div>
      <p className={styles.lead}>{lead}</p>
      {children}
    </section>
  )
}

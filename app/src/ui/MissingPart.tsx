import { Button } from './Button.tsx'
import styles from './MissingPart.module.css'

interface MissingProps {
  /** The heading of the part; absent for a part without one. */
  readonly name?: string
  readonly words: string
  onTryAgain(): void
}

/** Says what is missing, and offers to try again or to reload. After an update of the site only a reload helps. */
export function MissingPart({ name, words, onTryAgain }: MissingProps) {
  return (
    <div className={styles.missing} role="alert">
      {name !== undefined && <MissingTitle name={name} />}
      <p>{words}</p>
      <p className={styles.ways}>
        <Button onClick={onTryAgain}>Try again</Button>
        <Button look="quiet" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </p>
    </div>
  )
}

/** The heading of a pane that is missing or still loading. */
export function MissingTitle({ name }: { readonly name: string }) {
  return <h2 className={styles.title}>{name}</h2>
}

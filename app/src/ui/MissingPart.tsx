import { Button } from './Button.tsx'
import styles from './MissingPart.module.css'

interface MissingProps {
  /** As its heading has it; no heading where it is absent. */
  readonly name?: string
  readonly words: string
  onTryAgain(): void
}

/** What is missing, and the two ways to get it. Where the page was replaced by a newer one only the second leads there. */
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

/** The heading of a pane that is not there, or not yet. */
export function MissingTitle({ name }: { readonly name: string }) {
  return <h2 className={styles.title}>{name}</h2>
}

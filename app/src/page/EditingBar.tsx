import { markOf } from '@authz-playground/pictures'
import { isHeldBack, useOutdated, usePlayground } from '../session/index.ts'
import { Button, classes, DecisionMark, Icon, Words } from '../ui/index.ts'
import styles from './EditingBar.module.css'
import { EDITING_BAR } from './editing.ts'

interface EditingBarProps {
  /** What the button does: "Go back", or "Answer". */
  readonly back: string
  onBack(): void
}

/** The verdict in one line above what is being edited, and the way back from there, where the page is one column. */
export function EditingBar({ back, onBack }: EditingBarProps) {
  const answer = usePlayground((now) => (isHeldBack(now) ? undefined : now.answer))
  const outdated = useOutdated()
  return (
    <section className={styles.bar} aria-label="While editing" {...{ [EDITING_BAR]: '' }}>
      <Button look="quiet" className={styles.back} onClick={onBack}>
        <Icon name="up" />
        {back}
      </Button>
      {answer && (
        <p className={classes(styles.verdict, outdated && styles.outdated)}>
          <DecisionMark decision={markOf(answer)} /> <Words of={answer.sentence} />
        </p>
      )}
    </section>
  )
}

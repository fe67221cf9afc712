import { MARKS, type Marked } from '@authz-playground/pictures'
import styles from './DecisionMark.module.css'
import { MarkShape } from './MarkShape.tsx'

/**
 * The mark of a decision, as large as the text around it. Without the visible word, the word is the accessible name of
 * the shape. On a ground other than that of the page, set `--mark-ground`.
 */
export function DecisionMark({
  decision,
  withWord = false,
}: {
  readonly decision: Marked
  readonly withWord?: boolean
}) {
  const mark = MARKS[decision]
  return (
    <span className={styles.mark} style={{ color: `var(${mark.token})` }}>
      <MarkShape of={mark} hidden={withWord} />
      {withWord && <span className={styles.word}>{mark.word}</span>}
    </span>
  )
}

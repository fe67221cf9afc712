import { MARKS, type Marked } from '@authz-playground/pictures'
import { classes } from './classes.ts'
import styles from './DecisionMark.module.css'

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
  const { word, token, solid, line, cut, dotted } = MARKS[decision]
  return (
    <span className={styles.mark} style={{ color: `var(${token})` }}>
      <svg viewBox="0 0 16 16" role="img" aria-label={word} aria-hidden={withWord}>
        {solid && <path className={styles.solid} d={solid} />}
        {line && <path className={classes(styles.line, dotted && styles.dotted)} d={line} />}
        {cut && <path className={styles.cut} d={cut} />}
      </svg>
      {withWord && <span className={styles.word}>{word}</span>}
    </span>
  )
}

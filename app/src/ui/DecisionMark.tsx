import type { Check } from '@authz-playground/engine'
import { MARKS, type Mark, type Marked } from '@authz-playground/pictures'
import { classes } from './classes.ts'
import styles from './DecisionMark.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

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

interface MarkShapeProps {
  readonly of: Mark
  /** The word of the mark is beside it. */
  readonly hidden?: boolean
  /** Pointing at it shows the word. */
  readonly titled?: boolean
}

/** The shape of a mark in the colour of the text, as large as that. Its accessible name is the word of the mark. */
export function MarkShape({ of: { word, solid, line, cut, dotted }, hidden = false, titled = false }: MarkShapeProps) {
  return (
    <svg className={styles.shape} viewBox="0 0 16 16" role="img" aria-label={word} aria-hidden={hidden}>
      {titled && <title>{word}</title>}
      {solid && <path className={styles.solid} d={solid} />}
      {line && <path className={classes(styles.line, dotted && styles.dotted)} d={line} />}
      {cut && <path className={styles.cut} d={cut} />}
    </svg>
  )
}

interface CheckMarkProps {
  readonly of: Pick<Check, 'answer' | 'settled'>
  readonly withWord?: boolean
}

/** The mark of a check's decision. After conditions were evaluated: the mark Conditional, and that of the result. */
export function CheckMark({ of: { answer, settled }, withWord = false }: CheckMarkProps) {
  if (settled === undefined) return <DecisionMark decision={answer.decision} withWord={withWord} />
  return (
    <span className={styles.turned}>
      <DecisionMark decision={answer.decision} withWord={withWord} />
      <span aria-hidden="true">→</span>
      <VisuallyHidden>, then </VisuallyHidden>
      <DecisionMark decision={settled.decision} withWord={withWord} />
    </span>
  )
}

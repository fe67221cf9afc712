import type { Mark } from '@authz-playground/pictures'
import { classes } from './classes.ts'
import styles from './MarkShape.module.css'

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

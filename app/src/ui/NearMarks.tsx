import { DIMENSION_WORDS } from '@authz-playground/engine/internal/explain'
import type { Dimension, NearMatch } from '@authz-playground/engine/questions'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './NearMarks.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Which dimensions of a near rule fit and which do not, each as a small mark with its word. */
export function NearMarks({ of }: { readonly of: NearMatch['marks'] }) {
  const marks = Object.entries(of) as readonly (readonly [Dimension, boolean])[]
  return (
    <ul className={styles.marks} aria-label="What fits">
      {marks.map(([dimension, fits]) => (
        <li key={dimension} className={classes(styles.mark, !fits && styles.misses)}>
          <Icon name={fits ? 'done' : 'close'} />
          {DIMENSION_WORDS[dimension]}
          <VisuallyHidden>{fits ? ' fits' : ' does not fit'}</VisuallyHidden>
        </li>
      ))}
    </ul>
  )
}

import type { Check } from '@authz-playground/engine'
import styles from './CheckMark.module.css'
import { DecisionMark } from './DecisionMark.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

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

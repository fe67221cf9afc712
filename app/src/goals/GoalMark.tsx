import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { GOAL_MARKS } from '@authz-playground/pictures'
import { MarkShape } from '../ui/index.ts'
import styles from './GoalMark.module.css'

/** The word of a state: “Does not hold”. */
export function stateInWord(state: GoalRow['state']): string {
  return GOAL_MARKS[state].word
}

/** The mark of a goal’s state, as large as the text around it. The word of the state is its accessible name. */
export function GoalMark({ state }: { readonly state: GoalRow['state'] }) {
  const mark = GOAL_MARKS[state]
  return (
    <span className={styles.mark} style={{ color: `var(${mark.token})` }}>
      <MarkShape of={mark} titled />
    </span>
  )
}

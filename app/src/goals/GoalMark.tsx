import type { GoalView } from '../worker/index.ts'
import styles from './GoalMark.module.css'

const BOX =
  'M3.25 2h9.5A1.25 1.25 0 0 1 14 3.25v9.5A1.25 1.25 0 0 1 12.75 14h-9.5A1.25 1.25 0 0 1 2 12.75v-9.5A1.25 1.25 0 0 1 3.25 2z'

/** Boxes on a grid of 16 by 16: they differ from the marks of decisions, which are round. The shape counts first. */
const MARKS = {
  holds: { word: 'Holds', token: '--allow', solid: BOX, cut: 'M4.9 8.3l2.2 2.2 4-4.7' },
  fails: { word: 'Does not hold', token: '--refused', line: `${BOX}M5 5l6 6M11 5l-6 6` },
  'not-decided': { word: 'Not decided', token: '--not-decided', line: BOX, dotted: true },
} as const satisfies Readonly<Record<GoalView['state'], object>>

/** The word of a state: “Does not hold”. */
export function stateInWord(state: GoalView['state']): string {
  return MARKS[state].word
}

/** The mark of a goal’s state, as large as the text around it. The word of the state is its accessible name. */
export function GoalMark({ state }: { readonly state: GoalView['state'] }) {
  const mark = MARKS[state]
  return (
    <span className={styles.mark} style={{ color: `var(${mark.token})` }}>
      <svg viewBox="0 0 16 16" role="img" aria-label={mark.word}>
        <title>{mark.word}</title>
        {'solid' in mark && <path className={styles.solid} d={mark.solid} />}
        {'line' in mark && <path className={'dotted' in mark ? styles.dotted : styles.line} d={mark.line} />}
        {'cut' in mark && <path className={styles.cut} d={mark.cut} />}
      </svg>
    </span>
  )
}

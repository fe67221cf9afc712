import { type AnswerView, unreadTexts } from '../worker/index.ts'
import styles from './Flowchart.module.css'

interface LegendProps {
  readonly answer: AnswerView
  readonly caveat: string | undefined
  /** The chart itself says that nothing is decided. */
  readonly paused?: boolean
}

/** Notes for the reader of the chart: what dashed lines mean, and what the path does not show or rest on. */
export function Legend({ answer, caveat, paused }: LegendProps) {
  const { graph, sources } = answer.design
  const hasDashes = graph.nodes.some(({ notInText, onlyWhenTaken }) => notInText && !onlyWhenTaken)
  const document = sources[0]?.document
  return (
    <>
      {hasDashes && document !== undefined && (
        <p className={styles.legend}>
          <svg className={styles.dashes} viewBox="0 0 24 8" aria-hidden="true">
            <path d="M0 4h24" />
          </svg>
          dashed: not in the text of {document}
        </p>
      )}
      {caveat !== undefined && <p className={styles.caveat}>{caveat}</p>}
      {answer.trace === undefined && !paused && (
        <p className={styles.caveat}>Not decided: {unreadTexts(answer)} not fully read, so no way is drawn.</p>
      )}
    </>
  )
}

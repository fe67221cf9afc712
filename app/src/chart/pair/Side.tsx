import type { RichText } from '@authz-playground/engine'
import { counted, markOf, type PlayerState, type Story, withCodeApart } from '@authz-playground/pictures'
import { type ReactNode, useId } from 'react'
import { classes, DecisionMark, LinkButton, VisuallyHidden, Words } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { ChartFigure } from '../ChartFigure.tsx'
import { ZoomButtons } from '../camera/ZoomButtons.tsx'
import { Legend } from '../Legend.tsx'
import { Narration } from '../playing/Narration.tsx'
import { useOwnPointing } from '../pointing/pointing.ts'
import type { ChartView } from '../useChartView.ts'
import styles from './ChartPair.module.css'

interface SideProps {
  readonly title: string
  /** Stands in place of the title. */
  readonly head: ReactNode
  readonly answer: AnswerView
  /** The answer is of an older question. */
  readonly outdated: boolean
  readonly chart: ChartView
  readonly zooming: Pick<ChartView['camera'], 'zoomBy' | 'fit'>
  /** Shows only the part that the request used again; absent where it does already. */
  onOnlyRun?(): void
  readonly story: Story | undefined
  readonly player: PlayerState
  readonly travelTime: number
  readonly describedBy: string
  onOpen(): void
}

/** One of two answers: its flowchart, and below it the present check in words, or the answer at the end. */
export function Side({
  title,
  head,
  answer,
  outdated,
  chart,
  zooming,
  onOnlyRun,
  story,
  player,
  travelTime,
  describedBy,
  onOpen,
}: SideProps) {
  const pointing = useOwnPointing(answer)
  const { trace } = answer
  const atEnd = story === undefined || (player.position === story.steps.length - 1 && player.phase === 'done')
  const heading = useId()
  return (
    <section
      className={classes(styles.side, outdated && styles.outdated)}
      aria-labelledby={heading}
      aria-busy={outdated}
    >
      <h3 id={heading} className={styles.heading}>
        <VisuallyHidden>{title}</VisuallyHidden>
      </h3>
      <div className={styles.head}>
        {head ?? <span aria-hidden="true">{title}</span>}
        <ZoomButtons camera={zooming} onOnlyRun={onOnlyRun} />
        <div className={styles.result}>
          <DecisionMark decision={markOf(answer)} />
          {trace && (
            <span>
              {trace.outcome.code} · {counted(story?.checkSteps.length ?? 0, 'check')}
            </span>
          )}
          <LinkButton aria-label={`Open on the page: ${title}`} onClick={onOpen}>
            Open on the page
          </LinkButton>
          <Legend answer={answer} caveat={undefined} />
        </div>
      </div>
      <div className={styles.chart}>
        <ChartFigure
          chart={chart}
          title={title}
          describedBy={describedBy}
          trace={trace}
          story={story}
          player={player}
          travelTime={travelTime}
          pointing={pointing}
          showsCheck={false}
        />
      </div>
      <div className={styles.said}>
        {/* Both are there all the time, so that their room is kept. */}
        <div className={styles.step} data-given={!atEnd}>
          <Narration story={story} time={player} />
        </div>
        <div className={styles.answer} data-given={atEnd}>
          <Answered answer={answer} />
        </div>
      </div>
    </section>
  )
}

function Answered({ answer }: { readonly answer: AnswerView }) {
  const { code, rest } = withCodeApart(answer.sentence)
  return (
    <>
      <p>
        <DecisionMark decision={markOf(answer)} /> {code !== undefined && <strong>{code}</strong>}
        <Words of={rest} />
      </p>
      {answer.because.length > 0 && <Because of={answer.because} />}
    </>
  )
}

function Because({ of }: { readonly of: RichText }) {
  return (
    <p className={styles.because}>
      <Words of={of} />
    </p>
  )
}

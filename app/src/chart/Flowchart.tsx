import { plainText } from '@authz-playground/engine'
import {
  asking,
  isQuestionGrid,
  narrated,
  phaseTime,
  positionInWords,
  type Story,
  storyOf,
} from '@authz-playground/pictures'
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { holdBack, useAudience, useHeldBack, useOutdated, usePlayground } from '../session/index.ts'
import { classes, IconButton, InPlayerSlot, useMediaQuery, useReducedMotion, VisuallyHidden } from '../ui/index.ts'
import { type AnswerView, caveatOf } from '../worker/index.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { ChartKeys } from './ChartKeys.tsx'
import { ZoomButtons } from './camera/ZoomButtons.tsx'
import styles from './Flowchart.module.css'
import { Legend } from './Legend.tsx'
import { type TimeOf, useAnnouncedSteps, usePageControls, usePlayerClock } from './playing/controls.ts'
import { Narration, NarrationInAnswer } from './playing/Narration.tsx'
import { Player } from './playing/Player.tsx'
import { useChartKeys } from './playing/useChartKeys.ts'
import { usePagePointing } from './pointing/pointing.ts'
import { useChartView } from './useChartView.ts'
import { useQuestionGrid } from './useQuestionGrid.ts'

/**
 * The least width of a pane in which the words of a node are beside it, in px. In narrower panes they are below the
 * chart.
 */
const ROOM_FOR_CALLOUTS = 560

/** Where the answer is above the chart, and both are in view. */
const BESIDE_ITS_ANSWER = '(min-width: 50rem)'

const NO_STEPS: Story['steps'] = []

interface FlowchartProps {
  /** In the present view: the whole chart in large type, and nothing beside it. */
  readonly presenting?: boolean
  /** Shown above the chart. */
  readonly children?: ReactNode
}

/** The flowchart of the design, with the request on it: its checks, their decisions, and the edges that it took. */
export function Flowchart({ presenting = false, children }: FlowchartProps) {
  const answer = usePlayground((playground) => playground.answer)
  const outdated = useOutdated()
  const title = useId()
  return (
    <section
      className={classes(styles.pane, presenting && styles.presenting, outdated && styles.outdated)}
      aria-labelledby={title}
      aria-busy={outdated}
    >
      {answer === undefined ? (
        <>
          <VisuallyHidden>
            <h2 id={title}>Flowchart</h2>
          </VisuallyHidden>
          <p className={styles.nothing}>Here the request travels the flowchart of the design, once it is decided.</p>
        </>
      ) : (
        <Chart answer={answer} presenting={presenting} titleId={title}>
          {children}
        </Chart>
      )}
    </section>
  )
}

function Chart({
  answer,
  presenting,
  titleId,
  children,
}: {
  readonly answer: AnswerView
  readonly presenting: boolean
  readonly titleId: string
  readonly children: ReactNode
}) {
  const { trace, design } = answer
  const { graph } = design
  const pointing = usePagePointing()
  const keysId = useId()
  const story = useMemo(
    () => trace && storyOf({ trace, checks: answer.checks, design: { graph } }),
    [trace, answer.checks, graph],
  )
  const steps = story?.steps ?? NO_STEPS
  // Until one chooses, reviewers see the whole design.
  const forReviewers = useAudience() === 'designs'
  const [whole, setWhole] = useState<boolean>()
  const heldBack = useHeldBack()
  const grid = useQuestionGrid(answer, presenting)
  const wants: boolean | 'readable' = presenting ? false : (whole ?? (forReviewers && 'readable'))
  const run = useMemo(
    () =>
      (trace || grid) && {
        steps: trace?.steps ?? [],
        grid,
        whole: wants,
        ended: !heldBack,
      },
    [trace, grid, wants, heldBack],
  )
  const chart = useChartView(graph, (presenting ? answer.ahead : undefined) ?? answer.chart, presenting, run)
  const { scroller, layout, camera } = chart
  const controls = usePageControls(steps.length)
  const [dock, setDock] = useState<HTMLElement | null>(null)
  const { speed } = controls
  const reducedMotion = useReducedMotion()
  const timeOf: TimeOf = useCallback(
    (phase, position) => (story ? phaseTime(story, layout, { phase, position }, { speed, reducedMotion }) : 0),
    [story, layout, speed, reducedMotion],
  )
  usePlayerClock(controls, steps, timeOf)
  const { player } = controls
  const { position, phase, moved } = player
  // Before the pane is measured, the window tells: a guess that is wrong moves the chart.
  const floats = !presenting && (camera.pane.width || innerWidth) >= ROOM_FOR_CALLOUTS
  const asked = presenting && phase === 'asking'
  useAnnouncedSteps(
    story && moved && (phase === 'done' || asked)
      ? plainText(asked ? asking(story, position) : narrated(story, position))
      : undefined,
  )
  // What the run did not use comes into view first.
  const zooming = { zoomBy: camera.zoomBy, fit: chart.partial ? () => setWhole(true) : camera.fit }
  useChartKeys(scroller, controls, [zooming])

  return (
    <>
      {presenting ? (
        <VisuallyHidden>
          <h2 id={titleId}>Flowchart</h2>
        </VisuallyHidden>
      ) : (
        <ChartHeader
          answer={answer}
          titleId={titleId}
          whole={chart.whole}
          paused={isQuestionGrid(layout) && grid?.paused !== undefined}
          onPartial={() => setWhole(false)}
          zooming={isQuestionGrid(layout) && !floats ? undefined : zooming}
        />
      )}
      {children}
      <ChartKeys id={keysId} />
      <div className={classes(styles.view, !presenting && grid === undefined && styles.clear)}>
        <ChartFigure
          chart={chart}
          title={design.title}
          describedBy={keysId}
          trace={trace}
          grid={grid}
          story={story}
          player={player}
          travelTime={timeOf('travelling', position)}
          pointing={pointing}
          showsCheck={floats}
          heldBack={heldBack}
          presenting={presenting}
          dock={dock}
        />
      </div>
      {!presenting && <PlayerAndWords controls={controls} story={story} dock={setDock} />}
    </>
  )
}

interface ChartHeaderProps {
  readonly answer: AnswerView
  readonly titleId: string
  /** Whether what the run did not use is shown, too. */
  readonly whole: boolean
  readonly paused: boolean
  onPartial(): void
  /** Undefined for a chart that only scrolls. */
  readonly zooming: Parameters<typeof ZoomButtons>[0]['camera'] | undefined
}

function ChartHeader({ answer, titleId, whole, paused, onPartial, zooming }: ChartHeaderProps) {
  return (
    <>
      <header className={styles.header}>
        <VisuallyHidden>
          <h2 id={titleId}>Flowchart</h2>
        </VisuallyHidden>
        <Legend answer={answer} caveat={caveatOf(answer)} paused={paused} />
      </header>
      {zooming && (
        <ZoomButtons camera={zooming} onOnlyRun={whole && answer.trace !== undefined ? onPartial : undefined} />
      )}
    </>
  )
}

interface PlayerAndWordsProps {
  readonly controls: ReturnType<typeof usePageControls>
  readonly story: Story | undefined
  /** Called with the place for the words of a node. */
  dock(place: HTMLElement | null): void
}

function PlayerAndWords({ controls, story, dock }: PlayerAndWordsProps) {
  const { player } = controls
  const beside = useMediaQuery(BESIDE_ITS_ANSWER)
  return (
    <>
      <InPlayerSlot>
        <Player
          controls={controls}
          ticks={story?.checkSteps ?? []}
          label="Step of the request"
          inWords={story && positionInWords(story, player.position)}
        >
          <HoldBackButton />
        </Player>
      </InPlayerSlot>
      {beside ? (
        <>
          <NarrationInAnswer story={story} time={player} />
          <div ref={dock} className={styles.dock} aria-hidden="true" />
        </>
      ) : (
        <Narration story={story} time={player} dock={dock} />
      )}
    </>
  )
}

/** Chooses whether what has not happened yet is held back while the request is in progress. */
function HoldBackButton() {
  const holdsBack = usePlayground(({ playback }) => playback.holdsBack)
  return (
    <IconButton
      icon={holdsBack ? 'hidden' : 'shown'}
      label="Hide the answer until the end"
      aria-pressed={holdsBack}
      onClick={() => holdBack(!holdsBack)}
    />
  )
}

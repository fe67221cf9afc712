import { mermaidChart } from '@authz-playground/engine'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import type { AnswerView } from '../scenario/answer.ts'
import { caveatOf } from '../scenario/caveat.ts'
import { useOutdated } from '../scenario/outdated.ts'
import { useLit, usePlayground } from '../scenario/playground.ts'
import { classes } from '../ui/classes.ts'
import { useReducedMotion } from '../ui/media.ts'
import { InPlayerSlot } from '../ui/PlayerSlot.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { useCamera } from './camera/useCamera.ts'
import { useFollowing } from './camera/useFollowing.ts'
import { ZoomButtons } from './camera/ZoomButtons.tsx'
import { useDecoration, useNodeNames } from './drawing/useDecoration.ts'
import { useDrawing } from './drawing/useDrawing.ts'
import { useMarkup } from './drawing/useMarkup.ts'
import { usePointing } from './drawing/usePointing.ts'
import styles from './Flowchart.module.css'
import { Legend } from './Legend.tsx'
import { ChartView } from './overlay/ChartView.tsx'
import { Narration } from './playing/Narration.tsx'
import { labelLength, type Story, storyOf } from './playing/narration.ts'
import { Player } from './playing/Player.tsx'
import { duration } from './playing/pace.ts'
import { blank, pictureAt } from './playing/picture.ts'
import { StepList } from './playing/StepList.tsx'
import { useAnnouncedSteps } from './playing/useAnnouncedSteps.ts'
import { useChartKeys } from './playing/useChartKeys.ts'
import { type TimeOf, usePlayer } from './playing/usePlayer.ts'

/** Wide enough for the words at a node to float by it, in px. Narrower panes have them below the chart. */
const ROOM_FOR_CALLOUTS = 560
/** Height of those words, about, in px. */
const CALLOUT = 220

const NO_STEPS: Story['steps'] = []

interface FlowchartProps {
  /** Large type for the back row, and the check that the request has come to beside the chart. */
  readonly presenting?: boolean
  /** What is said of the chart, above it. */
  readonly children?: ReactNode
}

/** The design’s flowchart, with the request on it: what it asked, what was answered, which way it went. */
export function Flowchart({ presenting = false, children }: FlowchartProps) {
  const answer = usePlayground((playground) => (playground.failure === undefined ? playground.answer : undefined))
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
          <header className={styles.header}>
            <h2 id={title} className={styles.title}>
              Flowchart
            </h2>
          </header>
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
  const caveat = caveatOf(answer)
  const lit = useLit()
  const pinned = usePlayground((playground) => playground.pinned)
  const noted = usePlayground(({ pointed, pinned }) => {
    const place = pointed ?? pinned
    return place?.kind === 'node' ? place.node : undefined
  })
  const speed = usePlayground(({ playback }) => playback.speed)
  const reducedMotion = useReducedMotion()
  const keysId = useId()

  const nodes = useMemo(() => new Map(graph.nodes.map((node) => [node.id, node])), [graph])
  const story = useMemo(
    () => trace && storyOf({ trace, checks: answer.checks, design: { graph } }),
    [trace, answer.checks, graph],
  )

  const scroller = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const drawable = useMemo(() => ({ graph, chart: mermaidChart(graph, trace?.steps) }), [graph, trace])
  const markup = useMarkup(drawable)
  const drawing = useDrawing(host, markup)
  const camera = useCamera(scroller, drawing?.size, presenting)

  const timeOf: TimeOf = useMemo(
    () => (phase, position) => {
      const step = story?.steps[position]
      if (story === undefined || step === undefined || (phase === 'travelling' && reducedMotion)) return 0
      const edgeLength = drawing?.edges.get(step.edge ?? '')?.length ?? 0
      return duration(phase, step, { edgeLength, words: labelLength(story, position), speed })
    },
    [story, drawing, speed, reducedMotion],
  )
  const moment = usePlayer(answer, timeOf)
  const { position, phase } = moment
  const picture = useMemo(
    () => (trace ? pictureAt(graph, trace, { position, phase }) : blank(graph)),
    [graph, trace, position, phase],
  )
  const travelTime = timeOf('travelling', position)
  const step = story?.steps[position]

  const floats = !presenting && camera.pane.width >= ROOM_FOR_CALLOUTS
  useDecoration(drawing, picture, lit)
  useNodeNames(drawing, nodes, story, position, pinned)
  usePointing(host, drawing, graph, picture.at)
  useFollowing(camera, {
    drawing,
    steps: story?.steps ?? NO_STEPS,
    start: graph.nodes[0]?.id,
    moment,
    pinned,
    time: travelTime,
    reducedMotion,
    roomBelow: floats && step?.check ? CALLOUT : 0,
  })
  useAnnouncedSteps(story, moment)
  useChartKeys(camera)

  return (
    <>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          Flowchart
        </h2>
        <Legend answer={answer} caveat={caveat} />
        <ZoomButtons camera={camera} disabled={drawing === undefined} />
      </header>
      {children}
      <VisuallyHidden>
        <span id={keysId}>
          Space plays, left and right arrow keys go step by step. Plus, minus and zero zoom. Among the nodes, up and
          down arrow keys go from one to the next.
        </span>
      </VisuallyHidden>
      <div className={styles.view}>
        <figure
          ref={scroller}
          className={styles.scroller}
          aria-label={design.title}
          aria-describedby={keysId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
        >
          {markup.state === 'drawn' ? (
            <ChartView
              host={host}
              drawing={drawing}
              nodes={nodes}
              story={story}
              moment={moment}
              picture={picture}
              camera={camera}
              travelTime={travelTime}
              noted={noted}
              showsCheck={floats}
            />
          ) : (
            <div className={styles.instead}>
              {markup.state === 'failed' && (
                <p className={styles.failed}>
                  The chart could not be drawn ({markup.because}). Reload the page to try again.
                </p>
              )}
              {story && <StepList story={story} position={position} />}
            </div>
          )}
        </figure>
        {presenting && (
          <section className={styles.beside} aria-label="Current step">
            <Narration story={story} moment={moment} withReview />
          </section>
        )}
      </div>
      {markup.state === 'drawn' && story && (
        <div className={styles.read}>
          <StepList story={story} position={position} />
        </div>
      )}
      <InPlayerSlot>
        <Player story={story} />
      </InPlayerSlot>
      {!presenting && <Narration story={story} moment={moment} withReview={!floats} compact={!floats} />}
    </>
  )
}

import { useId, useMemo, useRef } from 'react'
import type { AnswerView } from '../scenario/answer.ts'
import { caveatOf } from '../scenario/caveat.ts'
import { useOutdated } from '../scenario/outdated.ts'
import { useLit, usePlayground } from '../scenario/playground.ts'
import { classes } from '../ui/classes.ts'
import { useReducedMotion } from '../ui/media.ts'
import { InPlayerSlot } from '../ui/PlayerSlot.tsx'
import { ChartView } from './ChartView.tsx'
import styles from './Flowchart.module.css'
import { Legend } from './Legend.tsx'
import { Narration } from './Narration.tsx'
import { labelLength, storyOf } from './narration.ts'
import { Player } from './Player.tsx'
import { duration } from './pace.ts'
import { blank, pictureAt } from './picture.ts'
import { StepList } from './StepList.tsx'
import { useAnnouncedSteps } from './useAnnouncedSteps.ts'
import { useCamera } from './useCamera.ts'
import { useChartKeys } from './useChartKeys.ts'
import { useDecoration, useNodeNames } from './useDecoration.ts'
import { useDrawing } from './useDrawing.ts'
import { useFollowing } from './useFollowing.ts'
import { useMarkup } from './useMarkup.ts'
import { type TimeOf, usePlayer } from './usePlayer.ts'
import { usePointing } from './usePointing.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

/** Wide enough for the words at a node to float by it, in px. Narrower panes have them below the chart. */
const ROOM_FOR_CALLOUTS = 560
/** Height of those words, about, in px. */
const CALLOUT = 220

interface FlowchartProps {
  /** Large type for the back row, and the check that the request has come to beside the chart. */
  readonly presenting?: boolean
}

/** The design’s flowchart, with the request on it: what it asked, what was answered, which way it went. */
export function Flowchart({ presenting = false }: FlowchartProps) {
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
        <Chart answer={answer} presenting={presenting} titleId={title} />
      )}
    </section>
  )
}

function Chart({
  answer,
  presenting,
  titleId,
}: {
  readonly answer: AnswerView
  readonly presenting: boolean
  readonly titleId: string
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

  const nodes = useMemo(() => new Map(graph.nodes.map((node) => [node.id, node])), [graph])
  const story = useMemo(
    () => trace && storyOf({ trace, checks: answer.checks, design: { graph } }),
    [trace, answer.checks, graph],
  )

  const scroller = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const markup = useMarkup(design)
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
  useNodeNames(drawing, nodes, story, position)
  usePointing(drawing, graph, picture.at)
  useFollowing(camera, {
    drawing,
    steps: story?.steps ?? [],
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
      <div className={styles.view}>
        <figure
          ref={scroller}
          className={styles.scroller}
          aria-label={design.title}
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
          <aside className={styles.beside} aria-label="Current step">
            <Narration story={story} moment={moment} withReview />
          </aside>
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

import type { Trace } from '@authz-playground/engine'
import type { Story } from '@authz-playground/pictures'
import { blank, pictureAt } from '@authz-playground/pictures'
import { useMemo } from 'react'
import { useReducedMotion } from '../ui/index.ts'
import styles from './ChartFigure.module.css'
import { useFollowing } from './camera/useFollowing.ts'
import type { Pointing } from './drawing/pointing.ts'
import { useDecoration, useNodeNames } from './drawing/useDecoration.ts'
import { usePointing } from './drawing/usePointing.ts'
import { ChartView } from './overlay/ChartView.tsx'
import { StepList } from './playing/StepList.tsx'
import type { Movement } from './playing/usePlayer.ts'
import type { DrawnChart } from './useDrawnChart.ts'

/** Height of the words that float by a node, about, in px. */
const CALLOUT = 220

const NO_STEPS: Story['steps'] = []

interface ChartFigureProps {
  readonly chart: DrawnChart
  readonly title: string
  /** Id of what says which keys there are. */
  readonly describedBy: string
  readonly trace: Trace | undefined
  readonly story: Story | undefined
  readonly moment: Movement
  /** How long the request takes to come to the step, in ms. */
  readonly travelTime: number
  readonly pointing: Pointing
  /** The check that the request has come to is shown by its node. */
  readonly showsCheck: boolean
}

/** A chart with a request on it at a moment, in its pane. Until it is drawn, the way stands there in words. */
export function ChartFigure({
  chart,
  title,
  describedBy,
  trace,
  story,
  moment,
  travelTime,
  pointing,
  showsCheck,
}: ChartFigureProps) {
  const { graph, scroller, host, markup, drawing, camera } = chart
  const { lit, pinned, noted, pointers } = pointing
  const { position, phase } = moment
  const reducedMotion = useReducedMotion()
  const nodes = useMemo(() => new Map(graph.nodes.map((node) => [node.id, node])), [graph])
  const picture = useMemo(
    () => (trace ? pictureAt(graph, trace, { position, phase }) : blank(graph)),
    [graph, trace, position, phase],
  )
  useDecoration(drawing, picture, lit)
  useNodeNames(drawing, nodes, story, position, pinned)
  usePointing(host, drawing, graph, picture.at, pointers)
  useFollowing(camera, {
    drawing,
    steps: story?.steps ?? NO_STEPS,
    start: graph.nodes[0]?.id,
    moment,
    pinned,
    time: travelTime,
    reducedMotion,
    roomBelow: showsCheck && story?.steps[position]?.check ? CALLOUT : 0,
  })
  return (
    <>
      <figure
        ref={scroller}
        className={styles.scroller}
        aria-label={title}
        aria-describedby={describedBy}
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
            showsCheck={showsCheck}
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
      {markup.state === 'drawn' && story && (
        <div className={styles.read}>
          <StepList story={story} position={position} />
        </div>
      )}
    </>
  )
}

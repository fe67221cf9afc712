import type { Trace } from '@authz-playground/engine'
import {
  blankChart,
  chartStateAt,
  isQuestionGrid,
  nodeInWords,
  type PlayerState,
  plainNode,
  runExtent,
  type Story,
} from '@authz-playground/pictures'
import { type ChartDrawing, set } from '@authz-playground/pictures/dom'
import { useLayoutEffect, useMemo } from 'react'
import { goTo, type Place } from '../session/index.ts'
import { useReducedMotion } from '../ui/index.ts'
import styles from './ChartFigure.module.css'
import { useFollowing, useFollowingOnPage } from './camera/useFollowing.ts'
import { ChartStage } from './overlay/ChartStage.tsx'
import { StepList } from './playing/StepList.tsx'
import type { ChartPointing } from './pointing/pointing.ts'
import { usePointing } from './pointing/usePointing.ts'
import type { ChartView } from './useChartView.ts'
import type { GridInView } from './useQuestionGrid.ts'

/** The usual height of the words beside a node, in px. */
const CALLOUT = 220

const NO_STEPS: Story['steps'] = []

interface ChartFigureProps {
  readonly chart: ChartView
  readonly title: string
  /** The id of the text that explains the keys. */
  readonly describedBy: string
  readonly trace: Trace | undefined
  /** What a question grid shows, where the chart is one. */
  readonly grid?: GridInView | undefined
  readonly story: Story | undefined
  readonly player: PlayerState
  /** The time that the request travels to the step, in ms. */
  readonly travelTime: number
  readonly pointing: ChartPointing
  /** The current check is shown beside its node. */
  readonly showsCheck: boolean
  /** Later steps are held back. */
  readonly heldBack?: boolean
  /** In the present view: rare edges appear when the request takes them, and only a click brings the note of a node. */
  readonly presenting?: boolean
  /** Where the note of a node is if there is no room for it beside the node. */
  readonly dock?: HTMLElement | null
}

/** A chart with the state of a request, in its pane. */
export function ChartFigure({
  chart,
  title,
  describedBy,
  trace,
  grid,
  story,
  player,
  travelTime,
  pointing,
  showsCheck,
  heldBack = false,
  presenting = false,
  dock = null,
}: ChartFigureProps) {
  const { graph, scroller, host, layout, drawing, camera, pending } = chart
  const { highlights, pinned, noted, pointers } = pointing
  const { position, phase, moved } = player
  const reducedMotion = useReducedMotion()
  const nodes = useMemo(() => new Map(graph.nodes.map((node) => [node.id, node])), [graph])
  const steps = story?.steps ?? NO_STEPS
  const state = useMemo(
    () => (trace ? chartStateAt(graph, trace, { position, phase }) : blankChart(graph)),
    [graph, trace, position, phase],
  )
  useLayoutEffect(() => {
    const { run, nearly, paused, waits } = (isQuestionGrid(layout) && grid) || {}
    const place = paused?.place
    const pause = paused && { words: paused.words, ...(place && { go: () => goTo(place) }) }
    const words = { ...(nearly && { nearly }), ...(pause && { paused: pause }) }
    if (run === undefined || pause === undefined || waits)
      return drawing.show({ state, steps, highlights, fresh: moved, ...words })
    // Nothing is decided now: the way of the last answer, in the colour of no decision.
    const last = chartStateAt(graph, run.trace, { position: run.trace.steps.length - 1, phase: 'done' })
    drawing.show({ state: last, steps: run.trace.steps, highlights, fresh: false, paused: pause })
  }, [drawing, graph, layout, grid, state, steps, highlights, moved])
  useLayoutEffect(
    () => drawing.moveToken(steps, { position, phase }, travelTime),
    [drawing, steps, position, phase, travelTime],
  )
  useLayoutEffect(() => {
    drawing.svg.toggleAttribute('data-suspense', presenting)
  }, [drawing, presenting])
  useNodeNames(drawing, nodes, story, position, pinned)
  usePointing(host, drawing, graph, state.at, pointers)
  const extent = useMemo(() => (trace ? runExtent(layout, graph, trace) : undefined), [layout, graph, trace])
  useFollowing(camera, {
    layout,
    steps,
    extent,
    start: graph.nodes[0]?.id,
    player,
    pinned,
    time: travelTime,
    reducedMotion,
    roomBelow: showsCheck && steps[position]?.check ? CALLOUT : 0,
    surroundings: presenting,
  })
  const onPage = isQuestionGrid(layout) && layout.cards === true && !presenting
  useFollowingOnPage(scroller, drawing, steps[position], { moved: onPage && moved, reducedMotion })
  return (
    <>
      <figure
        ref={scroller}
        className={styles.scroller}
        aria-label={title}
        aria-describedby={describedBy}
        data-cards={onPage}
        aria-busy={pending}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
      >
        <ChartStage
          host={host}
          layout={layout}
          nodes={nodes}
          story={story}
          state={state}
          player={player}
          camera={camera}
          noted={presenting && pinned?.kind !== 'node' ? undefined : noted}
          showsCheck={showsCheck}
          dock={dock}
        />
      </figure>
      {story && (
        <div className={styles.read}>
          <StepList
            story={story}
            position={position}
            reached={heldBack ? position + (phase === 'done' ? 1 : 0) : undefined}
          />
        </div>
      )}
    </>
  )
}

/** Sets the accessible names of the nodes: their words, and their checks up to a step. */
function useNodeNames(
  drawing: ChartDrawing,
  nodes: Story['nodes'],
  story: Story | undefined,
  position: number,
  pinned: Place | undefined,
): void {
  useLayoutEffect(() => {
    for (const [id, element] of drawing.nodes) {
      const node = nodes.get(id)
      if (node === undefined) continue
      set(element, 'role', 'button')
      set(element, 'aria-label', story === undefined ? plainNode(node) : nodeInWords(story, node, position))
      set(element, 'aria-description', node.about)
      set(element, 'aria-pressed', String(pinned?.kind === 'node' && pinned.node === id))
    }
  }, [drawing, nodes, story, position, pinned])
}

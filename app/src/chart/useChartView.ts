import type { Graph, Step } from '@authz-playground/engine'
import { type ChartLayout, isQuestionGrid, layoutAtRest } from '@authz-playground/pictures'
import { type ChartDrawing, drawChart, drawQuestionGrid } from '@authz-playground/pictures/dom'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useAnswer, workerApi } from '../session/index.ts'
import { fitZoom, isHeld, isReadable, slideRoom } from './camera/camera.ts'
import { type Camera, useCamera, usePaneSize } from './camera/useCamera.ts'
import { gridFor } from './grid-for-pane.ts'
import type { GridInView } from './useQuestionGrid.ts'

/** A design’s chart on the page, and its camera. */
export interface ChartView {
  readonly graph: Graph
  readonly layout: ChartLayout
  /** Not the whole chart is shown: the part that the run used, or the question grid. */
  readonly partial: boolean
  /** The whole chart is shown where the part that the run used could be. */
  readonly whole: boolean
  /** The whole chart is on its way. */
  readonly pending: boolean
  readonly drawing: ChartDrawing
  /** The pane that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  /** The element of the drawing. */
  readonly host: RefObject<HTMLDivElement | null>
  readonly camera: Camera
}

/** A run whose part of the chart is shown where the whole chart has no room, or whose question grid is shown. */
interface RunInView {
  readonly steps: readonly Step[]
  readonly grid?: GridInView | undefined
  /** Shows the whole chart all the same, fitted into its pane; `readable`: where its words can be read so. */
  readonly whole: boolean | 'readable'
  /** Its end is shown. Before, the whole chart is: the part that it used would tell where the request goes. */
  readonly ended: boolean
}

/**
 * Draws a chart. `ChartFigure` has the places for it. An equal chart of a newer answer stays as it is.
 * @param whole the whole chart of the run (`layOutChart`)
 * @param run without one the whole chart is fitted into its pane
 */
export function useChartView(graph: Graph, whole: ChartLayout, presenting = false, run?: RunInView): ChartView {
  const scroller = useRef<HTMLElement>(null)
  const pane = usePaneSize(scroller)
  const part = useMemo(() => {
    if (run === undefined || run.whole === true || pane.width === 0) return undefined
    const room = presenting && !isHeld(pane) ? slideRoom(pane) : pane
    if (run.grid) return gridFor(graph, run.grid.run, room)
    if (!run.ended) return undefined
    const shown = layoutAtRest(whole, graph, run.steps, room)
    return shown === whole ? undefined : shown
  }, [graph, whole, run, pane, presenting])
  const readable = run?.whole === 'readable'
  const wanted = (part === undefined || readable) && pane.width > pane.height && fitZoom(whole, pane) < 1
  const wide = useWide(graph, whole, wanted)
  const all = wide && fitZoom(wide, pane) > fitZoom(whole, pane) ? wide : whole
  const fits = readable && isReadable(all, pane)
  const used = fits ? undefined : part
  const pending = wanted && wide === undefined
  const given = used ?? all
  const host = useRef<HTMLDivElement>(null)
  const [layout, setLayout] = useState(given)
  if (layout !== given && JSON.stringify(layout) !== JSON.stringify(given)) setLayout(given)
  const drawing = useMemo(() => (isQuestionGrid(layout) ? drawQuestionGrid(layout) : drawChart(layout)), [layout])
  useLayoutEffect(() => {
    host.current?.replaceChildren(drawing.svg)
  }, [drawing])
  const camera = useCamera(scroller, pane, layout, {
    presenting,
    // A grid is laid out for its pane, and scrolls where its words would be too small. A slide has all of it.
    fitted: presenting
      ? used !== undefined && !isHeld(pane)
      : isQuestionGrid(layout)
        ? isReadable(layout, pane)
        : used !== undefined || fits || run === undefined || run.whole === true,
  })
  useLayoutEffect(() => {
    drawing.svg.setAttribute('width', String(layout.width * camera.zoom))
    drawing.svg.setAttribute('height', String(layout.height * camera.zoom))
  }, [drawing, layout, camera.zoom])
  const partial = used !== undefined
  const instead = run?.whole === true || (part !== undefined && !partial)
  return { graph, layout, partial, whole: instead, pending, drawing, scroller, host, camera }
}

/** The whole chart in columns, once the worker has laid it out. `wanted`: from top to bottom it has no room. */
function useWide(graph: Graph, whole: ChartLayout, wanted: boolean): ChartLayout | undefined {
  // An equal chart of a newer answer keeps its columns.
  const [of, setOf] = useState({ graph, whole })
  if (of.whole !== whole && JSON.stringify(of.whole) !== JSON.stringify(whole)) setOf({ graph, whole })
  return useAnswer(
    // Where it does not arrive, the chart from top to bottom does.
    () =>
      wanted
        ? workerApi()
            .layOutWide(of.graph, of.whole)
            .catch(() => of.whole)
        : undefined,
    [of, wanted],
  )
}

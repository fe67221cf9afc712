import type { Graph, Step } from '@authz-playground/engine'
import { type ChartLayout, layoutAtRest } from '@authz-playground/pictures'
import { type ChartDrawing, drawChart } from '@authz-playground/pictures/dom'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Camera, useCamera, usePaneSize } from './camera/useCamera.ts'

/** A design’s chart on the page, and its camera. */
export interface ChartView {
  readonly graph: Graph
  readonly layout: ChartLayout
  /** Only the part that the run used is shown. */
  readonly partial: boolean
  readonly drawing: ChartDrawing
  /** The pane that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  /** The element of the drawing. */
  readonly host: RefObject<HTMLDivElement | null>
  readonly camera: Camera
}

/** A run whose part of the chart is shown where the whole chart has no room. */
interface RunInView {
  readonly steps: readonly Step[]
  /** Shows the whole chart all the same, fitted into its pane. */
  readonly whole: boolean
}

/**
 * Draws a chart. `ChartFigure` has the places for it. An equal chart of a newer answer stays as it is.
 * @param whole the whole chart of the run (`layOutChart`)
 * @param run without one the whole chart is fitted into its pane
 */
export function useChartView(graph: Graph, whole: ChartLayout, presenting = false, run?: RunInView): ChartView {
  const scroller = useRef<HTMLElement>(null)
  const pane = usePaneSize(scroller)
  const used = useMemo(() => {
    // The part that the run used would tell a room where the request goes.
    if (run === undefined || run.whole || presenting || pane.width === 0) return undefined
    const shown = layoutAtRest(whole, graph, run.steps, pane)
    return shown === whole ? undefined : shown
  }, [graph, whole, run, pane, presenting])
  const given = used ?? whole
  const host = useRef<HTMLDivElement>(null)
  const [layout, setLayout] = useState(given)
  if (layout !== given && JSON.stringify(layout) !== JSON.stringify(given)) setLayout(given)
  const drawing = useMemo(() => drawChart(layout), [layout])
  useLayoutEffect(() => {
    host.current?.replaceChildren(drawing.svg)
  }, [drawing])
  const camera = useCamera(scroller, pane, layout, {
    presenting,
    fitted: used !== undefined || (run?.whole !== false && !presenting),
  })
  useLayoutEffect(() => {
    drawing.svg.setAttribute('width', String(layout.width * camera.zoom))
    drawing.svg.setAttribute('height', String(layout.height * camera.zoom))
  }, [drawing, layout, camera.zoom])
  return { graph, layout, partial: used !== undefined, drawing, scroller, host, camera }
}

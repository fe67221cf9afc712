import type { Graph, Step } from '@authz-playground/engine'
import { type ChartLayout, layOutRun } from '@authz-playground/pictures'
import { type ChartDrawing, drawChart } from '@authz-playground/pictures/dom'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Camera, useCamera, usePaneSize } from './camera/useCamera.ts'

/** A design’s chart on the page, and its camera. */
export interface ChartView {
  readonly graph: Graph
  readonly layout: ChartLayout
  readonly drawing: ChartDrawing
  /** The pane that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  /** The element of the drawing. */
  readonly host: RefObject<HTMLDivElement | null>
  readonly camera: Camera
}

/** Draws a chart into the elements of `ChartFigure`. An equal chart of a newer answer is not drawn again. */
export function useChartView(graph: Graph, whole: ChartLayout, presenting = false, steps?: readonly Step[]): ChartView {
  const scroller = useRef<HTMLElement>(null)
  const room = usePaneSize(scroller)
  const given = useMemo(
    () => (steps && room.width > 0 ? layOutRun(graph, steps, room) : undefined) ?? whole,
    [graph, whole, steps, room],
  )
  const host = useRef<HTMLDivElement>(null)
  const [layout, setLayout] = useState(given)
  if (layout !== given && JSON.stringify(layout) !== JSON.stringify(given)) setLayout(given)
  const drawing = useMemo(() => drawChart(layout), [layout])
  useLayoutEffect(() => {
    host.current?.replaceChildren(drawing.svg)
  }, [drawing])
  const camera = useCamera(scroller, layout, presenting)
  useLayoutEffect(() => {
    drawing.svg.setAttribute('width', String(layout.width * camera.zoom))
    drawing.svg.setAttribute('height', String(layout.height * camera.zoom))
  }, [drawing, layout, camera.zoom])
  return { graph, layout, drawing, scroller, host, camera }
}

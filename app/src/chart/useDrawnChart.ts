import { type Graph, mermaidChart, type Trace } from '@authz-playground/engine'
import { type RefObject, useMemo, useRef } from 'react'
import { type Camera, useCamera } from './camera/useCamera.ts'
import type { Drawing } from './drawing/drawing.ts'
import { useDrawing } from './drawing/useDrawing.ts'
import { type Markup, useMarkup } from './drawing/useMarkup.ts'

/** A design’s chart on the page, or on its way there, and where people look at it. */
export interface DrawnChart {
  readonly graph: Graph
  /** The pane that it scrolls in. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly host: RefObject<HTMLDivElement | null>
  readonly markup: Markup
  readonly drawing: Drawing | undefined
  readonly camera: Camera
}

/** Draws a graph with the ways of a trace. `ChartFigure` has the places for it. */
export function useDrawnChart(graph: Graph, trace: Trace | undefined, presenting = false): DrawnChart {
  const scroller = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const drawable = useMemo(() => ({ graph, chart: mermaidChart(graph, trace?.steps) }), [graph, trace])
  const markup = useMarkup(drawable)
  const drawing = useDrawing(host, markup)
  const camera = useCamera(scroller, drawing?.size, presenting)
  return { graph, scroller, host, markup, drawing, camera }
}

import type { Point, Rectangle, Size } from '@authz-playground/pictures'
import { easeOut } from '@authz-playground/pictures'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { clampZoom, fitZoom, scrolledAfterZoom, scrolledToShow, usualZoom, wholeZoom } from './camera.ts'
import { useGestures } from './gestures.ts'

/** The view of a chart: a pane that scrolls, at a zoom. */
export interface Camera {
  readonly zoom: number
  readonly pane: Size
  /** Scrolls a rectangle of the chart into view, as little as possible. `time` in ms; 0 jumps. */
  show(target: Rectangle, time: number): void
  /** The visible part of the chart, or the part that will be visible after a glide, in px of the chart at zoom 1. */
  view(): Rectangle
  zoomBy(factor: number, point?: Point): void
  fit(): void
}

const NO_SIZE: Size = { width: 0, height: 0 }

/** Clear distance around a shown rectangle, in px on screen. */
export const MARGIN = 32

/**
 * The point that stays in its place while the zoom changes. Gestures of two fingers change the zoom faster than the
 * page is laid out.
 */
interface Anchor {
  readonly point: Point
  readonly from: number
  readonly to: number
  readonly before: { readonly left: number; readonly top: number }
}

/** How a chart is shown at first. */
interface Begin {
  readonly presenting: boolean
  /** All of it is in view, at whatever size of its words. */
  readonly fitted: boolean
}

/**
 * The view of a chart that may be larger than its pane. The browser's own scrolling pans it, so wheels, fingers and
 * keys work as everywhere, and the page scrolls on at the edge of the chart. Zooming is our own.
 */
export function useCamera(
  scroller: RefObject<HTMLElement | null>,
  pane: Size,
  chart: Size,
  { presenting, fitted }: Begin,
): Camera {
  const [chosen, setChosen] = useState<number>()
  const usual = pane.width === 0 ? 1 : fitted ? wholeZoom(chart, pane, presenting) : usualZoom(chart, pane, presenting)
  const zoom = chosen ?? usual
  const anchor = useRef<Anchor>(undefined)
  const { stop, glideTo, end } = useGlide(scroller)

  // Another chart, or the present view, starts with its own zoom.
  const [shownFor, setShownFor] = useState({ chart, presenting })
  if (shownFor.chart !== chart || shownFor.presenting !== presenting) {
    setShownFor({ chart, presenting })
    setChosen(undefined)
  }

  const offset = useCallback(
    (at: number) => ({
      x: Math.max(0, (pane.width - chart.width * at) / 2),
      y: Math.max(0, (pane.height - chart.height * at) / 2),
    }),
    [pane, chart],
  )

  useLayoutEffect(() => {
    const element = scroller.current
    const held = anchor.current
    anchor.current = undefined
    if (element === null || held === undefined || held.from === zoom) return
    const { from, before, point } = held
    element.scrollTo({
      ...scrolledAfterZoom(before, point, zoom / from, offset(from), offset(zoom)),
      behavior: 'instant',
    })
  }, [scroller, zoom, offset])

  const zoomTo = useCallback(
    (wanted: number, point = { x: pane.width / 2, y: pane.height / 2 }) => {
      const element = scroller.current
      if (element === null) return
      stop()
      const { from, before } = anchor.current ?? {
        from: zoom,
        before: { left: element.scrollLeft, top: element.scrollTop },
      }
      anchor.current = { point, from, to: clampZoom(wanted), before }
      setChosen(clampZoom(wanted))
    },
    [scroller, pane, zoom, stop],
  )

  const zoomBy: Camera['zoomBy'] = useCallback(
    (factor, point) => zoomTo((anchor.current?.to ?? zoom) * factor, point),
    [zoom, zoomTo],
  )

  useGestures(scroller, zoomBy, stop)
  usePaper(chart, setChosen)

  return useMemo(() => {
    return {
      zoom,
      pane,
      show(target, time) {
        const element = scroller.current
        if (element === null) return
        const { x, y } = offset(zoom)
        const from = { left: element.scrollLeft, top: element.scrollTop }
        const to = scrolledToShow(
          { ...from, ...pane },
          {
            left: target.left * zoom + x,
            top: target.top * zoom + y,
            width: target.width * zoom,
            height: target.height * zoom,
          },
          { width: element.scrollWidth, height: element.scrollHeight },
          MARGIN,
        )
        glideTo(from, to, time)
      },
      view() {
        const { x, y } = offset(zoom)
        const { left, top } = end()
        return { left: (left - x) / zoom, top: (top - y) / zoom, width: pane.width / zoom, height: pane.height / zoom }
      },
      zoomBy,
      fit: () => zoomTo(fitZoom(chart, pane)),
    }
  }, [scroller, chart, pane, zoom, offset, glideTo, end, zoomBy, zoomTo])
}

interface ScrollPosition {
  readonly left: number
  readonly top: number
}

/** Scrolls a pane gliding; at most one glide at a time. */
function useGlide(scroller: RefObject<HTMLElement | null>) {
  const gliding = useRef<{ cancel(): void; readonly to: ScrollPosition }>(undefined)
  const stop = useCallback(() => {
    gliding.current?.cancel()
    gliding.current = undefined
  }, [])
  useEffect(() => stop, [stop])
  const glideTo = useCallback(
    (from: ScrollPosition, to: ScrollPosition, time: number) => {
      stop()
      if (Math.abs(to.left - from.left) < 1 && Math.abs(to.top - from.top) < 1) return
      const { cancel } = glide(time, (done) => {
        scroller.current?.scrollTo({
          left: from.left + (to.left - from.left) * done,
          top: from.top + (to.top - from.top) * done,
          behavior: 'instant',
        })
        if (done === 1) gliding.current = undefined
      })
      if (time > 0) gliding.current = { cancel, to }
    },
    [scroller, stop],
  )
  /** Where the pane is, or will be after the glide. */
  const end = useCallback(
    (): ScrollPosition =>
      gliding.current?.to ?? { left: scroller.current?.scrollLeft ?? 0, top: scroller.current?.scrollTop ?? 0 },
    [scroller],
  )
  return { stop, glideTo, end }
}

/** The room for a chart on a page of A4 or Letter, with the answer above it. In px of CSS, 96 to the inch. */
const PAPER: Size = { width: 660, height: 560 }

/** Prints the whole chart, whichever part is visible. */
function usePaper(chart: Size, choose: (zoom: (before: number | undefined) => number | undefined) => void): void {
  useEffect(() => {
    let before: number | undefined
    const print = (): void =>
      flushSync(() =>
        choose((chosen) => {
          before = chosen
          return Math.min(1, fitZoom(chart, PAPER))
        }),
      )
    const printed = (): void => choose(() => before)
    addEventListener('beforeprint', print)
    addEventListener('afterprint', printed)
    return () => {
      removeEventListener('beforeprint', print)
      removeEventListener('afterprint', printed)
    }
  }, [chart, choose])
}

/** The size of the pane in px; without width before it is measured, which is before it is painted. */
export function usePaneSize(scroller: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(NO_SIZE)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return size
}

/**
 * Calls `move` at every frame with the eased part of the way that is done, up to exactly 1. With a time of 0 it is done
 * at once.
 */
function glide(time: number, move: (done: number) => void): { cancel(): void } {
  if (time <= 0) {
    move(1)
    return { cancel: () => undefined }
  }
  const start = performance.now()
  let frame = requestAnimationFrame(function next(now) {
    const part = Math.min(1, Math.max(0, (now - start) / time))
    if (part < 1) frame = requestAnimationFrame(next)
    move(easeOut(part))
  })
  return { cancel: () => cancelAnimationFrame(frame) }
}

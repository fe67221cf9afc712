import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { clampZoom, fitZoom, scrolledAfterZoom, scrolledToShow, usualZoom, ZOOM_STEP } from './camera.ts'
import type { Point, Rectangle, Size } from './geometry.ts'
import { glide } from './glide.ts'

/** Where people look: a scrolled pane with the chart in it, at a zoom. */
export interface Camera {
  readonly zoom: number
  readonly pane: Size
  /** Scrolls a rectangle of the chart into view, only as far as needed; `time` in ms, 0 jumps. */
  show(target: Rectangle, time: number): void
  /** What is in view, or will be once the camera has come to rest, in px of the chart at zoom 1. */
  view(): Rectangle
  zoomBy(factor: number, point?: Point): void
  fit(): void
}

const NO_SIZE: Size = { width: 0, height: 0 }

/** Clear distance around what is shown, in px on screen. */
const MARGIN = 32

/** What stays where it is while the zoom changes. Fingers zoom faster than the page is laid out. */
interface Anchor {
  readonly point: Point
  readonly from: number
  readonly to: number
  readonly before: { readonly left: number; readonly top: number }
}

/**
 * The view of a chart that may be larger than its pane. Panning is the browser’s own scrolling, so wheels, fingers and
 * keys do what they do elsewhere, and a page is never held by its chart; zooming is ours.
 */
export function useCamera(
  scroller: RefObject<HTMLElement | null>,
  chart: Size | undefined,
  presenting: boolean,
): Camera {
  const pane = usePaneSize(scroller)
  const [chosen, setChosen] = useState<number>()
  const usual = chart === undefined || pane.width === 0 ? 1 : usualZoom(chart, pane, presenting)
  const zoom = chosen ?? usual
  const anchor = useRef<Anchor>(undefined)
  const gliding = useRef<{ cancel(): void; readonly to: { left: number; top: number } }>(undefined)

  // Another chart, or another place for it, starts with its own zoom.
  const [shownFor, setShownFor] = useState({ chart, presenting })
  if (shownFor.chart !== chart || shownFor.presenting !== presenting) {
    setShownFor({ chart, presenting })
    setChosen(undefined)
  }

  const offset = useCallback(
    (at: number) => ({
      x: Math.max(0, (pane.width - (chart?.width ?? 0) * at) / 2),
      y: Math.max(0, (pane.height - (chart?.height ?? 0) * at) / 2),
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

  const stop = useCallback(() => {
    gliding.current?.cancel()
    gliding.current = undefined
  }, [])
  useEffect(() => stop, [stop])

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

  return useMemo(() => {
    const scrolled = (): { left: number; top: number } =>
      gliding.current?.to ?? { left: scroller.current?.scrollLeft ?? 0, top: scroller.current?.scrollTop ?? 0 }
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
        stop()
        if (Math.abs(to.left - from.left) < 1 && Math.abs(to.top - from.top) < 1) return
        const { cancel } = glide(time, (done) => {
          element.scrollTo({
            left: from.left + (to.left - from.left) * done,
            top: from.top + (to.top - from.top) * done,
            behavior: 'instant',
          })
          if (done === 1) gliding.current = undefined
        })
        if (time > 0) gliding.current = { cancel, to }
      },
      view() {
        const { x, y } = offset(zoom)
        const { left, top } = scrolled()
        return { left: (left - x) / zoom, top: (top - y) / zoom, width: pane.width / zoom, height: pane.height / zoom }
      },
      zoomBy,
      fit: () => chart && zoomTo(fitZoom(chart, pane)),
    }
  }, [scroller, chart, pane, zoom, offset, stop, zoomBy, zoomTo])
}

function usePaneSize(scroller: RefObject<HTMLElement | null>): Size {
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

/** How far a mouse may shake while it clicks, in px. */
const SHAKE = 4

/** Zoom by wheel with Ctrl (which is also how touchpads pinch) and by two fingers; pan by dragging with the mouse. */
function useGestures(scroller: RefObject<HTMLElement | null>, zoomBy: Camera['zoomBy'], stop: () => void): void {
  const latest = useRef(zoomBy)
  useLayoutEffect(() => {
    latest.current = zoomBy
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const listening = new AbortController()
    const active = { signal: listening.signal, passive: false }
    const within = ({ clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } => {
      const { left, top } = element.getBoundingClientRect()
      return { x: clientX - left, y: clientY - top }
    }

    element.addEventListener(
      'wheel',
      (event) => {
        stop()
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        const notches = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 100 : event.deltaY / 3
        latest.current(ZOOM_STEP ** -notches, within(event))
      },
      active,
    )

    let spread: { distance: number; x: number; y: number } | undefined
    const fingers = ({ touches: [a, b] }: TouchEvent): typeof spread => {
      if (a === undefined || b === undefined) return undefined
      const middle = within({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 })
      return { distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), ...middle }
    }
    element.addEventListener(
      'touchstart',
      (event) => {
        stop()
        spread = fingers(event)
      },
      active,
    )
    element.addEventListener(
      'touchmove',
      (event) => {
        const before = spread
        spread = fingers(event)
        if (before === undefined || spread === undefined) return
        event.preventDefault()
        element.scrollBy({ left: before.x - spread.x, top: before.y - spread.y, behavior: 'instant' })
        if (before.distance > 0) latest.current(spread.distance / before.distance, spread)
      },
      active,
    )

    // The click that ends a drag is no click on a node.
    let dragged = false
    element.addEventListener(
      'click',
      (event) => {
        if (dragged) event.stopPropagation()
        dragged = false
      },
      { ...active, capture: true },
    )
    let grip: { x: number; y: number; dragging: boolean } | undefined
    element.addEventListener(
      'pointerdown',
      ({ pointerType, button, clientX: x, clientY: y }) => {
        stop()
        dragged = false
        if (pointerType === 'mouse' && button === 0) grip = { x, y, dragging: false }
      },
      active,
    )
    element.addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y, buttons, pointerId }) => {
        if (grip === undefined || buttons === 0) return
        if (!grip.dragging && Math.hypot(x - grip.x, y - grip.y) < SHAKE) return
        if (!grip.dragging) element.setPointerCapture(pointerId)
        element.scrollBy({ left: grip.x - x, top: grip.y - y, behavior: 'instant' })
        element.dataset.dragging = ''
        dragged = true
        grip = { x, y, dragging: true }
      },
      active,
    )
    const released = (): void => {
      grip = undefined
      delete element.dataset.dragging
    }
    element.addEventListener('pointerup', released, active)
    element.addEventListener('pointercancel', released, active)
    return () => listening.abort()
  }, [scroller, stop])
}

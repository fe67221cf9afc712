import type { Point } from '@authz-playground/pictures'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { ZOOM_STEP } from './camera.ts'

type ZoomBy = (factor: number, point: Point) => void

/** How far the mouse may move during a click, in px. */
const SHAKE = 4

/** Zoom by wheel with Ctrl (which is also how touchpads pinch) and by two fingers; pan by dragging with the mouse. */
export function useGestures(scroller: RefObject<HTMLElement | null>, zoomBy: ZoomBy, stop: () => void): void {
  const latest = useRef(zoomBy)
  useLayoutEffect(() => {
    latest.current = zoomBy
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const listening = new AbortController()
    const active = { signal: listening.signal, passive: false }
    const within = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
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

    // The click at the end of a drag is not a click on a node.
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

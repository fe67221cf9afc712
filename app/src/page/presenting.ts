import { useEffect, useLayoutEffect, useRef } from 'react'
import { playground, usePlayground } from '../session/index.ts'

/** Whether the present view is on. The focus goes to the chart, and back to where it was. */
export function usePresenting(): boolean {
  const presenting = usePlayground(({ playback }) => playback.pausesAtChecks === true)
  /** The id of the element that had the focus before. An id, because React makes the element anew. */
  const before = useRef('')
  useEffect(
    () =>
      playground.subscribe((now, then) => {
        const begins = now.playback.pausesAtChecks && !then.playback.pausesAtChecks
        // A dialog gives the focus back to what opened it, once it is closed.
        if (begins) before.current = focusBehind()?.id ?? ''
      }),
    [],
  )
  useLayoutEffect(() => {
    if (!presenting) return
    const toChart = () => document.getElementById('chart')?.focus({ preventScroll: true })
    // At once, so that no key presses what had the focus before.
    toChart()
    // After a dialog from which it began has given the focus back.
    const frame = requestAnimationFrame(toChart)
    return () => {
      cancelAnimationFrame(frame)
      // After the page around the chart has come back.
      requestAnimationFrame(() => document.getElementById(before.current || 'chart')?.focus({ preventScroll: true }))
    }
  }, [presenting])
  return presenting
}

/** The element that has the focus; while a dialog is open, the button that opens the present view. */
function focusBehind(): Element | null {
  const { activeElement } = document
  return activeElement?.closest('dialog') ? document.getElementById('present') : activeElement
}

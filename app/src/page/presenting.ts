import { useLayoutEffect, useRef, useState } from 'react'

/** The present view, on or off. The focus goes to the chart, and back to where it was. */
export function usePresenting(): readonly [boolean, (on: boolean) => void] {
  const [presenting, setPresenting] = useState(false)
  /** The id of the element that had the focus before. An id, because React makes the element anew. */
  const before = useRef('')
  useLayoutEffect(() => {
    if (!presenting) return
    document.getElementById('chart')?.focus({ preventScroll: true })
    return () => {
      // After the page around the chart has come back.
      requestAnimationFrame(() => document.getElementById(before.current || 'chart')?.focus({ preventScroll: true }))
    }
  }, [presenting])
  return [
    presenting,
    (on) => {
      if (on) before.current = document.activeElement?.id ?? ''
      setPresenting(on)
    },
  ]
}

import { useLayoutEffect, useState } from 'react'

/** The present view, on or off. The focus goes to the chart, and back to where it was. */
export function usePresenting(): readonly [boolean, (on: boolean) => void] {
  const [presenting, setPresenting] = useState(false)
  useLayoutEffect(() => {
    if (!presenting) return
    const before = document.activeElement?.id
    document.getElementById('chart')?.focus({ preventScroll: true })
    return () => {
      // After the page around the chart has come back.
      requestAnimationFrame(() => document.getElementById(before || 'chart')?.focus({ preventScroll: true }))
    }
  }, [presenting])
  return [presenting, setPresenting]
}

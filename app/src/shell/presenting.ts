import { useLayoutEffect, useState } from 'react'

/** The present view, on or off. Type grows with it (App.module.css), and the focus comes back from it. */
export function usePresenting(): readonly [boolean, (on: boolean) => void] {
  const [presenting, setPresenting] = useState(false)
  useLayoutEffect(() => {
    if (!presenting) return
    const before = document.activeElement
    const { dataset } = document.documentElement
    dataset.presenting = ''
    document.getElementById('chart')?.focus()
    return () => {
      delete dataset.presenting
      // After the page around it has come back.
      requestAnimationFrame(() => before instanceof HTMLElement && before.focus())
    }
  }, [presenting])
  return [presenting, setPresenting]
}

import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has more in it than it shows. What scrolls must take the focus, so that keys can scroll it. */
export function useScrolls(of: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = of.current
    if (element === null) return
    const look = (): void =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    // Its own size need not change when what is in it does.
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [of])
  return scrolls
}

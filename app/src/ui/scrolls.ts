import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the content of an element is larger than the element. It must be focusable then, so that keys can scroll it.
 */
export function useScrolls(of: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = of.current
    if (element === null) return
    const look = (): void =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    // The content can grow while the element keeps its size.
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [of])
  return scrolls
}

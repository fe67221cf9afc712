import { type RefObject, useId, useLayoutEffect, useState } from 'react'
import { type Drawing, drawInto } from './drawing.ts'
import type { Markup } from './useMarkup.ts'

/** Puts a chart’s markup on the page and knows its parts, for as long as it is there. */
export function useDrawing(host: RefObject<HTMLElement | null>, markup: Markup): Drawing | undefined {
  const [drawing, setDrawing] = useState<Drawing>()
  const id = useId()
  useLayoutEffect(() => {
    const element = host.current
    if (element === null || markup.state !== 'drawn') return
    setDrawing(drawInto(element, markup.markup, markup.drawn, id))
    return () => {
      setDrawing(undefined)
      element.replaceChildren()
    }
  }, [host, markup, id])
  return drawing
}

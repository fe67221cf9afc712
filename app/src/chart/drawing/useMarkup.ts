import { useEffect, useState } from 'react'
import type { Drawable } from './drawing.ts'
import { markupOf } from './markup-of.ts'

/** Mermaid’s markup for a chart: on its way, there, or why it cannot come. */
export type Markup =
  | { readonly state: 'waiting' }
  | { readonly state: 'drawn'; readonly drawn: Drawable; readonly markup: string }
  | { readonly state: 'failed'; readonly because: string }

const WAITING: Markup = { state: 'waiting' }

/**
 * Has a chart drawn, once the page has come to rest: mermaid is not fetched before the first answer is on screen.
 * While the next chart is being drawn the last one stays.
 */
export function useMarkup(drawable: Drawable): Markup {
  const [markup, setMarkup] = useState(WAITING)
  // The source is all of a chart that is drawn: an answer with an equal one is not drawn anew.
  const [wanted, setWanted] = useState(drawable)
  if (wanted.chart.source !== drawable.chart.source) setWanted(drawable)
  useEffect(() => {
    let current = true
    const show = (next: Markup): void => {
      if (current) setMarkup(next)
    }
    const started = whenIdle(() => {
      markupOf(wanted.chart.source).then(
        (text) => show({ state: 'drawn', drawn: wanted, markup: text }),
        (error: unknown) => show({ state: 'failed', because: error instanceof Error ? error.message : String(error) }),
      )
    })
    return () => {
      current = false
      started.cancel()
    }
  }, [wanted])
  return markup
}

/** How long a busy page may keep the chart waiting. Milliseconds. */
const PATIENCE = 500

function whenIdle(work: () => void): { cancel(): void } {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: PATIENCE })
    return { cancel: () => cancelIdleCallback(id) }
  }
  const id = setTimeout(work, 0)
  return { cancel: () => clearTimeout(id) }
}

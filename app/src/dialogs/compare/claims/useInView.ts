import { useEffect, useRef } from 'react'

/** What people do to look at another place. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Focuses an element of a list and shows it at the top, also while the list above it grows, until the person moves. Returns
 * what does so for another element.
 *
 * @param wanted the id of the element that is shown first; undefined for none
 * @param grown changes when the list may have grown
 */
export function useInView(wanted: string | undefined, grown: unknown): (id: string) => void {
  const held = useRef<string>(undefined)
  useEffect(() => {
    held.current = wanted
    if (wanted !== undefined) focusAtTop(wanted)
  }, [wanted])
  useEffect(() => {
    void grown
    if (held.current !== undefined) document.getElementById(held.current)?.scrollIntoView({ block: 'start' })
  }, [grown])
  useEffect(() => {
    const release = (): void => {
      held.current = undefined
    }
    for (const move of MOVES) addEventListener(move, release, { passive: true })
    return () => {
      for (const move of MOVES) removeEventListener(move, release)
    }
  }, [])
  return (id) => {
    held.current = id
    focusAtTop(id)
  }
}

function focusAtTop(id: string): void {
  const element = document.getElementById(id)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}

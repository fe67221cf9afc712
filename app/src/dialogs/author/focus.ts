import { type RefObject, useEffect } from 'react'

/**
 * Puts the focus on a part that came in place of another one, which had it: the browser would leave it nowhere.
 *
 * @param wanted CSS selector of the element in it that gets the focus
 */
export function useFocusAfterChange(part: RefObject<HTMLElement | null>, wanted: string): void {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body)
      part.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [part, wanted])
}

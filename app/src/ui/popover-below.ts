import { type RefObject, useEffect, useEffectEvent } from 'react'

/** The least height of a popover, and its distance from the edge of the window. Pixels. */
const LEAST = 120
const AWAY = 8

/**
 * Opens a popover below an element, with its right edge, and as high as the window allows. `closed` is called when it closes,
 * also by a click beside it or by Escape.
 */
export function usePopoverBelow(
  open: boolean,
  closed: () => void,
  place: RefObject<HTMLElement | null>,
  popover: RefObject<HTMLElement | null>,
): void {
  const onClosed = useEffectEvent(closed)
  useEffect(() => {
    const { current } = popover
    if (!open || current === null) return
    current.showPopover()
    const { bottom, right } = place.current?.getBoundingClientRect() ?? { bottom: 0, right: innerWidth }
    const width = document.documentElement.clientWidth
    current.style.top = `${bottom}px`
    current.style.right = `${Math.max(0, Math.min(width - right, width - current.offsetWidth))}px`
    current.style.maxHeight = `${Math.max(LEAST, innerHeight - bottom - AWAY)}px`
    const toggled = (event: ToggleEvent): void => {
      if (event.newState === 'closed') onClosed()
    }
    current.addEventListener('toggle', toggled)
    return () => current.removeEventListener('toggle', toggled)
  }, [open, place, popover])
}

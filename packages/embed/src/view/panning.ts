/** A movement of fewer pixels is a click. */
const SLACK = 4

/**
 * Lets a person drag the content of an element with a mouse or a pen, and with a finger sideways. A finger that moves
 * up or down scrolls the page (`touch-action: pan-y` in the style).
 */
export function movableBy(element: HTMLElement): void {
  let from: { readonly x: number; readonly y: number; readonly left: number; readonly top: number } | undefined
  let moved = false
  element.addEventListener('pointerdown', ({ button, isPrimary, clientX, clientY }) => {
    moved = false
    if (button !== 0 || !isPrimary) return
    from = { x: clientX, y: clientY, left: element.scrollLeft, top: element.scrollTop }
  })
  element.addEventListener('pointermove', ({ pointerId, pointerType, clientX, clientY }) => {
    if (from === undefined) return
    const [x, y] = [clientX - from.x, clientY - from.y]
    if (!moved && Math.hypot(x, y) < SLACK) return
    moved = true
    element.setPointerCapture(pointerId)
    element.scrollTo({
      left: from.left - x,
      ...(pointerType !== 'touch' && { top: from.top - y }),
      behavior: 'instant',
    })
  })
  const end = (): void => {
    from = undefined
  }
  element.addEventListener('pointerup', end)
  element.addEventListener('pointercancel', end)
  element.addEventListener(
    'click',
    (event) => {
      if (moved) event.stopPropagation()
      moved = false
    },
    { capture: true },
  )
}

import type { Page } from '@playwright/test'

/**
 * The words of a page that are cut off for good or lie over other words, each with what happens to it. Words that can be
 * scrolled to are whole. Left out: editors and charts, which lay out their own text, and words for screen readers alone.
 */
export function cutWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    type Sides = { left: number; right: number; top: number; bottom: number }
    /** The least that a person sees, in CSS pixels: lines of letters reach a little into each other's boxes. */
    const noticed = 4
    const found: string[] = []

    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'

    /** The part of a box that is visible now, and how many pixels of it no scrolling makes visible. */
    const visiblePart = (element: Element, box: DOMRect): { readonly part: Sides; readonly lost: number } => {
      const part: Sides = { left: box.left, right: box.right, top: box.top, bottom: box.bottom }
      let lost = 0
      let scrolled = false
      for (let at: Element | null = element; at !== null && at !== document.documentElement; at = at.parentElement) {
        const { overflowX, overflowY, clipPath, position } = getComputedStyle(at)
        const around = at.getBoundingClientRect()
        if (clipPath !== 'none') return { part: { left: 0, right: 0, top: 0, bottom: 0 }, lost: 0 }
        scrolled ||= scrolls(overflowX) || scrolls(overflowY)
        if (overflowX !== 'visible') {
          part.left = Math.max(part.left, around.left)
          part.right = Math.min(part.right, around.right)
        }
        if (overflowY !== 'visible') {
          part.top = Math.max(part.top, around.top)
          part.bottom = Math.min(part.bottom, around.bottom)
        }
        if (!scrolled) lost = Math.max(box.width - (part.right - part.left), box.height - (part.bottom - part.top))
        if (position === 'fixed') break
      }
      return { part, lost }
    }

    /** What scrolls by itself, or is over the page, may cover words. */
    const layerOf = (element: Element): Element | null => {
      for (let at: Element | null = element; at !== null; at = at.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position) || at.matches('dialog, [popover]')) return at
      return null
    }

    const pieces: { readonly text: string; readonly element: Element; readonly layer: Element | null; part: Sides }[] =
      []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (element === null || text === '') continue
      if (element.closest('svg, .monaco-editor, :has(> textarea), [role=textbox], select') !== null) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        const { part, lost } = visiblePart(element, box)
        if (part.right - part.left <= 1 || part.bottom - part.top <= 1) continue
        if (lost > noticed) found.push(`cut: ${text}`)
        pieces.push({ text, element, layer: layerOf(element), part })
      }
    }

    for (const [index, one] of pieces.entries()) {
      for (const other of pieces.slice(index + 1)) {
        if (one.layer !== other.layer || one.element === other.element) continue
        const wide = Math.min(one.part.right, other.part.right) - Math.max(one.part.left, other.part.left)
        const high = Math.min(one.part.bottom, other.part.bottom) - Math.max(one.part.top, other.part.top)
        if (wide > noticed && high > noticed) found.push(`one over the other: ${one.text} | ${other.text}`)
      }
    }
    return [...new Set(found)]
  })
}

import type { Picture } from '@authz-playground/pictures'
import { nodeInWords, plainNode, type Story } from '@authz-playground/pictures'
import { useLayoutEffect } from 'react'
import type { Lit, Place } from '../../session/index.ts'
import type { Drawing } from './drawing.ts'

/**
 * Shows a picture on the drawn chart: what was passed, what is still open, what was decided where. Only attributes
 * change, and only those that differ; the style sheet does the rest.
 */
export function useDecoration(drawing: Drawing | undefined, picture: Picture, lit: Lit): void {
  useLayoutEffect(() => {
    if (drawing === undefined) return
    for (const [id, { element }] of drawing.nodes) {
      set(element, 'data-look', picture.nodes.get(id))
      set(element, 'data-marked', picture.stamps.get(id)?.at(-1)?.marked)
      set(element, 'data-lit', lit.nodes.has(id) ? '' : undefined)
    }
    for (const [id, { path, wash, label }] of drawing.edges) {
      const look = picture.edges.get(id)
      set(path, 'data-look', look)
      if (label) set(label, 'data-look', look)
      set(wash, 'data-lit', lit.edges.has(id) ? '' : undefined)
    }
  }, [drawing, picture, lit])
}

/** Names the nodes for screen readers: their words, and what has happened there up to a step. */
export function useNodeNames(
  drawing: Drawing | undefined,
  nodes: Story['nodes'],
  story: Story | undefined,
  position: number,
  pinned: Place | undefined,
): void {
  useLayoutEffect(() => {
    if (drawing === undefined) return
    for (const [id, { element }] of drawing.nodes) {
      const node = nodes.get(id)
      if (node === undefined) continue
      set(element, 'role', 'button')
      set(element, 'aria-label', story === undefined ? plainNode(node) : nodeInWords(story, node, position))
      set(element, 'aria-description', node.about)
      set(element, 'aria-pressed', String(pinned?.kind === 'node' && pinned.node === id))
    }
  }, [drawing, nodes, story, position, pinned])
}

function set(element: Element, attribute: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(attribute)
  else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value)
}

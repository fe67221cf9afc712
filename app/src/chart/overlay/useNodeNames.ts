import { nodeInWords, plainNode, type Story } from '@authz-playground/pictures'
import { type ChartDrawing, set } from '@authz-playground/pictures/dom'
import { useLayoutEffect } from 'react'
import type { Place } from '../../session/index.ts'

/** Sets the accessible names of the nodes: their words, and their checks up to a step. */
export function useNodeNames(
  drawing: ChartDrawing,
  nodes: Story['nodes'],
  story: Story | undefined,
  position: number,
  pinned: Place | undefined,
): void {
  useLayoutEffect(() => {
    for (const [id, element] of drawing.nodes) {
      const node = nodes.get(id)
      if (node === undefined) continue
      set(element, 'role', 'button')
      set(element, 'aria-label', story === undefined ? plainNode(node) : nodeInWords(story, node, position))
      set(element, 'aria-description', node.about)
      set(element, 'aria-pressed', String(pinned?.kind === 'node' && pinned.node === id))
    }
  }, [drawing, nodes, story, position, pinned])
}

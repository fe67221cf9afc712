import type { Graph, NodeId } from '@authz-playground/engine'
import type { ChartDrawing } from '@authz-playground/pictures/dom'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Place } from '../../session/index.ts'
import type { Pointers } from './pointing.ts'

/**
 * Makes nodes and edges react to mouse, finger and keyboard: pointing and pinning. Tab reaches one node, and the up and
 * down arrows move through the nodes in the order of the graph. An edge counts as the node that it leads to.
 */
export function usePointing(
  host: RefObject<HTMLElement | null>,
  drawing: ChartDrawing,
  graph: Graph,
  at: NodeId | undefined,
  { point, leave, pin }: Pointers,
): void {
  const reachable = useRef<NodeId>(undefined)

  useLayoutEffect(() => {
    const known = reachable.current !== undefined && drawing.nodes.has(reachable.current)
    if (!known) reachable.current = at ?? graph.nodes[0]?.id
    for (const [id, element] of drawing.nodes) element.tabIndex = id === reachable.current ? 0 : -1
  }, [drawing, graph, at])

  useEffect(() => {
    // Not on the SVG element: a listener for the focus would make it a stop of the Tab key.
    const element = host.current
    if (element === null) return
    const { nodes } = drawing
    const order = graph.nodes.flatMap(({ id }) => (nodes.has(id) ? [id] : []))
    const nodeOf = ({ target }: Event): NodeId | undefined => {
      const part = target instanceof Element ? target.closest<SVGElement>('[data-node], [data-to]') : null
      return part?.dataset.node ?? part?.dataset.to
    }
    const placeOf = (node: NodeId | undefined): Place | undefined =>
      node === undefined ? undefined : { kind: 'node', node }

    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && point(placeOf(nodeOf(event))), {
      signal,
    })
    element.addEventListener('pointerleave', leave, { signal })
    element.addEventListener('focusin', (event) => point(placeOf(nodeOf(event))), { signal })
    element.addEventListener('focusout', () => point(undefined), { signal })
    element.addEventListener('click', (event) => pin(placeOf(nodeOf(event))), { signal })
    element.addEventListener(
      'keydown',
      (event) => {
        const node = nodeOf(event)
        if (node === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === 'Enter' || event.key === ' ') pin(placeOf(node))
        else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          const next = order[order.indexOf(node) + (event.key === 'ArrowDown' ? 1 : -1)]
          if (next === undefined) return
          nodes.get(node)?.setAttribute('tabindex', '-1')
          nodes.get(next)?.setAttribute('tabindex', '0')
          reachable.current = next
          nodes.get(next)?.focus()
        } else return
        event.preventDefault()
        event.stopPropagation()
      },
      { signal },
    )
    return () => {
      listening.abort()
      point(undefined)
    }
  }, [host, drawing, graph, point, leave, pin])
}

import type { Graph, NodeId } from '@authz-playground/engine'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Place } from '../../session/index.ts'
import type { Drawing } from './drawing.ts'
import type { Pointers } from './pointing.ts'

/**
 * Makes the drawn nodes and edges something that can be pointed at and pinned: by mouse, by finger, and by keyboard,
 * where Tab comes to one node and the up and down arrows go through them in the graph’s order. An edge stands for the
 * node it leads to.
 */
export function usePointing(
  host: RefObject<HTMLElement | null>,
  drawing: Drawing | undefined,
  graph: Graph,
  at: NodeId | undefined,
  { point, leave, pin }: Pointers,
): void {
  const reachable = useRef<NodeId>(undefined)

  useLayoutEffect(() => {
    if (drawing === undefined) return
    const known = reachable.current !== undefined && drawing.nodes.has(reachable.current)
    if (!known) reachable.current = at ?? graph.nodes[0]?.id
    for (const [id, { element }] of drawing.nodes) element.tabIndex = id === reachable.current ? 0 : -1
  }, [drawing, graph, at])

  useEffect(() => {
    // Not the SVG: with a listener for the focus it would be a stop for Tab itself.
    const around = host.current
    if (drawing === undefined || around === null) return
    const { nodes, edges } = drawing
    const order = graph.nodes.flatMap(({ id }) => (nodes.has(id) ? [id] : []))
    const byElement = new Map<Element, NodeId>([...nodes].map(([id, { element }]) => [element, id]))
    for (const { id, to } of graph.edges) {
      const edge = edges.get(id)
      if (edge === undefined) continue
      byElement.set(edge.wash, to)
      byElement.set(edge.path, to)
      if (edge.label) byElement.set(edge.label, to)
    }
    const nodeOf = ({ target }: Event): NodeId | undefined => {
      const element = target instanceof Element ? target.closest('g.node, g.edgeLabel, path') : null
      const node = element?.closest('g.node') ?? element
      return node ? byElement.get(node) : undefined
    }
    const placeOf = (node: NodeId | undefined): Place | undefined =>
      node === undefined ? undefined : { kind: 'node', node }

    const listening = new AbortController()
    const { signal } = listening
    around.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && point(placeOf(nodeOf(event))), {
      signal,
    })
    around.addEventListener('pointerleave', leave, { signal })
    around.addEventListener('focusin', (event) => point(placeOf(nodeOf(event))), { signal })
    around.addEventListener('focusout', () => point(undefined), { signal })
    around.addEventListener('click', (event) => pin(placeOf(nodeOf(event))), { signal })
    around.addEventListener(
      'keydown',
      (event) => {
        const node = nodeOf(event)
        if (node === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === 'Enter' || event.key === ' ') pin(placeOf(node))
        else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          const next = order[order.indexOf(node) + (event.key === 'ArrowDown' ? 1 : -1)]
          if (next === undefined) return
          nodes.get(node)?.element.setAttribute('tabindex', '-1')
          nodes.get(next)?.element.setAttribute('tabindex', '0')
          reachable.current = next
          nodes.get(next)?.element.focus()
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

import { drawnGraph, type Graph, type Step } from '@authz-playground/engine'

/**
 * Which chart of a design a run has: the places, in the graph, of the edges that it has and the chart of no run has not.
 * Charts are drawn ahead of time by this name; the nodes follow from the edges.
 */
export function variantOf(graph: Graph, steps: readonly Step[]): string {
  const always = new Set(drawnGraph(graph, []).edges.map(({ id }) => id))
  const here = new Set(drawnGraph(graph, steps).edges.map(({ id }) => id))
  return graph.edges.flatMap(({ id }, at) => (here.has(id) && !always.has(id) ? [at] : [])).join()
}

/** Steps of which a variant’s chart comes: they take its rare edges, in no order that a request would. */
export function stepsOf({ edges }: Graph, variant: string): readonly Step[] {
  if (variant === '') return []
  return variant.split(',').flatMap((at): readonly Step[] => {
    const edge = edges[Number(at)]
    return edge === undefined ? [] : [{ node: edge.from }, { node: edge.to, edge: edge.id }]
  })
}

import { DESIGNS, type Design, drawnGraph, type Graph, type Step } from '@authz-playground/engine'
import { stepsOf, variantOf } from '@authz-playground/pictures'
import { galleryRuns, runsByHand } from './runs.ts'

/**
 * The charts of each design that are drawn ahead of time: of the runs that people are most likely to see, which are the
 * gallery’s and those of the vectors written by hand; and one for all sets of rare nodes that a run can come to, because
 * edges can be put into a drawn chart later, and nodes cannot.
 */
export function variantsDrawn(): ReadonlyMap<Design, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const { design, trace } of [...galleryRuns(), ...runsByHand()]) {
    const variants = found.get(design.id) ?? new Set()
    found.set(design.id, variants.add(variantOf(design.graph, trace.steps)))
  }
  return new Map(
    DESIGNS.map((design) => {
      const { graph } = design
      const variants = new Set([...(found.get(design.id) ?? []), ''])
      const nodes = new Set([...variants].map((variant) => nodesOf(graph, variant)))
      for (const walk of walksToRareNodes(graph)) {
        const variant = variantOf(graph, walk)
        if (nodes.has(nodesOf(graph, variant))) continue
        nodes.add(nodesOf(graph, variant))
        variants.add(variant)
      }
      return [design, [...variants].sort()]
    }),
  )
}

function nodesOf(graph: Graph, variant: string): string {
  return drawnGraph(graph, stepsOf(graph, variant))
    .nodes.map(({ id }) => id)
    .join()
}

/** For each set of nodes that charts do not always have, and that one run can come to, a shortest way there. */
function walksToRareNodes(graph: Graph): Iterable<readonly Step[]> {
  const usual = new Set(drawnGraph(graph, []).nodes.map(({ id }) => id))
  const rareOn = (walk: readonly Step[]): string =>
    [...new Set(walk.map(({ node }) => node))]
      .filter((id) => !usual.has(id))
      .sort()
      .join()
  const [first] = graph.nodes
  if (first === undefined) return []
  const walks: (readonly Step[])[] = [[{ node: first.id }]]
  const been = new Set<string>()
  const found = new Map<string, readonly Step[]>()
  for (const walk of walks) {
    const { node } = walk.at(-1) as Step
    const rare = rareOn(walk)
    if (been.has(`${node} ${rare}`)) continue
    been.add(`${node} ${rare}`)
    if (!found.has(rare)) found.set(rare, walk)
    for (const { id, from, to } of graph.edges) if (from === node) walks.push([...walk, { node: to, edge: id }])
  }
  return found.values()
}

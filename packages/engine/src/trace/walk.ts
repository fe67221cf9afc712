import type { Graph } from './graph.ts'
import type { Step } from './trace.ts'

/**
 * Checks that steps are a walk over a graph, as every trace must be. Returns undefined when they are. Otherwise it returns
 * the error: the steps begin elsewhere than at the first node, take an edge that does not exist or does not join the two
 * nodes, or stop before an end.
 */
export function leavesGraph(steps: readonly Step[], graph: Graph): string | undefined {
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]))
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  let at = graph.nodes[0]?.id
  if (steps[0]?.node !== at) return `begins at ${steps[0]?.node ?? 'no node'}, not at ${at}`
  for (const [i, step] of steps.entries()) {
    if (!nodes.has(step.node)) return `step ${i}: no node ${step.node}`
    if (step.edge === undefined) {
      if (step.node !== at) return `step ${i}: jumps from ${at} to ${step.node} without an edge`
      continue
    }
    const edge = edges.get(step.edge)
    if (edge === undefined) return `step ${i}: no edge ${step.edge}`
    if (edge.from !== at || edge.to !== step.node)
      return `step ${i}: edge ${edge.id} does not join ${at} and ${step.node}`
    at = step.node
  }
  return nodes.get(at as string)?.shape === 'end' ? undefined : `stops at ${at}, which is not an end`
}

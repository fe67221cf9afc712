import { loadDesigns } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { layOutAhead } from './ahead.ts'
import { layOutChart } from './chart-layout.ts'

const DESIGNS = await loadDesigns()
const { graph } = DESIGNS.find(({ id }) => id === 'constrained') ?? { graph: { nodes: [], edges: [] } }
const names = (ids: readonly string[]) => ids.map((id) => graph.nodes.find((node) => node.id === id)?.label.join(''))

/** The run that takes one edge from the first node. */
const first = (label: string) => {
  const edge = graph.edges.find((edge) => edge.from === graph.nodes[0]?.id && edge.label?.join('') === label)
  return [{ node: graph.nodes[0]?.id ?? '' }, { node: edge?.to ?? '', edge: edge?.id ?? '' }]
}

describe('layOutAhead', () => {
  it('has the check of the request and both its ends where nobody is impersonated', () => {
    const { nodes, width } = layOutAhead(graph, first('no impersonation'))
    expect(names(nodes.map(({ id }) => id))).toEqual([
      'receive request',
      'May this user make the request?',
      '200: the request is served',
      '403 Forbidden',
    ])
    expect(width).toBeLessThan(layOutChart(graph, []).width / 2)
  })

  it('has all that may come after another first edge', () => {
    const ahead = layOutAhead(graph, first('feature enabled'))
    expect(ahead.nodes.length).toBe(layOutChart(graph, []).nodes.length)
    expect(ahead.edges.map(({ id }) => id)).not.toContain(first('no impersonation')[1]?.edge)
  })

  it('is laid out once', () => {
    const steps = first('no impersonation')
    expect(layOutAhead(graph, steps)).toBe(layOutAhead(graph, steps))
  })

  it('is the whole chart before any edge is taken', () => {
    for (const { graph } of DESIGNS) expect(layOutAhead(graph, [])).toBe(layOutChart(graph, []))
  })
})

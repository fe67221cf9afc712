import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawnGraph } from '@authz-playground/engine'
import { chartOf, variantOf } from '@authz-playground/pictures'
import { describe, expect, it } from 'vitest'
import { root } from '../files.mjs'
import { MADE_OF } from './data-files.ts'
import { madeOf } from './made-of.ts'
import { galleryRuns, runsByHand, runsOfUpstream } from './runs.ts'

/** There are some ten thousand runs, and a machine may be busy. */
const LONG = { timeout: 300_000 }

describe('charts drawn ahead of time', () => {
  it('are made of the sources, the mermaid and the layout that there are now; else run `pnpm charts`', LONG, () => {
    expect(madeOf()).toEqual(JSON.parse(readFileSync(join(root, MADE_OF), 'utf8')))
  })

  it('show every node and edge that a known run takes, and no rare one that it does not take', LONG, async () => {
    const seen = new Set<string>()
    for (const { design, trace } of [...galleryRuns(), ...runsByHand(), ...runsOfUpstream()]) {
      const { graph } = design
      const name = `${design.id} ${variantOf(graph, trace.steps)}`
      const { nodes, edges } = drawnGraph(graph, trace.steps)
      for (const { node, edge } of trace.steps) {
        expect(
          nodes.some(({ id }) => id === node),
          name,
        ).toBe(true)
        expect(edge === undefined || edges.some(({ id }) => id === edge), name).toBe(true)
      }
      if (seen.has(name)) continue
      seen.add(name)
      const chart = await chartOf(design, trace.steps)
      expect(chart.nodes.map(({ id }) => id).sort(), name).toEqual(nodes.map(({ id }) => id).sort())
      expect(chart.edges.map(({ id }) => id).sort(), name).toEqual(edges.map(({ id }) => id).sort())
    }
    expect(seen.size).toBeGreaterThan(70)
  })
})

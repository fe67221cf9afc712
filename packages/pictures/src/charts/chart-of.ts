import type { Design, Step } from '@authz-playground/engine'
import { DRAWN } from './data/index.ts'
import type { DrawnChart } from './drawn-chart.ts'
import { readChart } from './read-chart.ts'
import { variantOf } from './variant.ts'

/**
 * The chart of a design as it is drawn for a run: nodes and edges that only some runs reach are there when the steps pass
 * them. Charts that known runs have were drawn ahead of time, two files a design; others are made of the nearest of
 * them. Rejects for a design that has none: `pnpm charts` draws it.
 */
export async function chartOf(
  { id, graph }: Pick<Design, 'id' | 'graph'>,
  steps: readonly Step[],
): Promise<DrawnChart> {
  const drawn = DRAWN[id]
  if (drawn === undefined) throw new Error(`no chart was drawn ahead of time for the design ${id}`)
  const variant = variantOf(graph, steps)
  if (variant === '') return readChart(graph, variant, (await drawn.usual()).chart)
  const { charts } = await drawn.rare()
  const chart = charts[variant]
  if (chart !== undefined) return readChart(graph, variant, chart)
  const [{ nearestChart }, { chart: usual }] = await Promise.all([import('./nearest-chart.ts'), drawn.usual()])
  return nearestChart(graph, variant, { ...charts, '': usual })
}

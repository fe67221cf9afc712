import type { Graph } from '@authz-playground/engine'
import type { Rectangle } from '@authz-playground/pictures'
import type { MeasuredChart } from './measured.ts'

/**
 * A measured chart as text, in the form that packages/pictures/src/charts/read-chart.ts reads: in whole px, which nobody
 * tells from the playground’s. Nodes and edges come in the order of the graph. An edge that runs as `routes` draws it,
 * straight down and in bends from one vertical to another, is told by its verticals, any other by its path.
 */
export function writtenChart({ nodes, edges }: Graph, { width, height, ...parts }: MeasuredChart): string {
  const boxes = new Map(parts.nodes.map(({ id, box }) => [id, box]))
  const lines = new Map(parts.edges.map((edge) => [edge.id, edge]))
  return [
    `${Math.ceil(width)} ${Math.ceil(height)}`,
    nodes
      .flatMap(({ id }) => boxes.get(id) ?? [])
      .map(writtenBox)
      .join('\n'),
    edges
      .flatMap(({ id }) => lines.get(id) ?? [])
      .map(({ d, label }) => [...writtenPath(d), ...(label ? [`|${writtenBox(label)}`] : [])].join(' '))
      .join('\n'),
  ].join('\n\n')
}

/** Rounded so that lower right corners stay where they are, too. */
function writtenBox({ left, top, width, height }: Rectangle): string {
  const [x, y] = [Math.round(left), Math.round(top)]
  return [x, y, Math.round(left + width) - x, Math.round(top + height) - y].join(' ')
}

/** Each vertical of a path: its x, where it begins and where it ends. Else the path itself. */
function writtenPath(d: string): readonly string[] {
  const runs: { readonly x: number; readonly top: number; bottom: number }[] = []
  for (const [, command = '', rest = ''] of d.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const [x = Number.NaN, y = Number.NaN] = rest.trim().split(/[ ,]+/).map(Number).slice(-2).map(Math.round)
    const last = runs.at(-1)
    if (last?.x === x && y >= last.bottom) last.bottom = y
    else if (command === 'L') return [d.replace(/-?[\d.]+/g, (number) => String(Math.round(Number(number))))]
    else runs.push({ x, top: y, bottom: y })
  }
  return runs.map(({ x, top, bottom }) => `${x},${top},${bottom}`)
}

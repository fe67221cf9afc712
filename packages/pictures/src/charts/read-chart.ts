import { drawnGraph, edgeLines, type Graph, nodeLines } from '@authz-playground/engine'
import type { Rectangle } from '../layout/geometry.ts'
import type { DrawnChart, DrawnEdge, DrawnNode } from './drawn-chart.ts'
import { stepsOf } from './variant.ts'

/**
 * Reads a chart that was drawn ahead of time: its width and height, then a line for each node with left, top, width and
 * height, then a line for each edge, all in the order of the graph. An edge is its verticals (`x,top,bottom`), with a bend
 * from each to the next, or SVG path data; behind `|` stands the box of its label. What the parts are called and say is the
 * graph’s, so that only measures are kept. Throws where the text is not of this graph.
 */
export function readChart(graph: Graph, variant: string, text: string): DrawnChart {
  const drawn = drawnGraph(graph, stepsOf(graph, variant))
  const nodes = graph.nodes.filter(({ id }) => drawn.nodes.some((node) => node.id === id))
  const edges = graph.edges.filter(({ id }) => drawn.edges.some((edge) => edge.id === id))
  const [size = '', boxes = '', lines = ''] = text.split('\n\n')
  const [width = 0, height = 0] = numbers(size)
  const nodeTexts = boxes.split('\n')
  const edgeTexts = lines.split('\n')
  if (nodeTexts.length !== nodes.length || edgeTexts.length !== edges.length)
    throw new Error(
      `a chart was drawn ahead with ${nodeTexts.length} nodes and ${edgeTexts.length} edges of another graph`,
    )
  return {
    width,
    height,
    nodes: nodes.map(
      ({ id, shape, label, notInText }, i): DrawnNode => ({
        id,
        shape,
        box: box(nodeTexts[i] ?? ''),
        lines: nodeLines(label),
        ...(notInText && { apart: true }),
      }),
    ),
    edges: edges.map(({ id, from, to, label, notInText }, i): DrawnEdge => {
      const [line = '', labelBox] = (edgeTexts[i] ?? '').split('|')
      return {
        id,
        from,
        to,
        d: path(line.trim()),
        ...(notInText && { apart: true }),
        ...(label && labelBox !== undefined && { label: { box: box(labelBox), lines: edgeLines(label) } }),
      }
    }),
  }
}

function path(line: string): string {
  if (line.startsWith('M')) return line
  let d = ''
  let from: { readonly x: number; readonly y: number } | undefined
  for (const vertical of line.split(' ')) {
    const [x = 0, top = 0, bottom = 0] = vertical.split(',').map(Number)
    const middle = from && (from.y + top) / 2
    d += from === undefined ? `M${x},${top}` : `C${from.x},${middle} ${x},${middle} ${x},${top}`
    if (bottom > top) d += `L${x},${bottom}`
    from = { x, y: bottom }
  }
  return d
}

function box(text: string): Rectangle {
  const [left = 0, top = 0, width = 0, height = 0] = numbers(text)
  return { left, top, width, height }
}

function numbers(text: string): readonly number[] {
  return text.trim().split(' ').map(Number)
}

import { describe, expect, it } from 'vitest'
import type { Rectangle } from './geometry.ts'
import { drawnTogether, type Layout, type PlacedEdge, type PlacedNode } from './layout.ts'
import { labelPlace, routes } from './routes.ts'

/** A node of 100 by 30 around a point, as mermaid might have placed it. */
const node = (id: string, x: number, y: number, width = 100): PlacedNode => ({
  id,
  box: { left: x - width / 2, top: y - 15, width, height: 30 },
})
const LABEL = { width: 24, height: 16 }

/** Straight lines between middles, which is where mermaid’s curves go, more or less. */
function edges(nodes: readonly PlacedNode[], ...pairs: readonly (readonly [string, string])[]): readonly PlacedEdge[] {
  const at = (id: string) => {
    const { left, top, width, height } = (nodes.find((node) => node.id === id) as PlacedNode).box
    return { x: left + width / 2, y: top + height / 2 }
  }
  return pairs.map(([from, to]) => ({ id: `${from}${to}`, from, to, points: [at(from), at(to)], label: LABEL }))
}

// A fork whose ways meet again, one of them past two rows.
const NODES = [node('a', 300, 20), node('b', 700, 120), node('c', 700, 220), node('d', 300, 320)]
const EDGES = edges(NODES, ['a', 'b'], ['b', 'c'], ['c', 'd'], ['a', 'd'])

const laid = (nodes = NODES, given = EDGES): Layout => {
  const layout = drawnTogether(nodes, given)
  if (layout === undefined) throw new Error('not drawn together')
  return layout
}
const box = (layout: Layout, id: string) => layout.nodes.get(id) as Rectangle
const apart = (a: Rectangle, b: Rectangle) =>
  a.left + a.width <= b.left || b.left + b.width <= a.left || a.top + a.height <= b.top || b.top + b.height <= a.top

describe('drawing a chart together', () => {
  it('keeps the rows, from top to bottom, with room for labels between them', () => {
    const layout = laid()
    const tops = ['a', 'b', 'c', 'd'].map((id) => box(layout, id).top)
    expect(tops).toEqual(tops.toSorted((x, y) => x - y))
    expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBeGreaterThanOrEqual(30 + LABEL.height)
  })

  it('makes a chart narrower that dagre left wide', () => {
    const layout = laid()
    const boxes = [...layout.nodes.values()]
    const width = Math.max(...boxes.map(({ left, width }) => left + width)) - Math.min(...boxes.map(({ left }) => left))
    expect(width).toBeLessThan(250)
  })

  it('lets a long edge run straight past the nodes on its way', () => {
    const layout = laid()
    const passed = layout.runs.get('ad')?.slice(1) ?? []
    expect(passed.length).toBe(2)
    expect(new Set(passed.map(({ x }) => x)).size).toBe(1)
    for (const { x } of passed) for (const id of ['b', 'c']) expect(x).toBeLessThan(box(layout, id).left)
  })

  it('puts labels right below the fork that they belong to, clear of nodes and of each other', () => {
    const layout = laid()
    const places = EDGES.map(({ id, from }) => {
      const { x, y } = labelPlace(layout, id) ?? { x: 0, y: 0 }
      const under = box(layout, from)
      expect(y - (under.top + under.height)).toBeLessThan(40)
      return { left: x - LABEL.width / 2, top: y - LABEL.height / 2, ...LABEL }
    })
    for (const [i, place] of places.entries()) {
      for (const other of places.slice(i + 1)) expect(apart(place, other)).toBe(true)
      for (const other of layout.nodes.values()) expect(apart(place, other)).toBe(true)
    }
  })

  it('keeps nodes of one row in their order and apart', () => {
    const row = [node('a', 400, 20), node('b', 100, 120, 180), node('c', 390, 121, 180), node('d', 800, 119, 180)]
    const layout = laid(row, edges(row, ['a', 'b'], ['a', 'c'], ['a', 'd']))
    expect(box(layout, 'b').left + 180).toBeLessThan(box(layout, 'c').left)
    expect(box(layout, 'c').left + 180).toBeLessThan(box(layout, 'd').left)
    expect(box(layout, 'b').top).toBe(box(layout, 'd').top)
  })

  it('lets long edges that cross each other bend', () => {
    const nodes = [
      node('a', 100, 20),
      node('b', 300, 20),
      node('m', 600, 120),
      node('n', 600, 220),
      node('c', 100, 320),
      node('d', 300, 320),
    ]
    const layout = laid(nodes, edges(nodes, ['a', 'd'], ['b', 'c'], ['a', 'm'], ['m', 'n'], ['n', 'd']))
    const [, ad1, ad2] = layout.runs.get('ad') ?? []
    const [, bc1, bc2] = layout.runs.get('bc') ?? []
    expect(ad1?.x).toBeLessThan(bc1?.x ?? 0)
    expect(ad2?.x).toBeGreaterThan(bc2?.x ?? 0)
  })

  it('leaves a chart alone that leads upwards somewhere', () => {
    expect(drawnTogether(NODES, edges(NODES, ['a', 'b'], ['d', 'a']))).toBeUndefined()
  })
})

describe('the curves of edges', () => {
  const points = (path: string) =>
    [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))

  it('leave a node at its lower line and end above the next, with room for the arrowhead', () => {
    const layout = laid()
    for (const { id, from, to } of EDGES) {
      const way = points(routes(layout, EDGES).get(id) ?? '')
      const source = box(layout, from)
      const target = box(layout, to)
      expect(way[0]?.y).toBeCloseTo(source.top + source.height, 1)
      expect(way[0]?.x).toBeGreaterThan(source.left)
      expect(way[0]?.x).toBeLessThan(source.left + source.width)
      expect(way.at(-1)?.y).toBeCloseTo(target.top - 4, 1)
      expect(way.at(-1)?.x).toBeGreaterThan(target.left)
      expect(way.at(-1)?.x).toBeLessThan(target.left + target.width)
    }
  })

  it('lead downwards all the way', () => {
    for (const path of routes(laid(), EDGES).values()) {
      const heights = points(path).map(({ y }) => y)
      expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    }
  })

  it('go through their label', () => {
    const layout = laid()
    for (const { id } of EDGES) {
      const place = labelPlace(layout, id)
      expect(points(routes(layout, EDGES).get(id) ?? '').some(({ x }) => Math.abs(x - (place?.x ?? 0)) < 0.01)).toBe(
        true,
      )
    }
  })

  it('meet a node apart from each other, in the order in which they come', () => {
    const nodes = [node('a', 100, 20), node('b', 300, 20), node('c', 500, 20), node('d', 300, 120)]
    const given = edges(nodes, ['a', 'd'], ['b', 'd'], ['c', 'd'])
    const ends = given.map(({ id }) => points(routes(laid(nodes, given), given).get(id) ?? '').at(-1)?.x ?? 0)
    expect((ends[1] ?? 0) - (ends[0] ?? 0)).toBeGreaterThan(8)
    expect((ends[2] ?? 0) - (ends[1] ?? 0)).toBeGreaterThan(8)
  })
})

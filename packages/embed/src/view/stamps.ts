import type { Step } from '@authz-playground/engine'
import {
  type DrawnChart,
  MARKS,
  type Picture,
  pathPoints,
  type Rectangle,
  type Run,
  runsOf,
} from '@authz-playground/pictures'
import { markPaths, svg } from './dom.ts'

/** So many marks are counted at a glance; of more, the number is said. */
const AT_A_GLANCE = 3
/** How far a stamp reaches over its node, and how much of it stands above, in px. */
const REACH = 28
const ABOVE = 14
const HEIGHT = 18
const MARK = 14
const GAP = 4
/** Width of a letter of the strong type of 12 px, about: Arial’s and its kin’s. */
const LETTER = 7.6

/** What was decided at each node, stamped on an upper corner: a mark for each check, the last with its word. */
export function stampsOn(chart: DrawnChart, picture: Picture, steps: readonly Step[]): readonly SVGElement[] {
  return [...picture.stamps].flatMap(([id, stamps]) => {
    const box = chart.nodes.find((node) => node.id === id)?.box
    return box === undefined ? [] : [stampOn(box, runsOf(stamps), entersAtRight(id, box, chart, steps), chart.width)]
  })
}

/** The stamp keeps off the line by which the request came in. */
function entersAtRight(
  node: string,
  { left, width }: Rectangle,
  { edges }: DrawnChart,
  steps: readonly Step[],
): boolean {
  const edge = steps.find((step) => step.node === node && step.edge !== undefined)?.edge
  const entry = pathPoints(edges.find(({ id }) => id === edge)?.d ?? '').at(-1)
  return entry !== undefined && entry.x > left + width - REACH - 12
}

function stampOn({ left, top, width }: Rectangle, runs: readonly Run[], atLeft: boolean, chart: number): SVGElement {
  const parts: SVGElement[] = []
  let x = GAP
  const put = (element: SVGElement, wide: number): void => {
    parts.push(element)
    x += wide + GAP
  }
  const say = (text: string, marked: Run['marked']): void =>
    put(svg('text', { x, y: 13, 'data-marked': marked }, text), text.length * LETTER)
  const stamp = (marked: Run['marked']): void =>
    put(
      svg(
        'g',
        { class: 'mark', 'data-marked': marked, transform: `translate(${x} 2) scale(${MARK / 16})` },
        ...markPaths(marked),
      ),
      MARK,
    )
  for (const [at, { marked, first, count }] of runs.entries()) {
    // Two marks each are counted sooner.
    const counted = count > (first === undefined ? AT_A_GLANCE : 1)
    if (!counted) for (let i = 1; i < count; i++) stamp(marked)
    if (first !== undefined) {
      stamp(first)
      say('→', marked)
    }
    stamp(marked)
    if (at === runs.length - 1) say(MARKS[marked].word, marked)
    if (counted) say(`× ${count}`, marked)
  }
  const marked = runs.at(-1)?.marked ?? 'NotDecided'
  // Not over the edge of the chart, where it is cut off.
  const start = Math.max(0, Math.min(atLeft ? left + REACH - x : left + width - REACH, chart - x))
  return svg(
    'g',
    { class: 'stamp', 'data-marked': marked, transform: `translate(${start} ${top - ABOVE})` },
    svg('rect', { width: x, height: HEIGHT, rx: 4 }),
    ...parts,
  )
}

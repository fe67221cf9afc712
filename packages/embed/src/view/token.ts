import type { Step } from '@authz-playground/engine'
import { type DrawnChart, type Point, pathPoints, travelFrames } from '@authz-playground/pictures'
import type { View } from './view.ts'

/** Puts the token where the request is; where it travels, the browser plays its way without our help. */
export function moveToken(
  token: SVGElement,
  { chart, story, standing, phaseTime }: View,
  before: View | undefined,
): void {
  const to = chart && story && standingPoint(chart, story.steps, standing.position)
  token.toggleAttribute('hidden', to === undefined)
  if (chart === undefined || story === undefined || to === undefined) return
  const { position, phase } = standing
  const { standing: was } = before ?? {}
  if (before?.chart === chart && was?.position === position && was.phase === phase) return
  for (const animation of token.getAnimations()) animation.cancel()
  token.style.transform = moved(to)
  if (phase !== 'travelling' || phaseTime === 0) return
  const edge = chart.edges.find(({ id }) => id === story.steps[position]?.edge)
  const from = standingPoint(chart, story.steps, position - 1)
  if (edge === undefined || from === undefined) return
  const frames = travelFrames(from, pathPoints(edge.d)).map((point) => ({ transform: moved(point) }))
  token.animate(frames, { duration: phaseTime, easing: 'linear' })
}

function moved({ x, y }: Point): string {
  return `translate(${x}px, ${y}px)`
}

/** Where the request stands at a step: where the last edge came in, at first on top of the first node. */
function standingPoint({ nodes, edges }: DrawnChart, steps: readonly Step[], position: number): Point | undefined {
  for (let at = position; at >= 0; at--) {
    const { edge } = steps[at] ?? {}
    const drawn = edge === undefined ? undefined : edges.find(({ id }) => id === edge)
    const end = drawn && pathPoints(drawn.d).at(-1)
    if (end !== undefined) return end
  }
  const first = nodes.find(({ id }) => id === steps[0]?.node)?.box
  return first && { x: first.left + first.width / 2, y: first.top }
}

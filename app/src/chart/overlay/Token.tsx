import type { Step } from '@authz-playground/engine'
import type { Moment, Point } from '@authz-playground/pictures'
import { travelFrames } from '@authz-playground/pictures'
import { useLayoutEffect, useRef } from 'react'
import type { Drawing } from '../drawing/drawing.ts'
import styles from './Token.module.css'

interface TokenProps {
  readonly drawing: Drawing
  readonly steps: readonly Step[]
  readonly moment: Moment
  /** How long it takes to come to the step, in ms; 0 puts it there. */
  readonly time: number
}

/** The request itself, on its way. Only its transform moves, played by the browser without our help. */
export function Token({ drawing, steps, moment: { position, phase }, time }: TokenProps) {
  const token = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = token.current
    const to = standing(drawing, steps, position)
    if (element === null || to === undefined) return
    element.style.transform = moved(to)
    if (phase !== 'travelling' || time === 0) return
    const edge = drawing.edges.get(steps[position]?.edge ?? '')
    const from = standing(drawing, steps, position - 1)
    if (edge === undefined || from === undefined) return
    const frames = travelFrames(from, edge.points).map((point) => ({ transform: moved(point) }))
    const travel = element.animate(frames, { duration: time, easing: 'linear' })
    return () => travel.cancel()
  }, [drawing, steps, position, phase, time])
  return <div ref={token} className={styles.token} aria-hidden="true" />
}

function moved({ x, y }: Point): string {
  return `translate(${x}px, ${y}px)`
}

/** Where the request stands at a step: where the last edge came in, at first on top of the first node. */
function standing({ nodes, edges }: Drawing, steps: readonly Step[], position: number): Point | undefined {
  for (let i = position; i >= 0; i--) {
    const { edge } = steps[i] ?? {}
    const end = edge === undefined ? undefined : edges.get(edge)?.points.at(-1)
    if (end !== undefined) return end
  }
  const first = nodes.get(steps[0]?.node ?? '')
  return first && { x: first.box.left + first.box.width / 2, y: first.box.top }
}

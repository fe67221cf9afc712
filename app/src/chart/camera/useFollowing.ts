import type { NodeId, Step } from '@authz-playground/engine'
import type { Moment } from '@authz-playground/pictures'
import { around, type Rectangle } from '@authz-playground/pictures'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Place } from '../../session/index.ts'
import type { Drawing } from '../drawing/drawing.ts'
import type { Camera } from './useCamera.ts'

/** How long the view takes to come to something that was pinned elsewhere. Milliseconds. */
const GLANCE = 250

/** How far stamps reach beyond their nodes, in px of the chart. */
const STAMP = 88

interface Followed {
  readonly drawing: Drawing | undefined
  readonly steps: readonly Step[]
  /** Where every way begins. */
  readonly start: NodeId | undefined
  readonly moment: Moment & { readonly moved: boolean }
  readonly pinned: Place | undefined
  /** How long the request takes to come to the step, in ms. */
  readonly time: number
  readonly reducedMotion: boolean
  /** Room below a node for what is said of it, in px on screen. */
  readonly roomBelow: number
}

/**
 * Moves the view to where things happen: at first to the beginning of the way, then with the request, and to what was
 * pinned elsewhere. A new answer on the same chart leaves the view where the person has it.
 */
export function useFollowing(
  camera: Camera,
  { drawing, steps, start, moment, pinned, time, reducedMotion, roomBelow }: Followed,
): void {
  const latest = useRef(camera)
  useLayoutEffect(() => {
    latest.current = camera
  })
  const measured = camera.pane.width > 0

  const { position, moved } = moment
  const begun = useRef<Drawing>(undefined)
  useLayoutEffect(() => {
    if (drawing === undefined || !measured || begun.current === drawing) return
    begun.current = drawing
    const boxes = (steps.length > 0 ? steps.map(({ node }) => node) : [start]).flatMap((node) => boxOf(drawing, node))
    const way = around(boxes)
    const [first] = boxes
    if (way) latest.current.show(way, 0)
    if (first) latest.current.show(first, 0)
    const here = position < steps.length - 1 ? boxes[position] : undefined
    if (here) latest.current.show(here, 0)
  }, [drawing, measured, steps, start, position])

  const node = steps[position]?.node
  useEffect(() => {
    if (drawing === undefined || node === undefined || !moved) return
    const [box] = boxOf(drawing, node)
    if (box)
      latest.current.show(
        { ...box, height: box.height + roomBelow / latest.current.zoom },
        reducedMotion ? 0 : Math.max(time, GLANCE),
      )
  }, [drawing, node, moved, time, reducedMotion, roomBelow])

  useEffect(() => {
    if (drawing === undefined || pinned === undefined) return
    const wanted = pinned.kind === 'node' ? pinned.node : pinned.kind === 'step' ? steps[pinned.step]?.node : undefined
    const [box] = wanted === undefined ? [] : boxOf(drawing, wanted)
    if (box) latest.current.show(box, reducedMotion ? 0 : GLANCE)
  }, [drawing, steps, pinned, reducedMotion])
}

function boxOf({ nodes }: Drawing, id: NodeId | undefined): readonly Rectangle[] {
  const box = id === undefined ? undefined : nodes.get(id)?.box
  return box === undefined ? [] : [{ ...box, width: box.width + STAMP }]
}

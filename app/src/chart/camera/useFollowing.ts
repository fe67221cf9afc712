import type { NodeId, Step } from '@authz-playground/engine'
import type { ChartLayout, PlayerState, Rectangle } from '@authz-playground/pictures'
import type { ChartDrawing } from '@authz-playground/pictures/dom'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Place } from '../../session/index.ts'
import { surroundingsOf } from './surroundings.ts'
import { type Camera, MARGIN } from './useCamera.ts'

/** The time of a glide to a place that was pinned elsewhere. Milliseconds. */
const GLANCE = 250

/** The distance that stamps reach beyond their nodes, in px of the chart. */
const STAMP = 88

interface Followed {
  readonly layout: ChartLayout
  readonly steps: readonly Step[]
  /** The part of the chart that the request used. */
  readonly extent: Rectangle | undefined
  /** The first node of every path. */
  readonly start: NodeId | undefined
  readonly player: PlayerState
  readonly pinned: Place | undefined
  /** The time that the request travels to the step, in ms. */
  readonly time: number
  readonly reducedMotion: boolean
  /** Room below a node for its words, in px on screen. */
  readonly roomBelow: number
  /** The edges around the node are shown with it, as in the present view. */
  readonly surroundings: boolean
}

/**
 * Moves the view: at first to the beginning of the path, then with the request, and to a place that was pinned
 * elsewhere. A new answer on the same chart does not move it.
 */
export function useFollowing(
  camera: Camera,
  { layout, steps, extent, start, player, pinned, time, reducedMotion, roomBelow, surroundings }: Followed,
): void {
  const latest = useRef(camera)
  const at = useRef(player.position)
  useLayoutEffect(() => {
    latest.current = camera
    at.current = player.position
  })
  const measured = camera.pane.width > 0

  const { position, moved } = player
  const begun = useRef<{ readonly layout: ChartLayout; readonly surroundings: boolean }>(undefined)
  useLayoutEffect(() => {
    if (!measured || (begun.current?.layout === layout && begun.current.surroundings === surroundings)) return
    begun.current = { layout, surroundings }
    if (surroundings) {
      const here = placeOf(latest.current, layout, steps[position])
      if (here) latest.current.show(here, 0)
      return
    }
    const first = boxOf(layout, steps[0]?.node ?? start)
    if (extent) latest.current.show(extent, 0)
    if (first) latest.current.show(first, 0)
    const here = position < steps.length - 1 ? stampedBoxOf(layout, steps[position]?.node) : undefined
    if (here) latest.current.show(here, 0)
  }, [layout, measured, steps, extent, start, position, surroundings])

  const step = steps[position]
  const { pane } = camera
  const measuredAs = useRef(pane)
  useEffect(() => {
    const resized = measuredAs.current !== pane
    measuredAs.current = pane
    // A request that waits for the room is at its start, wherever that of an older answer was.
    if (step === undefined || !(surroundings || (moved && !resized))) return
    const box = surroundings ? placeOf(latest.current, layout, step) : stampedBoxOf(layout, step.node)
    if (box)
      latest.current.show(
        { ...box, height: box.height + roomBelow / latest.current.zoom },
        reducedMotion || !moved || resized ? 0 : Math.max(time, GLANCE),
      )
  }, [layout, step, moved, time, reducedMotion, roomBelow, surroundings, pane])

  useEffect(() => {
    // The view has followed the player to its step.
    if (pinned === undefined || (pinned.kind === 'step' && pinned.step === at.current)) return
    const wanted = pinned.kind === 'node' ? pinned.node : pinned.kind === 'step' ? steps[pinned.step]?.node : undefined
    const box = stampedBoxOf(layout, wanted)
    if (box) latest.current.show(box, reducedMotion ? 0 : GLANCE)
  }, [layout, steps, pinned, reducedMotion])
}

/** The part of the window that the player does not cover. */
const UNCOVERED = 0.8

/**
 * Scrolls the page with the request where the pane is as high as its chart, so that nothing scrolls in it: the node of the
 * step comes into the middle when it is out of view.
 */
export function useFollowingOnPage(
  scroller: RefObject<HTMLElement | null>,
  { nodes }: Pick<ChartDrawing, 'nodes'>,
  step: Step | undefined,
  { moved, reducedMotion }: { readonly moved: boolean; readonly reducedMotion: boolean },
): void {
  useEffect(() => {
    const { current } = scroller
    const node = step && nodes.get(step.node)
    if (!moved || current === null || node === undefined || current.scrollHeight > current.clientHeight) return
    const { top, bottom } = node.getBoundingClientRect()
    if (top >= 0 && bottom <= innerHeight * UNCOVERED) return
    node.scrollIntoView({ block: 'center', behavior: reducedMotion ? 'instant' : 'smooth' })
  }, [scroller, nodes, step, moved, reducedMotion])
}

function boxOf({ nodes }: ChartLayout, id: NodeId | undefined): Rectangle | undefined {
  return nodes.find((node) => node.id === id)?.box
}

/** The node of a step with its surroundings, as far as the view has room. */
function placeOf(camera: Camera, layout: ChartLayout, step: Step | undefined): Rectangle | undefined {
  const box = stampedBoxOf(layout, step?.node)
  if (step === undefined || box === undefined) return undefined
  const { width, height } = camera.view()
  const margin = (2 * MARGIN) / camera.zoom
  return surroundingsOf(layout, { ...step, box }, { width: width - margin, height: height - margin })
}

/** With room for a stamp at either side. */
function stampedBoxOf(layout: ChartLayout, id: NodeId | undefined): Rectangle | undefined {
  const box = boxOf(layout, id)
  return box && { ...box, left: box.left - STAMP, width: box.width + 2 * STAMP }
}

import type { Scenario } from '@authz-playground/engine'
import type { Expected } from '@authz-playground/examples/versions'
import { create } from 'zustand'
import { openScenario } from './opening.ts'
import { playground, usePlayground } from './playground.ts'

/** One cell of a table as it opens on the page. */
export interface WalkStop {
  /** "Gate on, new rules". */
  readonly title: string
  readonly scenario: Scenario
  /** What KEP-5284 expects of it, where it says so. */
  readonly expected?: Expected
}

/** A table’s cells, opened on the page one after the other. */
export interface Walk {
  /** Which table’s: this request’s, or one of the KEP’s as it is counted and read. */
  readonly table: string
  readonly stops: readonly WalkStop[]
  readonly at: number
  /** Goes on by itself, each request played. */
  readonly playing: boolean
  /** What was on the page before, which “this request” goes on to mean. */
  readonly from: Scenario
}

interface Walking {
  readonly walk: Walk | undefined
}

export const useWalk = create<Walking>()(() => ({ walk: undefined }))

/** Opens a cell, and with it the walk through the others. */
export function startWalk(walk: Omit<Walk, 'from'>): void {
  const from = scenarioBehind(playground.getState().scenario)
  useWalk.setState({ walk: { ...walk, from } })
  open(walk.stops[walk.at])
}

/** The cell of a table that the page shows; undefined while it shows something else. */
export function useShownCell(table: string): number | undefined {
  const walk = useWalk((now) => now.walk)
  const shown = usePlayground(({ scenario }) => scenario === walk?.stops[walk.at]?.scenario)
  return shown && walk?.table === table ? walk.at : undefined
}

/** Goes to another cell; nowhere when there is none. */
export function walkTo(at: number): void {
  const { walk } = useWalk.getState()
  const stop = walk?.stops[at]
  if (walk === undefined || stop === undefined) return
  useWalk.setState({ walk: { ...walk, at } })
  open(stop)
}

export function playWalk(playing: boolean): void {
  const { walk } = useWalk.getState()
  if (walk !== undefined) useWalk.setState({ walk: { ...walk, playing } })
}

export function endWalk(): void {
  useWalk.setState({ walk: undefined })
}

/** The scenario that a person came with: the page’s own, unless that is a cell of the walk. */
export function scenarioBehind(scenario: Scenario): Scenario {
  const { walk } = useWalk.getState()
  return walk !== undefined && walk.stops[walk.at]?.scenario === scenario ? walk.from : scenario
}

function open(stop: WalkStop | undefined): void {
  if (stop !== undefined) openScenario(stop.title, stop.scenario)
}

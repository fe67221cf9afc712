import type { Scenario } from '@authz-playground/engine'
import type { ExpectedCell } from '@authz-playground/examples/versions'
import { create } from 'zustand'
import { openScenario, replaceScenario } from './opening.ts'
import { playground, usePlayground } from './playground.ts'

/** One cell of a table, as the page opens it. */
export interface WalkStop {
  /** "Gate on, new rules". */
  readonly title: string
  readonly scenario: Scenario
  /** The expectation of KEP-5284, where it states one. */
  readonly expected?: ExpectedCell
}

/** The cells of a table, opened on the page one after the other. */
export interface Walk {
  /** The id of the table: that of this request, or one of the KEP's, by counting and reading. */
  readonly table: string
  readonly stops: readonly WalkStop[]
  readonly at: number
  /** It plays each request and then goes to the next cell. */
  readonly playing: boolean
  /** The scenario of the page before. “This request” still means that one. */
  readonly from: Scenario
}

interface Walking {
  readonly walk: Walk | undefined
}

export const useWalk = create<Walking>()(() => ({ walk: undefined }))

/** Opens a cell, and begins a walk through the others. */
export function startWalk(walk: Omit<Walk, 'from'>): void {
  const from = scenarioBeforeWalk(playground.getState().scenario)
  useWalk.setState({ walk: { ...walk, from } })
  const stop = walk.stops[walk.at]
  if (stop !== undefined) openScenario(stop.title, stop.scenario)
}

/** The cell of a table that the page shows; undefined while it shows something else. */
export function useShownCell(table: string): number | undefined {
  const walk = useWalk((now) => now.walk)
  const shown = usePlayground(({ scenario }) => scenario === walk?.stops[walk.at]?.scenario)
  return shown && walk?.table === table ? walk.at : undefined
}

/** Goes to another cell, if it exists. */
export function walkTo(at: number): void {
  const { walk } = useWalk.getState()
  const stop = walk?.stops[at]
  if (walk === undefined || stop === undefined) return
  useWalk.setState({ walk: { ...walk, at } })
  replaceScenario(stop.title, stop.scenario)
}

export function playWalk(playing: boolean): void {
  const { walk } = useWalk.getState()
  if (walk !== undefined) useWalk.setState({ walk: { ...walk, playing } })
}

export function endWalk(): void {
  useWalk.setState({ walk: undefined })
}

/** The scenario of the person: that of the page, unless the page shows a cell of a walk. */
export function scenarioBeforeWalk(scenario: Scenario): Scenario {
  const { walk } = useWalk.getState()
  return walk !== undefined && walk.stops[walk.at]?.scenario === scenario ? walk.from : scenario
}

import type { Step } from '@authz-playground/engine'
import type { ChartPhase } from '../chart/chart-state.ts'

/** The parts of a step that its pace depends on: whether the request travels to it, and whether it makes a check. */
export type Paced = Pick<Step, 'edge' | 'check'>

/**
 * Travel times in milliseconds at speed 1, of short edges and of edges of the second length or longer (px of the
 * chart).
 */
const SHORT_EDGE = 150
const LONG_EDGE = 250
const LONG = 500

/** Time to read a character, a little longer than in prose, because names of Kubernetes are long. Milliseconds. */
const READING = 40
/** Time to read a character of a node without a check. Milliseconds. */
const GLANCING = 15

const SHORTEST_CHECK = 900
const LONGEST_CHECK = 4000
const SHORTEST_REST = 300
const LONGEST_REST = 800
/** How long a decision is shown before the request moves on. Milliseconds. */
const AFTER_DECISION = 700

export interface PaceInput {
  /** Length of the edge that leads to the step, in px of the chart. */
  readonly edgeLength: number
  /** The number of characters of the check’s question, or of the node’s label where there is no check. */
  readonly words: number
  readonly speed: number
}

/** How long a phase of a step lasts, in milliseconds, before the request moves on by itself. */
export function duration(phase: ChartPhase, step: Paced, { edgeLength, words, speed }: PaceInput): number {
  return atSpeedOne(phase, step, edgeLength, words) / speed
}

function atSpeedOne(phase: ChartPhase, step: Paced, edgeLength: number, words: number): number {
  switch (phase) {
    case 'travelling':
      return SHORT_EDGE + (LONG_EDGE - SHORT_EDGE) * Math.min(1, Math.max(0, edgeLength) / LONG)
    case 'asking':
      return between(SHORTEST_CHECK, words * READING, LONGEST_CHECK)
    case 'done':
      return step.check ? AFTER_DECISION : between(SHORTEST_REST, words * GLANCING, LONGEST_REST)
  }
}

function between(least: number, wanted: number, most: number): number {
  return Math.min(most, Math.max(least, wanted))
}

/**
 * The phase in which a step begins. One step forward the request travels; to any other step it jumps. It waits for a
 * check only while playing: a person who steps by hand wants to see the answer.
 */
export function arrivalPhase(from: number, to: number, step: Paced | undefined, playing: boolean): ChartPhase {
  if (to !== from + 1 || step === undefined) return 'done'
  if (step.edge !== undefined) return 'travelling'
  return playing && step.check ? 'asking' : 'done'
}

/** The phase that follows within a step. */
export function nextPhase(phase: ChartPhase, step: Paced, playing: boolean): ChartPhase {
  return phase === 'travelling' && playing && step.check ? 'asking' : 'done'
}

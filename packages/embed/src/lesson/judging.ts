import { type DecideOptions, needsConditions, type Scenario } from '@authz-playground/engine'
import type { Lesson } from '@authz-playground/engine/documents'
import { type GoalRow, goalRow } from '@authz-playground/engine/internal/answers'
import { type Chunks, loadChunks, ScenarioDecider } from '@authz-playground/engine/internal/decide'
import {
  GoalJudge,
  type GoalParts,
  loadGoalParts,
  partFor,
  readGoal,
  scenariosOfGoals,
} from '@authz-playground/engine/internal/goals'
import type { DecideForGoals, GoalResult, GoalsInput } from '@authz-playground/engine/policy'
import { loadCEL } from '../deciding/prepare.ts'
import { whenIdle } from '../deciding/when-idle.ts'

/** The longest work in one idle moment, after which another goal waits for the next one. Milliseconds. */
const AT_ONCE = 8

/** Judges the goals of a lesson when the page is idle. */
export class Judging {
  /** The texts of the run are read by another one, so that neither forgets them. */
  readonly #scenarios = new ScenarioDecider()
  /** The parts of the judge without which some goal cannot be judged. */
  readonly #needed: ReadonlySet<keyof GoalParts>
  #parts: Partial<GoalParts> = {}
  /** Counts the requests to judge: those before the last one are dropped. */
  #asked = 0

  constructor(readonly lesson: Lesson) {
    this.#needed = new Set(lesson.goals.flatMap((text) => partOf(text) ?? []))
  }

  /**
   * Judges the goals of what a reader made of the lesson, and reports the rows in their order; once more where something
   * nearly fits, because the code that finds it is loaded after the first verdicts. A later request drops this one. False
   * where code that the goals need did not arrive.
   */
  async judge(scenario: Scenario, report: (rows: readonly GoalRow[]) => void): Promise<boolean> {
    const asked = ++this.#asked
    const { goals, start } = this.lesson
    const input: GoalsInput = { scenario, goals, start: start.policy }
    const [decide, hasParts] = await Promise.all([
      this.#deciderOf(input).catch(() => undefined),
      this.#loadParts(this.#needed),
    ])
    if (decide === undefined || !hasParts) return false
    const judge = () => this.#inTurns(() => new GoalJudge(input, decide, this.#parts).results(), asked)
    const isWhole = this.#parts.nearest !== undefined
    const rows = await judge()
    if (rows === undefined) return true
    report(rows)
    if (isWhole || rows.every(({ state }) => state !== 'fails')) return true
    const whole = (await whenIdle(() => this.#loadParts(['nearest']))) ? await judge() : undefined
    if (whole !== undefined) report(whole)
    return true
  }

  /** Whether the parts arrived. */
  async #loadParts(names: Iterable<keyof GoalParts>): Promise<boolean> {
    const missing = [...names].filter((name) => this.#parts[name] === undefined)
    if (missing.length === 0) return true
    const loaded = await loadGoalParts(missing).catch(() => undefined)
    this.#parts = { ...this.#parts, ...loaded }
    return loaded !== undefined
  }

  /** Decides what goals ask: goals of the lesson, or conditions of its hints. */
  decider(scenario: Scenario): Promise<DecideForGoals> {
    const conditions = this.lesson.hints.flatMap(({ when, unless }) => [...when, ...unless])
    return this.#deciderOf({ scenario, goals: [...this.lesson.goals, ...conditions] })
  }

  /** Loads what the goals need to be decided. */
  async #deciderOf(input: GoalsInput): Promise<DecideForGoals> {
    const scenarios = [input.scenario, ...scenariosOfGoals(input)]
    const loaded = await Promise.all(scenarios.map(loadChunks))
    const designs = [...new Set(loaded.flatMap((chunks) => chunks.designs))]
    const chunks: Chunks = Object.assign({}, ...loaded, { designs })
    const options: DecideOptions = scenarios.some(needsConditions) ? await loadCEL() : {}
    return (scenario) => this.#scenarios.decide(scenario, chunks, options)
  }

  /** The rows of a judge, a few in each idle moment; undefined where they are no longer wanted. */
  async #inTurns(judge: () => Generator<GoalResult, void>, asked: number): Promise<readonly GoalRow[] | undefined> {
    const rows: GoalRow[] = []
    const left = judge()
    const some = (): boolean => {
      const began = performance.now()
      while (performance.now() - began < AT_ONCE) {
        const { value, done } = left.next()
        if (done || value === undefined) return true
        rows.push(goalRow(value))
      }
      return false
    }
    for (let done = false; !done; ) {
      if (asked !== this.#asked) return undefined
      done = await whenIdle(some)
    }
    return asked === this.#asked ? rows : undefined
  }
}

function partOf(text: string): keyof GoalParts | undefined {
  const { goal } = readGoal(text)
  return goal && partFor(goal)
}

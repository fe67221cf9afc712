import { type DecideOptions, needsConditions, type Scenario } from '@authz-playground/engine'
import { type Chunks, loadChunks, scenarioDecider } from '@authz-playground/engine/chunks'
import type { Lesson } from '@authz-playground/engine/course'
import {
  type DecideForGoals,
  type GoalResult,
  type GoalsInput,
  LeanGoalJudge,
  needsPart,
  readGoal,
  scenariosOfGoals,
} from '@authz-playground/engine/goals'
import { loadCEL } from '../deciding/prepare.ts'
import { whenIdle } from '../deciding/when-idle.ts'

/** The longest work in one idle moment, after which another goal waits for the next one. Milliseconds. */
const AT_ONCE = 8

/** Judges the goals of a lesson when the page is idle. */
export class Judging {
  /** The texts of the run are read by another one, so that neither forgets them. */
  readonly #decide = scenarioDecider()
  readonly #needsPart: boolean
  #parts: typeof import('./all-parts.ts') | undefined
  /** Counts the requests to judge: those before the last one are dropped. */
  #asked = 0

  constructor(readonly lesson: Lesson) {
    this.#needsPart = lesson.goals.some((text) => {
      const { goal } = readGoal(text)
      return goal !== undefined && needsPart(goal)
    })
  }

  /**
   * Judges the goals of what a reader made of the lesson, and reports the results in their order; once more where something
   * nearly fits, because the code that finds it is loaded after the first verdicts. A later request drops this one.
   */
  async judge(scenario: Scenario, report: (results: readonly GoalResult[]) => void): Promise<void> {
    const asked = ++this.#asked
    const { goals, start } = this.lesson
    const input: GoalsInput = { scenario, goals, start: start.policy }
    const decide = await this.#deciderOf(input)
    if (this.#needsPart) await this.loadParts()
    const judge = async (): Promise<readonly GoalResult[] | undefined> =>
      this.#inTurns(() => new (this.#parts?.GoalJudge ?? LeanGoalJudge)(input, decide).results(), asked)
    const isWhole = this.#parts !== undefined
    const results = await judge()
    if (results === undefined) return
    report(results)
    if (isWhole || results.every(({ state }) => state !== 'fails')) return
    await whenIdle(() => this.loadParts())
    const whole = await judge()
    if (whole !== undefined) report(whole)
  }

  /** Decides what goals ask: goals of the lesson, or conditions of its hints. */
  decider(scenario: Scenario): Promise<DecideForGoals> {
    const conditions = this.lesson.hints.flatMap(({ when, unless }) => [...when, ...unless])
    return this.#deciderOf({ scenario, goals: [...this.lesson.goals, ...conditions] })
  }

  async loadParts(): Promise<typeof import('./all-parts.ts')> {
    this.#parts = await import('./all-parts.ts')
    return this.#parts
  }

  /** Loads what the goals need to be decided. */
  async #deciderOf(input: GoalsInput): Promise<DecideForGoals> {
    const scenarios = [input.scenario, ...scenariosOfGoals(input)]
    const loaded = await Promise.all(scenarios.map(loadChunks))
    const designs = [...new Set(loaded.flatMap((chunks) => chunks.designs))]
    const chunks: Chunks = Object.assign({}, ...loaded, { designs })
    const options: DecideOptions = scenarios.some(needsConditions) ? await loadCEL() : {}
    return (scenario) => this.#decide(scenario, chunks, options)
  }

  /** The results of a judge, a few in each idle moment; undefined where they are no longer wanted. */
  async #inTurns(judge: () => Generator<GoalResult, void>, asked: number): Promise<readonly GoalResult[] | undefined> {
    const results: GoalResult[] = []
    const left = judge()
    const some = (): boolean => {
      const began = performance.now()
      while (performance.now() - began < AT_ONCE) {
        const { value, done } = left.next()
        if (done || value === undefined) return true
        results.push(value)
      }
      return false
    }
    for (let done = false; !done; ) {
      if (asked !== this.#asked) return undefined
      done = await whenIdle(some)
    }
    return asked === this.#asked ? results : undefined
  }
}

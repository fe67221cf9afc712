import { type DecideForGoals, GoalJudgeWithAllParts, type GoalResult } from '../goals/index.ts'
import { type Hint, type Lesson, type LessonWork, scenarioWith } from './course.ts'

/** What a learner made of a lesson, judged: the goals, and the hints that speak to it. */
export class LessonJudge {
  readonly #goals: GoalJudgeWithAllParts

  constructor(
    readonly lesson: Lesson,
    readonly work: Partial<LessonWork>,
    readonly decide: DecideForGoals,
  ) {
    this.#goals = this.#judge(lesson.goals)
  }

  /** The goals in their order, one a step. */
  goals(): Generator<GoalResult, void> {
    return this.#goals.results()
  }

  /** Whether all goals hold. */
  get isSolved(): boolean {
    for (const { state } of this.goals()) if (state !== 'holds') return false
    return true
  }

  /**
   * The hints with conditions that are met now, in their order. None where the policy is not understood. A role that was not read
   * grants nothing here: a hint speaks to what is written.
   */
  speaking(): readonly Hint[] {
    return this.lesson.hints.filter(({ when, unless }) => {
      if (when.length + unless.length === 0) return false
      const judge = this.#judge([...when, ...unless])
      for (const { index, state, asRead = state } of judge.results())
        if (asRead !== (index < when.length ? 'holds' : 'fails')) return false
      return true
    })
  }

  #judge(goals: readonly string[]): GoalJudgeWithAllParts {
    const { lesson, work } = this
    return new GoalJudgeWithAllParts(
      { scenario: scenarioWith(lesson, work), goals, start: lesson.start.policy },
      this.decide,
    )
  }
}

/**
 * The hints to show one after the other, from the first on: those that speak to what the learner has now, then the general
 * ones. Hints that were shown before stay in their place.
 */
export function nextHint(
  lesson: Pick<Lesson, 'hints'>,
  speaking: readonly Hint[],
  shown: readonly Hint[],
): Hint | undefined {
  const general = lesson.hints.filter(({ when, unless }) => when.length + unless.length === 0)
  return [...speaking, ...general].find((hint) => !shown.includes(hint))
}

import type { Scenario } from '@authz-playground/engine'
import type { Hint, Lesson } from '@authz-playground/engine/documents'
import { LessonJudge, nextHint } from '@authz-playground/engine/internal/course'
import { whenIdle } from '../deciding/when-idle.ts'
import { html } from '../view/dom.ts'
import type { Judging } from './judging.ts'
import { readText, shownText } from './lesson-texts.ts'

// A chunk of its own, which loads when somebody asks for the first hint: it judges conditions of every kind.

/** More conditions are not judged. */
const MOST = 200

/** The hints of a lesson, one after the other. */
export class Hints {
  readonly #lesson: Lesson
  readonly #shown: Hint[] = []

  constructor(
    lesson: Lesson,
    readonly judging: Judging,
    readonly home: string | undefined,
  ) {
    this.#lesson = { ...lesson, hints: lesson.hints.slice(0, MOST) }
  }

  /** The next hint: one that speaks to what the reader has now, or else the next general one. */
  async next(scenario: Scenario): Promise<HTMLElement> {
    const decide = await this.judging.decider(scenario)
    const { policy, request } = scenario
    const speaking = await whenIdle(() => new LessonJudge(this.#lesson, { policy, request }, decide).speaking())
    const hint = nextHint(this.#lesson, speaking, this.#shown)
    if (hint !== undefined) this.#shown.push(hint)
    const say = hint?.say ?? 'No hint of this lesson speaks to what is written now.'
    return shownText(await readText(say), 'hint', this.home)
  }

  /** Whether a hint is left that needs no mistake to speak to. */
  get hasMore(): boolean {
    return this.#lesson.hints.some((hint) => hint.when.length + hint.unless.length === 0 && !this.#shown.includes(hint))
  }
}

/** The texts of the solution that differ from those at the start. */
export function solutionOf({ start, solution }: Lesson): readonly HTMLElement[] {
  const texts = [
    ...(solution.policy === start.policy ? [] : [['Policy of the solution', solution.policy] as const]),
    ...(solution.request.text === start.request.text
      ? []
      : [['Request of the solution', solution.request.text] as const]),
  ]
  return texts.flatMap(([name, text]) => [
    html('p', { class: 'label' }, name),
    html('pre', { class: 'solution', part: 'code', tabindex: 0, role: 'group', 'aria-label': name }, text.trimEnd()),
  ])
}

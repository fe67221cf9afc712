import type { Scenario } from '@authz-playground/engine'
import type { Hint, Lesson } from '@authz-playground/engine/course'
import { whenIdle } from '../deciding/when-idle.ts'
import { html, set } from '../view/dom.ts'
import type { Judging } from './judging.ts'
import { readText, shownText } from './texts.ts'

/** More conditions are not judged when somebody asks for a hint. */
const MOST = 200

/** The hints that were asked for, and the button that asks for the next one. After the last one it shows the solution. */
export function hints(
  lesson: Lesson,
  judging: Judging,
  scenario: () => Scenario,
  home: string | undefined,
): { readonly button: HTMLButtonElement; readonly list: HTMLElement } {
  const button = html('button', { type: 'button', class: 'quiet text', part: 'button' }, 'Hint')
  const list = html('div', { class: 'hints', 'aria-live': 'polite' })
  const shown: Hint[] = []
  const asked = { ...lesson, hints: lesson.hints.slice(0, MOST) }

  /** The hint that speaks to what the reader has now, or the next general one. */
  async function next(): Promise<Hint | undefined> {
    const [{ LessonJudge, nextHint }, decide] = await Promise.all([judging.loadParts(), judging.decider(scenario())])
    const { policy, request } = scenario()
    const speaking = await whenIdle(() => new LessonJudge(asked, { policy, request }, decide).speaking())
    return nextHint(asked, speaking, shown)
  }

  async function show(): Promise<void> {
    const hint = await next()
    if (hint !== undefined) {
      shown.push(hint)
      list.append(shownText(await readText(hint.say), 'hint', home))
      button.textContent = shown.length < asked.hints.length ? 'Another hint' : 'Solution'
      return
    }
    button.hidden = true
    list.append(...solutionOf(lesson))
  }

  let busy = false
  button.hidden = lesson.hints.length === 0
  button.addEventListener('click', async () => {
    if (busy) return
    busy = true
    set(button, 'aria-disabled', 'true')
    await show().finally(() => {
      busy = false
      set(button, 'aria-disabled', undefined)
    })
  })
  return { button, list }
}

/** The texts of the solution that differ from those at the start. */
function solutionOf({ start, solution }: Lesson): readonly HTMLElement[] {
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

import type { Scenario } from '@authz-playground/engine'
import type { Lesson } from '@authz-playground/engine/documents'
import { html, set } from '../view/dom.ts'
import type { Judging } from './judging.ts'

/** What a reader can ask for: the hints, one after the other, and after them the solution. */
export interface Help {
  readonly button: HTMLButtonElement
  /** What was asked for. */
  readonly list: HTMLElement
}

export function help(lesson: Lesson, judging: Judging, scenario: () => Scenario, home: string | undefined): Help {
  const button = html('button', { type: 'button', class: 'quiet text', part: 'button' }, 'Hint')
  const list = html('div', { class: 'hints', 'aria-live': 'polite' })
  const loading = async () => {
    const { Hints, solutionOf } = await import('./hints.ts')
    return { hints: new Hints(lesson, judging, home), solutionOf }
  }
  let loaded: Awaited<ReturnType<typeof loading>> | undefined
  /** Only the solution is left. */
  let isLast = false

  async function show(): Promise<void> {
    loaded ??= await loading().catch(() => undefined)
    if (loaded === undefined) {
      list.append(html('p', { class: 'hint' }, 'The hints did not arrive from the playground. Ask again.'))
      return
    }
    const { hints, solutionOf } = loaded
    if (isLast) {
      const solution = solutionOf(lesson)
      list.append(...solution)
      button.hidden = true
      // The button had the focus.
      solution.at(-1)?.focus()
      return
    }
    list.append(await hints.next(scenario()))
    isLast = !hints.hasMore
    button.textContent = isLast ? 'Solution' : 'Another hint'
  }

  let busy = false
  button.addEventListener('click', async () => {
    if (busy) return
    busy = true
    // A disabled button loses the focus.
    set(button, 'aria-disabled', 'true')
    await show().finally(() => {
      busy = false
      set(button, 'aria-disabled', undefined)
    })
  })
  return { button, list }
}

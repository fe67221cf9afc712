import { useEffect, useRef } from 'react'
import { playground } from '../session/index.ts'
import { announce, type Shortcut, shortcutOf } from '../ui/index.ts'

/**
 * Undoes or redoes one edit of policy, request or settings. Announces the result, also where there is nothing to undo.
 */
export function step(direction: 'undo' | 'redo'): void {
  const { history, undo, redo } = playground.getState()
  const [steps, take, done, nothing] =
    direction === 'undo'
      ? ([history.past, undo, 'Undone', 'Nothing to undo'] as const)
      : ([history.future, redo, 'Redone', 'Nothing to redo'] as const)
  take()
  announce(steps.length > 0 ? done : nothing)
}

/**
 * The keys of the whole page. It handles undo and redo before editors and fields see them, because one history has the
 * edits of all of them. A dialog keeps its own undo. Escape unpins a place when nothing else has handled it.
 */
export function useShortcuts(
  actions: Readonly<Record<Exclude<Shortcut, 'undo' | 'redo'> | 'leave', () => void>>,
): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })

  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const shortcut = shortcutOf(event)
      if (shortcut === undefined || inDialog(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (shortcut === 'undo' || shortcut === 'redo') step(shortcut)
      else if (!event.repeat) latest.current[shortcut]()
    }
    // Undo from a menu of the browser, or by shaking a phone.
    const typed = (event: InputEvent): void => {
      const direction = ({ historyUndo: 'undo', historyRedo: 'redo' } as const)[event.inputType]
      if (direction === undefined || inDialog(event)) return
      event.preventDefault()
      step(direction)
    }
    const escaped = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || inDialog(event)) return
      latest.current.leave()
    }
    addEventListener('keydown', pressed, { capture: true })
    addEventListener('beforeinput', typed, { capture: true })
    addEventListener('keydown', escaped)
    return () => {
      removeEventListener('keydown', pressed, { capture: true })
      removeEventListener('beforeinput', typed, { capture: true })
      removeEventListener('keydown', escaped)
    }
  }, [])
}

function inDialog(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('dialog') !== null
}

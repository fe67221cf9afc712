import { useEffect, useRef } from 'react'
import { playground } from '../session/index.ts'
import { announce, type Shortcut, shortcutOf } from '../ui/index.ts'

/** Goes a step back or forward in everything: policy, request and settings. Says so, or that there is none. */
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
 * The keys of the whole page. Undo and redo are taken before anything else sees them, in editors and fields too: there
 * is one history for all of it. Only a dialog keeps its own. Escape lets go of what is pinned, once nobody else wanted it.
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
    // From a menu, or by shaking a phone.
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

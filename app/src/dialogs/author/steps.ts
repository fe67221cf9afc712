import { announce } from '../../ui/index.ts'
import { desk } from './author.ts'

/** Undoes or redoes a step of the texts, and says so. */
export function takeStep(direction: 'undo' | 'redo'): void {
  if (direction === 'undo') announce(desk.undo() ? 'Undone' : 'Nothing to undo')
  else announce(desk.redo() ? 'Redone' : 'Nothing to redo')
}

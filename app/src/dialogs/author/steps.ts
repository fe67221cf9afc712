import { announce } from '../../ui/index.ts'
import { draftStore } from './author.ts'

/** Undoes or redoes a step of the texts, and says so. */
export function takeStep(direction: 'undo' | 'redo'): void {
  if (direction === 'undo') announce(draftStore.undo() ? 'Undone' : 'Nothing to undo')
  else announce(draftStore.redo() ? 'Redone' : 'Nothing to redo')
}

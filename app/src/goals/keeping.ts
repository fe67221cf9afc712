import { plainText, type RichText } from '@authz-playground/engine'
import { addGoals } from '../session/goal-edits.ts'
import { workerApi } from '../session/index.ts'
import { announce } from '../ui/index.ts'

/** What became of “This should stay so”. */
export interface Kept {
  readonly words: RichText
  /** Goals were added, or are in the list already. */
  readonly isKept: boolean
}

/** Adds the goals that say what the page shows now, as one step of undo, and says so. Undefined where no answer is shown. */
export async function keepAnswer(): Promise<Kept | undefined> {
  const found = await workerApi()
    .keptGoals()
    .catch(() => undefined)
  if (found === undefined) return undefined
  const kept = keptIn(found.goals, found.no)
  announce(plainText(kept.words))
  return kept
}

function keptIn(goals: readonly string[] | undefined, no: RichText = []): Kept {
  if (goals === undefined) return { words: ['No goal can say it. ', ...no], isKept: false }
  const added = addGoals(goals)
  const words =
    added === 0 ? 'It is among the goals already.' : added === 1 ? 'Added to the goals.' : `${added} goals were added.`
  return { words: [words], isKept: true }
}

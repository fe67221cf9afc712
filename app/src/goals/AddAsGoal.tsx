import { plainText, type RichText, type Scenario } from '@authz-playground/engine'
import { useState } from 'react'
import { addGoals } from '../session/goal-edits.ts'
import { playground, usePlayground, workerApi } from '../session/index.ts'
import { announce, Button, Icon, IconButton, Words } from '../ui/index.ts'
import styles from './AddAsGoal.module.css'

interface AddAsGoalProps {
  /** A button without visible words. */
  readonly asIcon?: boolean
  /** Called when the goals are in the list. */
  onKept?(): void
}

const LABEL = 'This should stay so'

/** One click adds the goals that say what the page shows now; or says why no goal can. */
export function AddAsGoal({ asIcon = false, onKept }: AddAsGoalProps) {
  const scenario = usePlayground((now) => now.scenario)
  const decided = usePlayground((now) => now.answered === now.scenario && now.answer?.trace !== undefined)
  const [last, setLast] = useState<{ readonly of: Scenario; readonly kept: Kept }>()
  const kept = last?.of === scenario ? last.kept : undefined

  async function keep(): Promise<void> {
    const of = playground.getState().scenario
    const kept = await keepAnswer()
    if (kept === undefined) return
    setLast({ of, kept })
    if (kept.isKept) onKept?.()
  }

  const button = { 'aria-disabled': !decided, onClick: () => void (decided && keep()) }
  return (
    <div className={styles.stay}>
      {asIcon ? (
        <IconButton icon="pin" label={LABEL} {...button} />
      ) : (
        <Button title="Add a goal that says what the page shows now" {...button}>
          <Icon name="pin" /> {LABEL}
        </Button>
      )}
      {kept && (
        <p className={styles.said}>
          <Words of={kept.words} />
        </p>
      )}
    </div>
  )
}

/** What became of “This should stay so”. */
interface Kept {
  readonly words: RichText
  /** Goals were added, or are in the list already. */
  readonly isKept: boolean
}

/** Adds the goals that say what the page shows now, as one step of undo, and says so. Undefined where no answer is shown. */
async function keepAnswer(): Promise<Kept | undefined> {
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
  if (added === undefined) return { words: ['The scenario has as many goals as it may have.'], isKept: false }
  const words =
    added === 0 ? 'It is among the goals already.' : added === 1 ? 'Added to the goals.' : `${added} goals were added.`
  return { words: [words], isKept: true }
}

import type { Scenario } from '@authz-playground/engine'
import { type ComponentProps, useState } from 'react'
import { playground, usePlayground } from '../session/index.ts'
import { Button, classes, Icon, Words } from '../ui/index.ts'
import styles from './AddAsGoal.module.css'
import { type Kept, keepAnswer } from './keeping.ts'

interface AddAsGoalProps extends Pick<ComponentProps<typeof Button>, 'look'> {
  /** Called when the goals are in the list. */
  onKept?(): void
}

/** One click adds the goals that say what the page shows now; or says why no goal can. */
export function AddAsGoal({ look = 'outlined', onKept }: AddAsGoalProps) {
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

  return (
    <div className={classes(styles.stay, look === 'quiet' && styles.quiet)}>
      <Button
        look={look}
        aria-disabled={!decided}
        title="Add a goal that says what the page shows now"
        onClick={() => decided && void keep()}
      >
        <Icon name="pin" /> This should stay so
      </Button>
      {kept && (
        <p className={styles.said}>
          <Words of={kept.words} />
        </p>
      )}
    </div>
  )
}

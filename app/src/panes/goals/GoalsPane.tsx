import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { useEffect, useId, useState } from 'react'
import { AddAsGoal, GoalList, GoalMark } from '../../goals/index.ts'
import { beginGoal, moveGoal, playGoal, removeGoal, writeGoal } from '../../session/goal-edits.ts'
import { goalCount, type ShownGoals, useGoals } from '../../session/goals.ts'
import { usePlayground } from '../../session/index.ts'
import { announce, Button, Icon, IconButton } from '../../ui/index.ts'
import { useAnnouncedGoals } from './announced.ts'
import { GoalField } from './GoalField.tsx'
import styles from './GoalsPane.module.css'
import { focusGoal, goalOf, type Part } from './row-focus.ts'

interface GoalsPaneProps {
  /** The list is shown, and not only its title. */
  readonly unfolded: boolean
  onUnfold(unfolded: boolean): void
}

/** A goal that a person writes, and what it said before. */
interface Writing {
  readonly at: number
  /** Undefined for a new goal. */
  readonly before: string | undefined
}

/** The goals of the scenario: which hold, why the others do not, and what can be done with them. */
export function GoalsPane({ unfolded, onUnfold }: GoalsPaneProps) {
  const sentences = usePlayground((now) => now.goals)
  const shown = useGoals(sentences)
  const title = useId()
  const list = useId()
  const [writing, setWriting] = useState<Writing>()
  useAnnouncedGoals(shown)
  // Undo may take a goal back while it is written.
  useEffect(() => {
    setWriting((now) => (now !== undefined && now.at >= sentences.length ? undefined : now))
  }, [sentences])

  function begin(): void {
    onUnfold(true)
    const at = beginGoal('')
    if (at !== undefined) setWriting({ at, before: undefined })
  }

  function end({ at, before }: Writing, isKept: boolean): void {
    setWriting(undefined)
    const text = sentences[at] ?? ''
    if (!isKept && before !== undefined) writeGoal(at, before)
    if ((isKept ? text : (before ?? '')).trim() === '') removeGoal(at)
    else focusGoal(at, 'sentence')
  }

  return (
    <section className={styles.pane} aria-labelledby={title} aria-busy={!shown.current}>
      <header className={styles.bar}>
        <h2 className={styles.title}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={unfolded}
            aria-controls={unfolded ? list : undefined}
            onClick={() => onUnfold(!unfolded)}
          >
            <Icon name={unfolded ? 'down' : 'next'} />
            <span id={title}>Goals</span>
            {sentences.length > 0 && <Count goals={shown.goals} />}
          </button>
        </h2>
        {(unfolded || sentences.length === 0) && (
          <Button look="quiet" className={styles.add} onClick={begin}>
            <Icon name="plus" /> Add a goal
          </Button>
        )}
      </header>
      {unfolded && (
        <div id={list} className={styles.body}>
          {sentences.length === 0 ? (
            <Empty onAdd={begin} />
          ) : (
            <Written
              shown={shown}
              writing={writing}
              onWrite={(at) => setWriting({ at, before: sentences[at] })}
              onEnd={end}
            />
          )}
        </div>
      )}
    </section>
  )
}

function Count({ goals }: { readonly goals: readonly GoalRow[] }) {
  const all = goals.every(({ state }) => state === 'holds')
  const some = goals.some(({ state }) => state === 'fails')
  return (
    <span className={styles.count}>
      <GoalMark state={all ? 'holds' : some ? 'fails' : 'not-decided'} />
      {goalCount(goals)}
    </span>
  )
}

/** What goals are, and the two ways to have some. */
function Empty({ onAdd }: { onAdd(): void }) {
  return (
    <div className={styles.empty}>
      <p>
        A goal is a sentence about the policy that is to stay true, such as <code>jane</code> can <code>list pods</code>{' '}
        in <code>prod</code>. It is judged as you type, and <code>authz-playground check</code> judges it in CI.
      </p>
      <div className={styles.ways}>
        <AddAsGoal onKept={() => focusGoal(0, 'sentence')} />
        <Button onClick={onAdd}>
          <Icon name="plus" /> Add a goal
        </Button>
      </div>
    </div>
  )
}

interface WrittenProps {
  readonly shown: ShownGoals
  readonly writing: Writing | undefined
  onWrite(at: number): void
  onEnd(writing: Writing, isKept: boolean): void
}

function Written({ shown: { goals, current }, writing, onWrite, onEnd }: WrittenProps) {
  function remove(at: number): void {
    removeGoal(at)
    announce('Goal removed. Undo takes it back.')
    focusGoal(Math.min(at, goals.length - 2), 'remove')
  }

  function move(at: number, to: number, part: Part): void {
    if (to < 0 || to >= goals.length) return
    moveGoal(at, to)
    announce(`Goal ${to + 1} of ${goals.length}`)
    focusGoal(to, part)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div
      onKeyDown={(event) => {
        const found = goalOf(event.target)
        if (found === undefined || event.defaultPrevented) return
        const { at, part } = found
        const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
        const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
        if (event.altKey && step !== 0) move(at, at + step, part)
        else if (plain && event.key === 'F2') onWrite(at)
        else if (plain && event.key === 'Delete') remove(at)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <GoalList
        goals={goals}
        current={current}
        {...(writing && { drawn: writing.at })}
        onPlay={playGoal}
        writing={(goal, at) =>
          writing?.at === at ? (
            <GoalField
              text={goal.text}
              problem={goal.problem}
              onChange={(text) => writeGoal(at, text)}
              onEnd={(isKept) => onEnd(writing, isKept)}
            />
          ) : undefined
        }
        tools={(_, at) =>
          writing?.at !== at && (
            <div className={styles.tools}>
              <IconButton
                icon="write"
                label={`Edit goal ${at + 1}`}
                keys="F2"
                data-part="write"
                aria-keyshortcuts="F2 Alt+ArrowUp Alt+ArrowDown"
                onClick={() => onWrite(at)}
              />
              <IconButton
                icon="close"
                label={`Remove goal ${at + 1}`}
                keys="Delete"
                data-part="remove"
                onClick={() => remove(at)}
              />
            </div>
          )
        }
      />
      <p className={styles.keys}>A click plays the request of a goal. F2 edits it, Alt with an arrow moves it.</p>
    </div>
  )
}

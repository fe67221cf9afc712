import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { useEffect, useId, useRef, useState } from 'react'
import { AddAsGoal, GoalList, GoalMark } from '../../goals/index.ts'
import { beginGoal, moveGoal, playGoal, removeGoal, writeGoal } from '../../session/goal-edits.ts'
import { goalCount, type ShownGoals, useGoals } from '../../session/goals.ts'
import { usePlayground } from '../../session/index.ts'
import { announce, Button, Icon, IconButton } from '../../ui/index.ts'
import { GoalField } from './GoalField.tsx'
import styles from './GoalsPane.module.css'

/** The pause after typing, after which a change of goals is announced. Milliseconds. */
const SETTLED = 800

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

/** Announces how many goals hold when the state of one has changed, after a pause. The first results are read in their place. */
function useAnnouncedGoals({ goals, current }: ShownGoals): void {
  const said = useRef<string>(undefined)
  const states = current ? goals.map(({ state }) => state).join(' ') : undefined
  const holding = goals.filter(({ state }) => state === 'holds').length
  const words = `${holding} of ${goals.length} goals ${goals.length === 1 ? 'holds' : 'hold'}`
  useEffect(() => {
    if (states === undefined || states === said.current) return
    if (said.current === undefined || states === '') {
      said.current = states
      return
    }
    const timer = setTimeout(() => {
      said.current = states
      announce(words)
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [states, words])
}

/** A control of a goal that has the focus. */
type Part = 'sentence' | 'write' | 'remove'

/** The goal that an element is in, and the control that it is. Undefined in a field. */
function goalOf(target: EventTarget): { readonly at: number; readonly part: Part } | undefined {
  if (!(target instanceof HTMLElement) || target.matches('textarea')) return undefined
  const row = target.closest<HTMLElement>('[data-goal]')
  if (row === null) return undefined
  const { part } = target.dataset
  return { at: Number(row.dataset.goal), part: part === 'write' || part === 'remove' ? part : 'sentence' }
}

/** Moves the focus to a control of a goal once it is drawn; to its first one where it has no such control. */
function focusGoal(at: number, part: Part): void {
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-goals] [data-goal="${at}"]`)
    const wanted = row?.querySelector<HTMLElement>(part === 'sentence' ? '[data-sentence]' : `[data-part=${part}]`)
    const found = wanted ?? row?.querySelector<HTMLElement>('button')
    found?.focus()
  })
}

import type { Diagnostic } from '@authz-playground/engine'
import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { lineInWords, problemInWords } from '@authz-playground/engine/internal/words'
import { type ReactNode, useEffect, useId } from 'react'
import { goTo, type Place, placeIn, playground } from '../session/index.ts'
import { classes, drawnOf, LinkedWords, useLongList, Words } from '../ui/index.ts'
import styles from './GoalList.module.css'
import { GoalMark, stateInWord } from './GoalMark.tsx'

interface GoalListProps {
  readonly goals: readonly GoalRow[]
  /** They are about the texts on screen. Else their lines are no links, as the places may be others now. */
  readonly current: boolean
  /** `first`: only the first goal that does not hold says why, where there is little room. */
  readonly reasons?: 'all' | 'first'
  /** The accessible name of the list. */
  readonly label?: string
  /** Puts the request of a goal on the page and plays it. Without it goals cannot be clicked. */
  onPlay?(goal: GoalRow, at: number): void
  /** The place of a goal that is drawn in any case. Of a long list the others are drawn when somebody asks for them. */
  readonly drawn?: number
  /** What is beside a goal: what can be done with its sentence. */
  tools?(goal: GoalRow, at: number): ReactNode
  /** What is in the place of a sentence while a person writes it; undefined for those that nobody writes. */
  writing?(goal: GoalRow, at: number): ReactNode
}

/**
 * Goals with their marks: of those that do not hold also why, and what nearly fits. A click on a goal plays its request, and
 * pointing at it lights the rule in the editor.
 */
export function GoalList({
  goals,
  current,
  reasons = 'all',
  label = 'Goals',
  drawn,
  onPlay,
  tools,
  writing,
}: GoalListProps) {
  const { places, rest } = useLongList(goals.length, drawn)
  const same = sameError(goals)
  const unmet = goals.findIndex(({ state }) => state !== 'holds')
  return (
    <>
      {same && (
        <p className={styles.note}>
          <strong>{stateInWord('not-decided')}:</strong>{' '}
          <LinkedWords of={[problemInWords(same)]} targets={current ? placesOf([same.range]) : NOWHERE} onGo={goTo} />
        </p>
      )}
      <ol className={styles.goals} aria-label={label} aria-busy={!current}>
        {drawnOf(goals, places).map(([goal, at]) => (
          <GoalItem
            // A sentence is known by its place, and may be there twice.
            key={at}
            goal={goal}
            current={current}
            saysWhy={reasons === 'all' || at === unmet}
            saysError={same === undefined}
            {...(onPlay && { onPlay: () => onPlay(goal, at) })}
            at={at}
            tools={tools?.(goal, at)}
            writing={writing?.(goal, at)}
          />
        ))}
      </ol>
      <div className={styles.rest}>{rest}</div>
    </>
  )
}

interface GoalItemProps {
  readonly goal: GoalRow
  readonly at: number
  readonly current: boolean
  readonly saysWhy: boolean
  /** The error because of which it is not decided is not said above the list. */
  readonly saysError: boolean
  onPlay?(): void
  readonly tools: ReactNode
  readonly writing: ReactNode
}

function GoalItem({ goal, at, current, saysWhy, saysError, onPlay, tools, writing }: GoalItemProps) {
  const { state, play } = goal
  const why = useId()
  const [rule] = goal.places
  const point = (place: Place | undefined): void => playground.getState().point(place)
  const pointing = current && rule !== undefined ? () => point(placeIn(rule)) : undefined
  const away = () => point(undefined)
  // A goal that is removed is not pointed at any more.
  useEffect(() => () => playground.getState().point(undefined), [])
  return (
    <li className={styles.goal} data-goal={at} onPointerEnter={pointing} onPointerLeave={pointing && away}>
      <GoalMark state={state} />
      <div className={classes(styles.line, writing !== undefined && styles.written)}>
        {writing !== undefined ? (
          writing
        ) : onPlay ? (
          <button
            type="button"
            data-sentence
            className={styles.sentence}
            aria-describedby={why}
            aria-disabled={play === undefined}
            title={play ? 'Play its request on the chart' : undefined}
            onFocus={pointing}
            onBlur={pointing && away}
            onClick={play && onPlay}
          >
            <Sentence goal={goal} />
          </button>
        ) : (
          <span className={styles.sentence}>
            <Sentence goal={goal} />
          </span>
        )}
      </div>
      {tools}
      <div id={why} className={styles.why}>
        {saysWhy && <Why goal={goal} current={current} saysError={saysError} />}
      </div>
    </li>
  )
}

/** The sentence, with the part of it that is not understood. */
function Sentence({ goal: { text, sentence, problem } }: { readonly goal: GoalRow }) {
  if (problem === undefined) return <Words of={sentence} />
  return (
    <>
      {text.slice(0, problem.start)}
      <span className={styles.wrong}>{text.slice(problem.start, problem.end)}</span>
      {text.slice(problem.end)}
    </>
  )
}

function Why({ goal, current, saysError }: Pick<GoalItemProps, 'goal' | 'current' | 'saysError'>) {
  const { state, words, near, errors, places } = goal
  if (state === 'holds' || words.length === 0 || goal.text.trim() === '') return null
  if (errors.length > 0 && !saysError) return null
  const targets = current ? placesOf([...places, ...errors.map(({ range }) => range)]) : NOWHERE
  return (
    <>
      <p>
        <strong>{stateInWord(state)}:</strong> <LinkedWords of={words} targets={targets} onGo={goTo} />
      </p>
      {near && (
        <p>
          <LinkedWords of={near} targets={targets} onGo={goTo} />
        </p>
      )}
    </>
  )
}

const NOWHERE: ReadonlyMap<string, Place> = new Map()

function placesOf(ranges: GoalRow['places']): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const range of ranges) {
    const line = lineInWords(range)
    if (!places.has(line)) places.set(line, placeIn(range))
  }
  return places
}

/** The error because of which no goal is decided, where it is one and the same. */
function sameError(goals: readonly GoalRow[]): Diagnostic | undefined {
  const [first, ...others] = goals.map(({ errors: [error] }) => error)
  if (first === undefined || others.length === 0) return undefined
  const isSame = (one: Diagnostic | undefined): boolean =>
    one?.message === first.message && one.range.start === first.range.start && one.range.source === first.range.source
  return others.every(isSame) ? first : undefined
}

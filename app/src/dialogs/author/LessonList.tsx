import { counted, shortened } from '@authz-playground/pictures'
import { memo } from 'react'
import { classes, Icon, VisuallyHidden } from '../../ui/index.ts'
import type { LessonRow } from '../../worker/index.ts'
import { reader, useReading } from './author.ts'
import type { ShownLesson } from './course-reader.ts'
import styles from './LessonList.module.css'

interface LessonListProps {
  /** Shows a lesson in the editor. `start`: where it begins. */
  onLesson(start: number): void
}

/** The lessons with three marks each: does the start fail, does the solution pass, and are the hints in order. */
export function LessonList({ onLesson }: LessonListProps) {
  const lessons = useReading((now) => now.lessons)
  const selected = useReading((now) => now.selected)
  if (lessons.length === 0) return null
  return (
    <div className={styles.list}>
      <ol className={styles.lessons} aria-label="Lessons">
        {lessons.map((lesson, index) => (
          <Lesson
            // biome-ignore lint/suspicious/noArrayIndexKey: two lessons may have one id while somebody writes
            key={index}
            of={lesson}
            index={index}
            selected={index === selected}
            onSelect={() => {
              reader.select(index)
              const { start } = reader.store.getState().lessons[index] ?? lesson
              onLesson(start)
            }}
          />
        ))}
      </ol>
    </div>
  )
}

interface LessonProps {
  readonly of: ShownLesson
  /** Its place in the course, from 0. */
  readonly index: number
  readonly selected: boolean
  onSelect(): void
}

/** It is drawn again only where something in it changes: a course may have 500 of them, and each keystroke brings all. */
const Lesson = memo(LessonItem, (before, after) => drawn(before) === drawn(after))

/** What of a lesson is drawn. */
function drawn({ of: { title, id, understood, row, plays, playCount, stale }, index, selected }: LessonProps): string {
  const marks = row && [row.start, row.solution, row.hints]
  const played = plays && [plays.silent, plays.problems.length]
  return JSON.stringify([title, id, understood, marks, played, playCount, stale, index, selected])
}

function LessonItem({ of, index, selected, onSelect }: LessonProps) {
  return (
    <li className={classes(styles.lesson, selected && styles.selected)}>
      <button type="button" className={styles.title} aria-current={selected ? 'true' : undefined} onClick={onSelect}>
        <span className={styles.number}>{index + 1}</span>
        {shortened(of.title || of.id || 'A lesson without a title', 120)}
      </button>
      <Marks of={of} />
    </li>
  )
}

function Marks({ of: { understood, row, plays, playCount, stale } }: { readonly of: ShownLesson }) {
  if (!understood) return <p className={styles.none}>not understood yet</p>
  if (row === undefined) return <p className={styles.none}>not judged yet</p>
  const marks = [
    startMark(row),
    solutionMark(row),
    hintsMark(row, plays?.silent),
    playsMark(playCount, plays?.problems),
  ]
  return (
    <ul className={classes(styles.marks, stale && styles.stale)} aria-label="Marks" aria-busy={stale}>
      {marks.map((mark) =>
        mark === undefined ? null : (
          <li key={mark.of} className={styles.mark} data-right={mark.right}>
            <Icon name={mark.right === 'yes' ? 'done' : mark.right === 'no' ? 'close' : 'minus'} />
            <span>
              <VisuallyHidden>{mark.right === 'no' ? 'To be mended: ' : ''}</VisuallyHidden>
              {mark.of}: {mark.words}
            </span>
          </li>
        ),
      )}
    </ul>
  )
}

interface Mark {
  readonly of: string
  readonly words: string
  /** `note`: it is right, and could be better. */
  readonly right: 'yes' | 'no' | 'note'
}

function startMark({ start: { all, holding, undecided } }: LessonRow): Mark {
  const of = 'start'
  if (undecided === all && all > 0) return { of, words: 'nothing is decided', right: 'yes' }
  if (holding === all) return { of, words: all === 1 ? 'its goal holds' : 'all goals hold', right: 'no' }
  return {
    of,
    words: `${all - holding} of ${counted(all, 'goal')} ${all - holding === 1 ? 'does' : 'do'} not hold`,
    right: 'yes',
  }
}

function solutionMark({ solution: { all, holding, undecided } }: LessonRow): Mark {
  const of = 'solution'
  if (holding === all) return { of, words: 'all hold', right: 'yes' }
  if (undecided > 0) return { of, words: 'nothing is decided', right: 'no' }
  return { of, words: `${all - holding} of ${all} ${all - holding === 1 ? 'does' : 'do'} not hold`, right: 'no' }
}

function hintsMark({ hints: { all, conditional, unread } }: LessonRow, silent: number | undefined): Mark {
  const of = 'hints'
  if (all === 0) return { of, words: 'none', right: 'note' }
  if (unread > 0) return { of, words: `${unread} of ${all} not understood`, right: 'no' }
  if (conditional > 0 && silent === undefined) return { of, words: `${all}, no mistake tried`, right: 'note' }
  if (silent !== undefined && silent > 0)
    return { of, words: `${silent} of ${all} ${silent === 1 ? 'speaks' : 'speak'} to no mistake`, right: 'note' }
  return { of, words: String(all), right: 'yes' }
}

function playsMark(count: number, problems: readonly unknown[] | undefined): Mark | undefined {
  const of = 'mistakes'
  if (count === 0 || problems === undefined) return undefined
  if (problems.length > 0) return { of, words: `${problems.length} of ${count} not as written`, right: 'no' }
  return { of, words: String(count), right: 'yes' }
}

import type { Diagnostic } from '@authz-playground/engine'
import { counted, shortened } from '@authz-playground/pictures'
import { useMemo, useState } from 'react'
import { Icon, LinkButton } from '../../ui/index.ts'
import { useDraft, useReading } from './author.ts'
import { type Missing, missingIn } from './course-reader.ts'
import { useGoing } from './places.tsx'
import styles from './Side.module.css'

/** So many problems are listed; F8 in the editor goes to the others. */
const MOST = 5

/** Whether the course is finished, or what is missing, each with a link to its place. */
export function Verdict() {
  const course = useReading((now) => now.course)
  const lessons = useReading((now) => now.lessons)
  const read = useReading((now) => now.texts)
  const written = useDraft((now) => now.texts)
  const missing = useMemo(() => missingIn({ course, lessons }), [course, lessons])
  const current = read === written
  const { state, words } = verdictOf(missing, current)
  const isSettled = state === 'finished' || state === 'missing'
  const lead = (
    <p className={styles.lead} data-state={state}>
      {state === 'finished' && <Icon name="done" />}
      {words}
    </p>
  )
  return (
    <section className={styles.verdict} aria-label="Is it finished?">
      {/* A screen reader hears only what is settled. */}
      <div role="status">{isSettled && lead}</div>
      {!isSettled && lead}
      {missing && missing.errors.length > 0 && <Problems of={missing} />}
    </section>
  )
}

interface Verdict {
  readonly state: 'reading' | 'judging' | 'missing' | 'finished'
  readonly words: string
}

function verdictOf(missing: Missing | undefined, current: boolean): Verdict {
  if (missing === undefined) return { state: 'reading', words: 'Reading the course …' }
  const { errors, more, warnings, waiting, lessons } = missing
  const count = errors.length + more
  if (count > 0) {
    return {
      state: 'missing',
      words: `Not finished: ${count === 1 ? 'one thing is' : `${count.toLocaleString('en')} things are`} to be mended.`,
    }
  }
  if (waiting > 0 || !current) {
    const done = lessons - waiting
    return {
      state: 'judging',
      words: waiting > 0 ? `Judging: ${done} of ${counted(lessons, 'lesson')} …` : 'Judging …',
    }
  }
  const notes = warnings.length === 0 ? '' : ` ${counted(warnings.length, 'warning')} in the text.`
  return {
    state: 'finished',
    words: `Finished: at ${lessons === 1 ? 'the' : 'each'} start a goal does not hold, and ${lessons === 1 ? 'the' : 'each'} solution meets all goals.${notes}`,
  }
}

function Problems({ of: { errors, more } }: { readonly of: Missing }) {
  const goTo = useGoing()
  const [all, setAll] = useState(false)
  const shown = all ? errors : errors.slice(0, MOST)
  const rest = errors.length - shown.length + more
  return (
    <ul className={styles.problems} aria-label="What is missing">
      {shown.map((problem) => (
        <li key={`${problem.range.start} ${problem.code} ${problem.message}`}>
          <LinkButton onClick={() => goTo({ text: 'course', start: problem.range.start, end: problem.range.end })}>
            Line {problem.range.line}
          </LinkButton>
          : {inWords(problem)}
        </li>
      ))}
      {rest > 0 && (
        <li>
          {errors.length > shown.length ? (
            <LinkButton onClick={() => setAll(true)}>And {rest.toLocaleString('en')} more</LinkButton>
          ) : (
            `And ${rest.toLocaleString('en')} more`
          )}
        </li>
      )}
    </ul>
  )
}

/** The longest problem in words. Characters. */
const LONGEST = 400

function inWords({ message, fix }: Diagnostic): string {
  return shortened([message, fix].filter(Boolean).join(' '), LONGEST)
}

import { counted } from '@authz-playground/pictures'
import { Button, Icon, LinkButton, Prose, VisuallyHidden, Words } from '../../ui/index.ts'
import type { PlayPreview } from '../../worker/index.ts'
import { draftStore, useDraft, useReading } from './author.ts'
import { useGoing } from './places.tsx'
import styles from './Side.module.css'

/** How learners get the lessons wrong: each mistake with the hint that speaks to it. */
export function PlaysSide() {
  const written = useDraft((now) => now.texts.plays.trim() !== '')
  return (
    <div className={styles.parts}>
      {written ? (
        <>
          <PlayProblems />
          <Plays />
        </>
      ) : (
        <Nothing />
      )}
    </div>
  )
}

function Nothing() {
  const lessons = useReading((now) => now.lessons)
  const ids = lessons.flatMap(({ id }) => (id === '' ? [] : [id]))
  return (
    <section className={styles.preview} aria-label="Mistakes">
      <h3 className={styles.title}>How learners get it wrong</h3>
      <p>
        Write down the mistakes that you expect. Each is played: some goal must not hold, and a hint must speak to it.
        Other solutions than yours are played, too: they must pass.
      </p>
      <p>The mistakes are a text beside the course. Learners do not get it.</p>
      <p>
        <Button onClick={() => draftStore.put('plays', playsToWrite(ids), 0)}>Begin the mistakes</Button>
      </p>
    </section>
  )
}

function PlayProblems() {
  const course = useReading((now) => now.course)
  const lessons = useReading((now) => now.lessons)
  const goTo = useGoing()
  const problems = [...(course?.playProblems.shown ?? []), ...lessons.flatMap(({ plays }) => plays?.problems ?? [])]
  const stray = course?.strayPlays ?? []
  const waiting = lessons.filter(
    ({ understood, playCount, plays }) => understood && playCount > 0 && plays === undefined,
  )
  const count = problems.length + stray.length
  const played = lessons.reduce((sum, { playCount }) => sum + playCount, 0)
  return (
    <section className={styles.verdict} aria-label="Are the mistakes as written?">
      <p role="status" className={styles.lead}>
        {count > 0
          ? `${count === 1 ? 'One thing is' : `${count} things are`} not as written.`
          : waiting.length > 0
            ? 'Playing the mistakes …'
            : `${counted(played, 'mistake or other solution').replace('mistake or other solutions', 'mistakes and other solutions')}: all as written.`}
      </p>
      {count > 0 && (
        <ul className={styles.problems} aria-label="What is not as written">
          {stray.map((id) => (
            <li key={id}>The course has no lesson “{id}”.</li>
          ))}
          {problems.slice(0, MOST).map(({ range, code, message, fix }) => (
            <li key={`${range.start} ${code}`}>
              <LinkButton onClick={() => goTo({ text: 'plays', start: range.start, end: range.end })}>
                Line {range.line}
              </LinkButton>
              : {[message, fix].filter(Boolean).join(' ')}
            </li>
          ))}
          {problems.length > MOST && <li>And {problems.length - MOST} more: F8 goes to the next.</li>}
        </ul>
      )}
    </section>
  )
}

/** So many problems are listed. */
const MOST = 6

function Plays() {
  const preview = useReading((now) => now.preview)
  const lesson = useReading((now) => (now.selected === undefined ? undefined : now.lessons[now.selected]))
  if (lesson === undefined) return null
  const { plays = [] } = preview ?? {}
  return (
    <section className={styles.preview} aria-label="Plays of the lesson">
      <h3 className={styles.title}>{lesson.title || lesson.id}</h3>
      {lesson.playCount === 0 ? (
        <p className={styles.label}>No mistakes are written for this lesson.</p>
      ) : (
        <ul className={styles.plays}>
          {plays.map((play) => (
            <Play key={`${play.list} ${play.range.start}`} of={play} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Play({ of: { list, does, unplayable, unmet, hint, error, asWanted, range } }: { readonly of: PlayPreview }) {
  const goTo = useGoing()
  return (
    <li className={styles.play}>
      <Icon name={asWanted ? 'done' : 'close'} />
      <div>
        <p>
          <VisuallyHidden>{asWanted ? '' : 'Not as written: '}</VisuallyHidden>
          <strong>{does}</strong>{' '}
          <LinkButton
            aria-label={`${does}: line ${range.line}`}
            onClick={() => goTo({ text: 'plays', start: range.start, end: range.end })}
          >
            line {range.line}
          </LinkButton>
        </p>
        {unplayable !== undefined ? (
          <p>{unplayable}</p>
        ) : list === 'others' && unmet.length === 0 ? (
          <p className={styles.label}>Meets every goal, as another solution should.</p>
        ) : unmet.length === 0 ? (
          <p>Meets every goal.</p>
        ) : (
          unmet.slice(0, 2).map(({ sentence, words }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole
            <p key={at} className={styles.label}>
              Does not meet “<Words of={sentence} />
              ”: <Words of={words} />
            </p>
          ))
        )}
        {error !== undefined && <p className={styles.speaks}>The error of the policy speaks: {error}</p>}
        {hint && (
          <div className={styles.speaks}>
            <Prose of={hint} heading={4} />
          </div>
        )}
        {list === 'mistakes' && unmet.length > 0 && !hint && error === undefined && <p>No hint speaks to it.</p>}
      </div>
    </li>
  )
}

/** A text of mistakes to begin with: one for each lesson, for the author to change. */
function playsToWrite(lessons: readonly string[]): string {
  const head = '# How learners get the lessons wrong, and other ways to get them right.\nversion: 1\n'
  if (lessons.length === 0) return `${head}lessons: {}\n`
  const each = lessons.map(
    (id) => `  ${id}:
    mistakes:
    - does: Leaves the policy empty
      # Or parts of the solution and what learners write instead: edit: [{from: "[get, list]", to: "[get]"}]
      policy: ""
      # A part of the hint that speaks to it:
      hint: ""
`,
  )
  return `${head}lessons:\n${each.join('')}`
}

import { counted, OUTCOME_MARKS } from '@authz-playground/pictures'
import { useId } from 'react'
import { Button, DecisionMark, Icon, LinkButton, Prose } from '../../ui/index.ts'
import type { AnsweringStamp, HintPreview, LessonPreview, PredictionPreview } from '../../worker/index.ts'
import { useDraft, useReading } from './author.ts'
import { GoalsCompared } from './GoalsCompared.tsx'
import { useGoing } from './places.tsx'
import styles from './Side.module.css'
import { useTrial } from './trial.ts'

/** The lesson in which the cursor is, as its learners see it, with what its author should know beside. */
export function Preview({ onClose }: { onClose(): void }) {
  const preview = useReading((now) => now.preview)
  const lesson = useReading((now) => (now.selected === undefined ? undefined : now.lessons[now.selected]))
  if (lesson === undefined) return null
  if (preview === undefined) {
    return (
      <section className={styles.preview} aria-label="Preview">
        <p className={styles.label}>
          {lesson.understood ? 'The preview comes in a moment.' : 'The preview comes when this lesson is understood.'}
        </p>
      </section>
    )
  }
  return <Lesson of={preview} id={lesson.id} stale={lesson.stale || !lesson.understood} onClose={onClose} />
}

const EDITS = {
  policy: 'edits the policy',
  request: 'edits the request',
  both: 'edits policy and request',
} as const satisfies Readonly<Record<LessonPreview['edit'], string>>

interface LessonProps {
  readonly of: LessonPreview
  readonly id: string
  /** It is the lesson before its last change. */
  readonly stale: boolean
  onClose(): void
}

function Lesson({ of, id, stale, onClose }: LessonProps) {
  const { title, minutes, edit, text, done, predict, goals, hints } = of
  const heading = useId()
  return (
    <section className={styles.preview} aria-labelledby={heading} aria-busy={stale} data-stale={stale || undefined}>
      <header className={styles.head}>
        <p className={styles.label}>
          The learner {EDITS[edit]}
          {minutes !== undefined && ` · ${counted(minutes, 'minute')}`}
          {stale && ' · as it was before the last change'}
        </p>
        <h3 id={heading} className={styles.title}>
          {title}
        </h3>
        <TryIt lesson={id} onClose={onClose} />
      </header>
      <Prose of={text} heading={4} />
      {predict && <Prediction of={predict} />}
      <GoalsCompared goals={goals} />
      {hints.length > 0 && <Hints of={hints} />}
      {done.blocks.length > 0 && (
        <section className={styles.part} aria-label="When it is done">
          <h4>When it is done</h4>
          <Prose of={done} heading={4} />
        </section>
      )}
    </section>
  )
}

function TryIt({ lesson, onClose }: { readonly lesson: string; onClose(): void }) {
  const complete = useReading((now) => now.course?.complete === true)
  const current = useReading((now) => now.texts)
  const written = useDraft((now) => now.texts)
  const { begin, busy } = useTrial(onClose)
  const off = !complete || current !== written || busy
  return (
    <p>
      <Button
        aria-disabled={off}
        title={complete ? undefined : 'The whole course must be understood before a learner can open it.'}
        onClick={() => !off && begin(lesson)}
      >
        <Icon name="play" />
        Try it as a learner
      </Button>
    </p>
  )
}

function Prediction({ of: { question, choices, because, stamp } }: { readonly of: PredictionPreview }) {
  return (
    <section className={styles.part} aria-label="Question">
      <h4>Question, before the request is let go</h4>
      <Prose of={question} heading={4} />
      <ul className={styles.choices}>
        {choices.map(({ say, right }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: choices are replaced as a whole
          <li key={at} className={styles.choice}>
            <span className={styles.tick}>{right && <Icon name="done" />}</span>
            <div>
              <Prose of={say} heading={4} />
              {right && <span className={styles.label}>right</span>}
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.stamp}>{stamp === undefined ? 'Nothing at the start answers it.' : <Stamp of={stamp} />}</p>
      {because.blocks.length > 0 && <Prose of={because} heading={4} />}
    </section>
  )
}

function Stamp({ of }: { readonly of: AnsweringStamp }) {
  if ('outcome' in of) {
    return (
      <>
        The end of the request answers it: <DecisionMark decision={OUTCOME_MARKS[of.outcome]} withWord />, {of.code}
      </>
    )
  }
  return (
    <>
      The check <code>{of.verb}</code> answers it: <DecisionMark decision={of.decision} withWord />
    </>
  )
}

function Hints({ of }: { readonly of: readonly HintPreview[] }) {
  const goTo = useGoing()
  return (
    <section className={styles.part} aria-label="Hints">
      <h4>Hints</h4>
      <ol className={styles.hints}>
        {of.map((hint, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hints are replaced as a whole
          <li key={at}>
            <Prose of={hint.say} heading={4} />
            <p className={styles.label}>
              {whenInWords(hint)}{' '}
              <span className={styles.whole}>
                ·{' '}
                <LinkButton
                  onClick={() => goTo({ text: 'course', start: hint.range.start, end: hint.range.end })}
                  aria-label={`Hint ${at + 1}: line ${hint.range.line}`}
                >
                  line {hint.range.line}
                </LinkButton>
              </span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function whenInWords({ conditional, when, unless, atStart, withSolution, speaksTo }: HintPreview): string {
  if (!conditional) return 'For everybody who asks, one after the other'
  const condition = [
    when.length > 0 ? `when ${when.join(', and ')}` : '',
    unless.length > 0 ? `unless ${unless.join(', or ')}` : '',
  ]
    .filter(Boolean)
    .join(', ')
  const places = [atStart ? 'at the start' : '', withSolution ? 'with the solution' : ''].filter(Boolean)
  return [
    `Only ${condition}`,
    places.length === 0 ? 'silent at the start and with the solution' : `speaks ${places.join(' and ')}`,
    ...(speaksTo === undefined
      ? []
      : [speaksTo.length === 0 ? 'speaks to no mistake' : `speaks to ${counted(speaksTo.length, 'mistake')}`]),
  ].join(' · ')
}

import type { Prediction } from '@authz-playground/engine/documents'
import { proseText, readProse } from '@authz-playground/prose'
import { type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { courses, useCourse } from '../../session/course/index.ts'
import { playground, usePlayground } from '../../session/index.ts'
import { announce, Button, Icon, LinkButton, Prose, Words, withCode } from '../../ui/index.ts'
import styles from './LessonPane.module.css'
import type { LessonView } from './lesson-context.tsx'

/** Marks the title of the goals. */
export const GOALS_TITLE = { 'data-goals-title': '', tabIndex: -1 } as const

interface QuestionProps {
  readonly of: LessonView
  readonly predict: Prediction
}

/** The question about the request: asked before it is released, and then whether the guess was right, and why. */
export function Question({ of: { record }, predict }: QuestionProps) {
  const atStart = usePlayground(({ playback }) => playback.atStart)
  const travelling = useCourse((now) => now.travelling)
  const inProgress = usePlayground(({ playback }) => playback.inProgress)
  const question = useId()
  const text = useMemo(() => readProse(predict.question), [predict])
  const guess = predict.choices.find(({ say }) => say === record?.guess)
  const group = useRef<HTMLDivElement>(null)
  useAnnouncedVerdict(predict, guess, travelling, group)
  if (!atStart && guess === undefined) return null
  /** Does what takes the focused button away: the focus stays at the question. */
  function leave(act: () => void): void {
    group.current?.focus({ preventScroll: true })
    act()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is a text with marks
    <div ref={group} role="group" tabIndex={-1} className={styles.question} aria-labelledby={question} data-question>
      <div id={question} className={styles.asked}>
        <Prose of={text} />
      </div>
      {atStart ? (
        <>
          <ul className={styles.choices}>
            {predict.choices.map(({ say }) => (
              <li key={say}>
                <Button className={styles.choice} onClick={() => leave(() => courses.guess(say))}>
                  <span>
                    <Words of={withCode(say)} />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          <p>
            The request waits for your answer. <LinkButton onClick={skip}>Skip the question</LinkButton>
          </p>
        </>
      ) : travelling ? (
        <p>
          You said: <Words of={withCode(guess?.say ?? '')} />. The request is on its way to the answer.{' '}
          <LinkButton onClick={() => leave(toTheEnd)}>Go to the end</LinkButton>
        </p>
      ) : (
        guess && (
          <>
            <Verdict predict={predict} guess={guess} />
            {predict.because !== '' && <Because text={predict.because} />}
            {inProgress && (
              <p>
                <LinkButton onClick={() => leave(toTheEnd)}>Go to the end of the request</LinkButton>
              </p>
            )}
          </>
        )
      )}
    </div>
  )
}

/** Nothing of the question stays, and the goals are judged. */
function skip(): void {
  focusGoals()
  courses.skipQuestion()
}

function toTheEnd(): void {
  playground.getState().scrub(Number.POSITIVE_INFINITY)
}

type Choice = Prediction['choices'][number]

/** Whether the guess was right. */
function Verdict({ predict, guess }: { readonly predict: Prediction; readonly guess: Choice }) {
  const right = predict.choices.filter((choice) => choice.right)
  return (
    <p className={styles.verdict}>
      <Icon name={guess.right ? 'done' : 'close'} />
      <span>
        <strong>{guess.right ? 'Right.' : 'Not right.'}</strong> You said: <Words of={withCode(guess.say)} />.
        {!guess.right && (
          <>
            {' '}
            Right is: <Words of={withCode(right.map(({ say }) => say).join(' · '))} />.
          </>
        )}
      </span>
    </p>
  )
}

function Because({ text }: { readonly text: string }) {
  const read = useMemo(() => readProse(text), [text])
  return <Prose of={read} />
}

/** Announces the verdict, and brings it into sight, when the request has reached the check that answers the question. */
function useAnnouncedVerdict(
  predict: Prediction,
  guess: Choice | undefined,
  travelling: boolean,
  question: RefObject<HTMLElement | null>,
): void {
  const before = useRef(travelling)
  useEffect(() => {
    if (before.current && !travelling && guess !== undefined) {
      const because = proseText(readProse(predict.because).blocks)
      announce(`${guess.right ? 'Right.' : 'Not right.'} ${because}`.trim())
      // What had the focus was about the way there.
      if (document.activeElement === document.body) question.current?.focus({ preventScroll: true })
      // Where the page is one column, the chart is in sight, and the bar says the same.
      if (innerWidth >= 960) question.current?.scrollIntoView({ block: 'nearest' })
    }
    before.current = travelling
  }, [predict, guess, travelling, question])
}

/** Gives the focus to the title of the goals, where a control goes away that changed how they are judged. */
export function focusGoals(): void {
  document.querySelector<HTMLElement>('[data-goals-title]')?.focus({ preventScroll: true })
}

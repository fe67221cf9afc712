import type { Prediction } from '@authz-playground/engine/documents'
import { storyOf } from '@authz-playground/pictures'
import { proseText, readProse } from '@authz-playground/prose'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { guessInWords, playground, useOutdated, usePlayground } from '../session/index.ts'
import { announce, classes, useScrolls } from '../ui/index.ts'
import { isReview, useLecture } from './lecture.ts'
import { MomentView } from './MomentView.tsx'
import { isAnswered, type Moment, momentOf } from './moment.ts'
import styles from './PresenterPanel.module.css'
import { Guessed, Question } from './Question.tsx'

const NAMES: Readonly<Record<Moment['is'], string>> = {
  question: 'Question',
  step: 'Current step',
  check: 'Current step',
  end: 'Answer',
}

/** What an audience reads beside the chart: a question, and then what the request has come to. */
export function PresenterPanel() {
  const scenario = usePlayground((now) => now.scenario)
  const answer = usePlayground((now) => now.answer)
  const player = usePlayground(({ playback }) => playback)
  const outdated = useOutdated()
  const asked = useLecture((now) => now.asked)
  const story = useMemo(
    () => answer?.trace && storyOf({ trace: answer.trace, checks: answer.checks, design: answer.design }),
    [answer],
  )
  const presented = { answer: outdated ? undefined : answer, story, time: player, atStart: player.atStart }
  const moment = momentOf(presented)
  const { prediction, guess } = asked?.scenario === scenario ? asked : {}
  const answered = prediction !== undefined && isAnswered(prediction.until, presented)
  useAnnouncedVerdict(prediction, guess, answered)
  const review = usePlayground(isReview)
  const { guess: outcome } = player
  const notDecided = usePlayground((now) => now.notDecided)
  if (notDecided !== undefined) {
    return (
      <Section name="Question" of="question">
        <p>This is not decided. Leave the present view to see why.</p>
      </Section>
    )
  }
  return (
    <Section name={NAMES[moment.is]} of={moment.is}>
      {moment.is === 'question' ? (
        <Question
          prediction={prediction}
          wish={presented.answer?.wish}
          isReview={review}
          chosen={guess}
          goes={player.startsWhenDecided}
          onLetGo={() => playground.getState().goOn()}
        />
      ) : (
        <>
          <MomentView of={moment} scenario={scenario} />
          {outcome && <p>{guessInWords(outcome, moment.is === 'end' ? moment.answer : undefined)}</p>}
          {prediction && <Guessed prediction={prediction} chosen={guess} answered={answered} />}
        </>
      )}
    </Section>
  )
}

interface SectionProps {
  readonly name: string
  readonly of: Moment['is']
  readonly children: ReactNode
}

/** The keys can scroll it where its words are more than its room. */
function Section({ name, of, children }: SectionProps) {
  const section = useRef<HTMLElement>(null)
  const scrolls = useScrolls(section)
  return (
    <section
      ref={section}
      className={classes(styles.panel, of === 'question' && styles.question)}
      aria-label={name}
      tabIndex={scrolls ? 0 : undefined}
    >
      <div className={styles.words}>{children}</div>
    </section>
  )
}

/** Announces whether the choice was right, when the request has come to what answers the question. */
function useAnnouncedVerdict(prediction: Prediction | undefined, chosen: number | undefined, answered: boolean): void {
  useEffect(() => {
    const choice = chosen === undefined ? undefined : prediction?.choices[chosen]
    if (!answered || prediction === undefined || choice === undefined) return
    announce(`${choice.right ? 'Right.' : 'Not so.'} ${proseText(readProse(prediction.because).blocks)}`.trim())
  }, [prediction, chosen, answered])
}

import { storyOf } from '@authz-playground/pictures'
import { type ReactNode, useMemo, useRef } from 'react'
import { playground, useOutdated, usePlayground } from '../session/index.ts'
import { classes, useScrolls } from '../ui/index.ts'
import styles from './Beside.module.css'
import { useLecture } from './lecture.ts'
import { MomentView } from './MomentView.tsx'
import { isAnswered, type Moment, momentOf } from './moment.ts'
import { Guessed, Question } from './Question.tsx'

const NAMES: Readonly<Record<Moment['is'], string>> = {
  question: 'Question',
  step: 'Current step',
  check: 'Current step',
  end: 'Answer',
}

/** What an audience reads beside the chart: a question, and then what the request has come to. */
export function Beside() {
  const scenario = usePlayground((now) => now.scenario)
  const answer = usePlayground((now) => now.answer)
  const player = usePlayground(({ playback }) => playback)
  const outdated = useOutdated()
  const asked = useLecture((now) => now.asked)
  const story = useMemo(
    () => answer?.trace && storyOf({ trace: answer.trace, checks: answer.checks, design: answer.design }),
    [answer],
  )
  const presented = { answer: outdated ? undefined : answer, story, time: player, waiting: player.waiting }
  const moment = momentOf(presented)
  const { prediction, guess } = asked?.scenario === scenario ? asked : {}
  return (
    <Section name={NAMES[moment.is]} of={moment.is}>
      {moment.is === 'question' ? (
        <Question
          prediction={prediction}
          chosen={guess}
          early={presented.answer === undefined}
          onLetGo={() => playground.getState().goOn()}
        />
      ) : (
        <>
          <MomentView of={moment} scenario={scenario} />
          {prediction && (
            <Guessed prediction={prediction} chosen={guess} answered={isAnswered(prediction.until, presented)} />
          )}
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
      className={classes(styles.beside, of === 'question' && styles.question)}
      aria-label={name}
      tabIndex={scrolls ? 0 : undefined}
    >
      <div className={styles.words}>{children}</div>
    </section>
  )
}

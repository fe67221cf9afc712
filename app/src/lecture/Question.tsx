import type { RichText } from '@authz-playground/engine'
import type { Prediction } from '@authz-playground/engine/documents'
import { readProse } from '@authz-playground/prose'
import { useMemo } from 'react'
import { GUESSES } from '../session/index.ts'
import { Button, classes, GuessButtons, Icon, Prose, Words, withCode } from '../ui/index.ts'
import { guess, questionOf } from './lecture.ts'
import styles from './Question.module.css'

interface QuestionProps {
  /** What the lesson asks; without one the question is whether the request is allowed. */
  readonly prediction: Prediction | undefined
  /** Who wants to do what. Undefined while nothing is decided. */
  readonly wish: RichText | undefined
  /** The request is the review of a command, which is neither allowed nor refused. */
  readonly isReview: boolean
  /** The choice that was made. */
  readonly chosen: number | undefined
  /** The audience went on before the request was decided. It starts as soon as it is. */
  readonly goes: boolean
  onLetGo(): void
}

/** Asks the audience, before the request is released. */
export function Question({ prediction, wish, isReview, chosen, goes, onLetGo }: QuestionProps) {
  const question = useMemo(() => prediction && readProse(prediction.question), [prediction])
  return (
    <>
      {question === undefined && wish && (
        <p className={styles.wish}>
          <Words of={wish} />.
        </p>
      )}
      <div className={styles.question}>
        {question ? <Prose of={question} /> : <p>{questionOf(undefined, isReview)}</p>}
      </div>
      {prediction ? (
        <ol className={styles.choices}>
          {prediction.choices.map(({ say }, at) => (
            <li key={say}>
              <Button className={styles.choice} aria-pressed={chosen === at} onClick={() => guess(at)}>
                <kbd className={styles.key}>{at + 1}</kbd>
                <span>
                  <Words of={withCode(say)} />
                </span>
              </Button>
            </li>
          ))}
        </ol>
      ) : (
        <>
          {!isReview && <GuessButtons of={GUESSES} large onGuess={(one) => guess(GUESSES.indexOf(one))} />}
          <Button look="quiet" className={styles.go} onClick={onLetGo}>
            <Icon name="play" />
            {goes ? 'It goes once it is decided' : 'Let it go'}
          </Button>
        </>
      )}
    </>
  )
}

interface GuessedProps {
  readonly prediction: Prediction
  readonly chosen: number | undefined
  /** The request has come to what answers the question. */
  readonly answered: boolean
}

/** The choice of the audience, and whether it was right once that is known. */
export function Guessed({ prediction, chosen, answered }: GuessedProps) {
  const because = useMemo(() => readProse(prediction.because), [prediction])
  const choice = chosen === undefined ? undefined : prediction.choices[chosen]
  if (choice === undefined && !answered) return null
  const right = prediction.choices.filter((one) => one.right)
  return (
    <div className={styles.guessed}>
      {choice && (
        <p>
          {answered ? (choice.right ? 'Right: ' : 'Not so: ') : 'Your guess: '}
          <q>
            <Words of={withCode(choice.say)} />
          </q>
        </p>
      )}
      {answered && !choice?.right && (
        <p className={classes(choice && styles.soft)}>
          It is:{' '}
          {right.map(({ say }) => (
            <q key={say}>
              <Words of={withCode(say)} />
            </q>
          ))}
        </p>
      )}
      {answered && because.blocks.length > 0 && <Prose of={because} />}
    </div>
  )
}

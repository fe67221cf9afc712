import { plainText, type RichText } from '@authz-playground/engine'
import { type MouseEvent, useEffect, useRef } from 'react'
import { GUESSES, guessInWords, playground, useHeldBack, usePlayground } from '../../session/index.ts'
import { announce, GuessButtons, LinkButton, Words } from '../../ui/index.ts'
import styles from './HeldBack.module.css'

/** Shown instead of the answer while the request is in progress, and before it is released. */
export function HeldBack() {
  const atStart = usePlayground(({ playback }) => playback.atStart)
  const lessonAsks = usePlayground(({ lesson }) => lesson?.asks === true)
  const wish = usePlayground(({ answer }) => answer?.wish)
  const guess = usePlayground(({ playback }) => playback.guess)
  if (atStart && !lessonAsks) return <Question wish={wish} />
  if (atStart) {
    return (
      <p className={styles.held}>
        The request waits: say first what you expect.{' '}
        <LinkButton onClick={toTheQuestion}>Go to the question</LinkButton>
      </p>
    )
  }
  return (
    <p className={styles.held}>
      {guess && `${guessInWords(guess)} `}The request is under way. Its answer is shown at the end.{' '}
      <LinkButton onClick={toTheEnd}>Go to the end</LinkButton>
    </p>
  )
}

/** Asks what is expected of the request, in the words of the request. */
function Question({ wish }: { readonly wish: RichText | undefined }) {
  return (
    <div className={styles.asked}>
      <h3 className={styles.question}>
        {wish ? (
          <>
            <Words of={wish} />. Allowed or refused?
          </>
        ) : (
          'Will the request be allowed or refused?'
        )}
      </h3>
      <p className={styles.held}>
        Three questions decide, each answered by a rule of the policy, or by none. Say what you expect, and the request
        sets off.
      </p>
      <div className={styles.ways}>
        <GuessButtons
          of={GUESSES}
          onGuess={(guess, button) => {
            focusPane(button)
            playground.getState().guess(guess)
          }}
        />
        <LinkButton className={styles.skip} onClick={withoutGuess}>
          Show me the answer
        </LinkButton>
      </div>
    </div>
  )
}

/** What the person said that the request would get, and at its end whether that was right. */
export function YourGuess() {
  const guess = usePlayground(({ playback }) => playback.guess)
  const answer = usePlayground((now) => now.answer)
  const held = useHeldBack()
  const words = guess && guessInWords(guess, held ? undefined : answer)
  const wasHeld = useRef(held)
  useEffect(() => {
    // The sentence of the answer is not new, so nothing else says it.
    if (wasHeld.current && !held && words !== undefined && answer !== undefined)
      announce(`${words} ${plainText(answer.sentence)}`)
    wasHeld.current = held
  }, [held, words, answer])
  return words && <p className={styles.held}>{words}</p>
}

/**
 * Brings the question of the lesson into sight, and the focus to its first choice. Where the lesson did not arrive, nobody can
 * be asked, and the answer is shown.
 */
function toTheQuestion(): void {
  const question = document.querySelector('[data-question]')
  if (question === null) {
    playground.getState().release(false)
    announce('The question did not arrive. The answer is shown.')
    return
  }
  question.scrollIntoView({ block: 'nearest' })
  question.querySelector('button')?.focus({ preventScroll: true })
}

function withoutGuess({ currentTarget }: MouseEvent<HTMLElement>): void {
  focusPane(currentTarget)
  playground.getState().answerWithoutGuess()
}

function toTheEnd({ currentTarget }: MouseEvent<HTMLElement>): void {
  focusPane(currentTarget)
  playground.getState().scrub(Number.POSITIVE_INFINITY)
}

/** Gives the focus to the pane: the button goes away. */
function focusPane(button: HTMLElement): void {
  button.closest<HTMLElement>('[data-pane]')?.focus({ preventScroll: true })
}

import type { MouseEvent } from 'react'
import { playground, usePlayground } from '../../session/index.ts'
import { announce, LinkButton } from '../../ui/index.ts'
import styles from './HeldBack.module.css'

/** Shown instead of the answer while the request is in progress, and before it is released. */
export function HeldBack() {
  const atStart = usePlayground(({ playback }) => playback.atStart)
  const asks = usePlayground(({ lesson }) => lesson?.asks === true)
  if (atStart) {
    return (
      <p className={styles.held}>
        The request waits: say first what you expect.{' '}
        {asks && <LinkButton onClick={toTheQuestion}>Go to the question</LinkButton>}
      </p>
    )
  }
  return (
    <p className={styles.held}>
      The request is under way. Its answer is shown at the end.{' '}
      <LinkButton onClick={toTheEnd}>Go to the end</LinkButton>
    </p>
  )
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

/** Shows the end, and gives the focus to the pane: the button goes away. */
function toTheEnd({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[data-pane]')?.focus({ preventScroll: true })
  playground.getState().scrub(Number.POSITIVE_INFINITY)
}

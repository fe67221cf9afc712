import { playground, usePlayground } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import styles from './HeldBack.module.css'

/** Shown instead of the answer while the request is under way, and before it is let go. */
export function HeldBack() {
  const waiting = usePlayground(({ playback }) => playback.waiting)
  if (waiting) return <p className={styles.held}>The request waits. What will its answer be?</p>
  return (
    <p className={styles.held}>
      The request is under way. Its answer is shown at the end.{' '}
      <LinkButton onClick={() => playground.getState().scrub(Number.POSITIVE_INFINITY)}>Go to the end</LinkButton>
    </p>
  )
}

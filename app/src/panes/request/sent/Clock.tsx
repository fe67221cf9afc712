import { useId } from 'react'
import { LONGEST_PAUSE, movedTo, playground, sequenceOf, usePlayground } from '../../../session/index.ts'
import styles from './SentHistory.module.css'

/** After so many seconds the entries of both caches of the server have expired. */
const CACHES_RUN_OUT = 10

/** The time of the present request: a control for the pause after the request before it. */
export function Clock() {
  const here = usePlayground(({ scenario }) => sequenceOf(scenario).here)
  const after = usePlayground(({ scenario }) => scenario.after ?? 0)
  const id = useId()
  if (here === 0) return <p className={styles.clock}>The server has just started, and remembers nothing.</p>
  const pause = after === 1 ? '1 second' : `${after} seconds`
  return (
    <p className={styles.clock}>
      <label htmlFor={id}>Sent after request {here}</label>
      <input
        id={id}
        type="range"
        min={0}
        // A scenario may have a longer pause than a person can set here.
        max={Math.max(LONGEST_PAUSE, after)}
        value={after}
        list={`${id}-marks`}
        aria-valuetext={pause}
        onChange={({ target }) =>
          playground.getState().edit({ subject: `clock ${here}`, change: movedTo(target.valueAsNumber) })
        }
      />
      <datalist id={`${id}-marks`}>
        <option value={CACHES_RUN_OUT} />
      </datalist>
      <span aria-hidden="true">{after} s</span>
    </p>
  )
}

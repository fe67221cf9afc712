import { useEffect, useRef } from 'react'
import {
  isLocked,
  playground,
  present,
  sequenceOf,
  startedAnew,
  useHeldBack,
  useOutdated,
  usePlayground,
  withoutPresent,
} from '../../../session/index.ts'
import { announce, classes, LinkButton, Term, useLongList } from '../../../ui/index.ts'
import { caveatOf } from '../../../worker/index.ts'
import { Clock } from './Clock.tsx'
import styles from './SentHistory.module.css'
import { SentRow } from './SentRow.tsx'

/**
 * The requests to one server with their outcomes. Choosing one makes it the present request.
 *
 * `onAlone`: called when only one request is left and this list goes away.
 */
export function SentHistory({ onAlone }: { onAlone(): void }) {
  const scenario = usePlayground((now) => now.scenario)
  const answer = usePlayground((now) => now.answer)
  const outdated = useOutdated()
  const { requests, here } = sequenceOf(scenario)
  const { places, rest } = useLongList(requests.length, here)
  const rows = useRef<HTMLDivElement>(null)
  // Views of another sequence do not match these requests.
  const views = answer?.sent?.length === requests.length ? answer.sent : undefined
  const caveat = answer && caveatOf(answer)
  const locked = usePlayground(({ lesson }) => isLocked(lesson?.edit, 'request'))
  const held = useHeldBack()

  useEffect(() => {
    const list = rows.current
    const row = list?.querySelector(`[data-request="${here}"]`)
    if (list && row instanceof HTMLElement) {
      const top = Math.min(list.scrollTop, row.offsetTop)
      list.scrollTop = Math.max(top, row.offsetTop + row.offsetHeight - list.clientHeight)
    }
  }, [here])

  function leaveOut(what: string, change: ReturnType<typeof startedAnew>): void {
    playground.getState().edit({ subject: `${what} ${performance.now()}`, change })
    announce(what)
    if (sequenceOf(playground.getState().scenario).requests.length === 1) onAlone()
  }

  return (
    <div className={classes(styles.history, outdated && styles.outdated)}>
      <fieldset className={styles.requests}>
        <legend className={styles.legend}>
          {requests.length} requests to one server, which <Term name="server memory">remembers</Term>
        </legend>
        <div ref={rows} className={styles.rows}>
          {places.map((index) => (
            <SentRow
              key={index}
              index={index}
              chosen={index === here}
              view={views?.[index]}
              held={held && index >= here}
              onChoose={() => present(index)}
            />
          ))}
          {rest}
        </div>
      </fieldset>
      {caveat !== undefined && <p className={styles.caveat}>{caveat}</p>}
      {!locked && <Clock />}
      {!locked && (
        <p className={styles.actions}>
          <LinkButton onClick={() => leaveOut(`Request ${here + 1} removed`, withoutPresent(scenario))}>
            Remove request {here + 1}
          </LinkButton>
          <LinkButton
            title="Only this request, to a server that has just started"
            onClick={() => leaveOut('Started anew', startedAnew())}
          >
            Start anew
          </LinkButton>
        </p>
      )}
    </div>
  )
}

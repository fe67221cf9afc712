import type { Point, Rectangle } from '@authz-playground/pictures'
import { MARKS, type Run, runsOf, type Stamp } from '@authz-playground/pictures'
import { memo } from 'react'
import { classes, DecisionMark } from '../../ui/index.ts'
import styles from './Stamps.module.css'

/** So many marks are counted at a glance; of more, the number is said. */
const AT_A_GLANCE = 3

/** How far a stamp reaches over its node, in px, and a heavy line beside that. */
const REACH = 40

interface StampsProps {
  readonly stamps: readonly Stamp[]
  readonly box: Rectangle
  /** Where the request came in: the stamp keeps off its line. */
  readonly entry: Point | undefined
  /** The last of them has just been given. */
  readonly fresh: boolean
}

/** What was decided at a node, stamped on an upper corner: a mark for each check, the last with its word. */
export const Stamps = memo(function Stamps({ stamps, box, entry, fresh }: StampsProps) {
  const runs = runsOf(stamps)
  const right = box.left + box.width
  const atLeft = entry !== undefined && entry.x > right - REACH
  const { token } = MARKS[runs.at(-1)?.marked ?? 'NotDecided']
  return (
    <div
      // Given anew, it is pressed anew.
      key={fresh ? stamps.length : 0}
      className={classes(styles.stamps, atLeft && styles.atLeft, fresh && styles.fresh)}
      style={{
        insetInlineStart: atLeft ? box.left : right,
        insetBlockStart: box.top,
        borderColor: `var(${token})`,
        ['--left' as string]: `${box.left}px`,
      }}
      aria-hidden="true"
    >
      {runs.map((run, at) => (
        // A run’s place among the others does not change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <RunOfStamps key={at} run={run} last={at === runs.length - 1} />
      ))}
    </div>
  )
})

function RunOfStamps({ run: { marked, first, count }, last }: { readonly run: Run; readonly last: boolean }) {
  // Two marks each are counted sooner.
  const counted = count > (first === undefined ? AT_A_GLANCE : 1)
  return (
    <span className={styles.run}>
      {!counted &&
        Array.from({ length: count - 1 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <DecisionMark key={i} decision={marked} />
        ))}
      {first !== undefined && (
        <>
          <DecisionMark decision={first} /> →
        </>
      )}
      <DecisionMark decision={marked} withWord={last} />
      {counted && <span style={{ color: `var(${MARKS[marked].token})` }}>× {count}</span>}
    </span>
  )
}

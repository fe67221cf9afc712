import { counted } from '@authz-playground/pictures'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import {
  type FoldingPart,
  unfold,
  useAppliedChange,
  useHeldBack,
  useLastChanges,
  useOffersChanges,
  usePlayground,
  useUnfolded,
} from '../../session/index.ts'
import { classes, Icon, lazyPart } from '../../ui/index.ts'
import styles from './FoldedParts.module.css'

// Nobody opens one before the first answer; a part that was open last is loaded right after it.
const changes = lazyPart('What would do it', () =>
  import('../answer/AllowingChangeList.tsx').then(({ AllowingChangeList }) => AllowingChangeList),
)
const timeline = lazyPart('Timeline', () => import('../timeline/index.ts').then(({ Timeline }) => Timeline))
const details = lazyPart('Details', () =>
  import('../answer/AnswerDetails.tsx').then(({ AnswerDetails }) => AnswerDetails),
)

/** What a person may want to know after the answer and its chart: a line of parts that open below it. */
export function FoldedParts({
  title,
  firstAnswerShown,
}: {
  readonly title: string
  readonly firstAnswerShown: boolean
}) {
  const offersChanges = useOffersChanges()
  const decided = usePlayground(({ answer }) => answer?.trace !== undefined)
  const hasEffects = usePlayground(({ answer }) => answer?.effects !== undefined)
  const held = useHeldBack()
  return (
    <div className={styles.parts}>
      {offersChanges && !held && (
        <Part id="changes" title="What would do it" glance={<ChangesGlance />}>
          {firstAnswerShown && <changes.Shown />}
        </Part>
      )}
      <Part id="timeline" title="Timeline" glance={<ChecksGlance />}>
        {firstAnswerShown && <timeline.Shown />}
      </Part>
      {decided && !held && (
        <Part
          id="details"
          title="Details"
          glance={hasEffects ? <span className={styles.long}>response, audit event, metrics, script</span> : 'script'}
        >
          {firstAnswerShown && <details.Shown title={title} />}
        </Part>
      )}
    </div>
  )
}

interface PartProps {
  readonly id: FoldingPart
  readonly title: string
  /** A summary of the content. */
  readonly glance: ReactNode
  readonly children: ReactNode
}

/**
 * A part that opens below its line. It stays open or closed when the answer changes. Where its content may be out of view – on
 * one column, and after a link elsewhere – its line moves to the top.
 */
function Part({ id, title, glance, children }: PartProps) {
  const open = useUnfolded(id)
  const [titleId, panel] = [useId(), useId()]
  const line = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    const opens = open && !wasOpen.current
    wasOpen.current = open
    const here = line.current?.contains(document.activeElement) === true
    if (opens && (!here || innerWidth < 800)) line.current?.scrollIntoView({ block: 'start' })
  }, [open])
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 ref={line} className={styles.heading}>
        <button
          type="button"
          className={styles.handle}
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => unfold(id, !open)}
        >
          <Icon name={open ? 'down' : 'next'} />
          <span id={titleId}>{title}</span> <span className={styles.glance}>{glance}</span>
        </button>
      </h2>
      {open && (
        <div id={panel} className={classes(styles.panel, styles[id])}>
          {children}
        </div>
      )}
    </section>
  )
}

function ChangesGlance() {
  const applied = useAppliedChange()
  const found = useLastChanges()
  if (applied !== undefined) return 'one change applied'
  return found === undefined ? 'changes are tried' : counted(found.changes.length, 'change')
}

function ChecksGlance() {
  const checks = usePlayground(({ answer }) => answer?.checks.length)
  const held = useHeldBack()
  // The number of checks would tell how the request ends.
  return checks === undefined || held ? 'every check, in order' : counted(checks, 'check')
}

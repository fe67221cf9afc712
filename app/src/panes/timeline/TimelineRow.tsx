import { capitalized } from '@authz-playground/engine/internal/words'
import { memo } from 'react'
import {
  currentHighlights,
  type Place,
  playground,
  progressOf,
  useHeldBack,
  usePlayground,
} from '../../session/index.ts'
import { CheckMark, classes, VisuallyHidden, Words } from '../../ui/index.ts'
import { CheckParts } from './CheckParts.tsx'
import type { TimelineEntry } from './entries.ts'
import type { RowManner } from './rows.ts'
import styles from './TimelineRow.module.css'

interface RowProps {
  readonly entry: TimelineEntry
  /** Tab reaches this row. */
  readonly reachable: boolean
  /** The review is shown. */
  readonly open: boolean
  readonly manner: RowManner
}

/** One step: a check with its details, or a clause that says why the request went on. */
export const TimelineRow = memo(function Row({ entry, reachable, open, manner }: RowProps) {
  const { step, check } = entry
  const current = usePlayground(({ playback }) => playback.position === step)
  const progress = usePlayground(({ playback }) => progressOf(playback, step))
  const held = useHeldBack()
  const notYet = progress === 'ahead'
  const highlighted = usePlayground((now) => currentHighlights(now).steps.has(step))
  const place: Place = { kind: 'step', step }
  const point = (): void => playground.getState().point(place)
  const leave = (): void => playground.getState().point(undefined)

  function choose(): void {
    const { pinned, lookUp, pin } = playground.getState()
    const letsGo = pinned?.kind === 'step' && pinned.step === step
    lookUp(step)
    pin(undefined)
    if (!letsGo) pin(place)
  }

  const control = {
    type: 'button' as const,
    'data-step': step,
    tabIndex: reachable ? 0 : -1,
    'aria-describedby': manner.keysId,
    ...(current && { 'aria-current': 'step' as const }),
    onClick: choose,
    onFocus: point,
    onBlur: leave,
  }
  const shown = classes(
    styles.row,
    highlighted && styles.highlighted,
    current && styles.current,
    notYet && styles.notYet,
    held && progress === 'ahead' && styles.ahead,
    held && progress === 'asked' && styles.asked,
  )
  return (
    <li data-row={step} className={shown} inert={held && notYet} onPointerEnter={point} onPointerLeave={leave}>
      {check === undefined ? (
        <button {...control} className={styles.passage}>
          <Passage entry={entry} />
          {notYet && <NotYet />}
        </button>
      ) : (
        <>
          {entry.stage && (
            <h4 className={styles.stage}>
              {entry.stage.question}
              {entry.stage.mode !== undefined && (
                <>
                  {' '}
                  <code>{entry.stage.mode}</code>
                </>
              )}
            </h4>
          )}
          {(entry.because !== undefined || entry.answered) && (
            <p className={styles.because}>
              <Because entry={entry} />
            </p>
          )}
          <span className={styles.number} aria-hidden="true">
            {check.number}
          </span>
          <button {...control} className={styles.head}>
            <VisuallyHidden>Check {check.number}: </VisuallyHidden>
            <Words of={check.view ? check.view.question : entry.label} />
            {check.fields && (
              <span className={styles.fields}>
                {' '}
                <Words of={check.fields} />
              </span>
            )}
            <span className={styles.decision}>
              <CheckMark of={check.check} withWord />
            </span>
            {notYet && <NotYet />}
          </button>
          <CheckParts step={step} check={check} reachable={reachable} open={open} manner={manner} />
        </>
      )}
    </li>
  )
})

function NotYet() {
  return <VisuallyHidden>, not yet</VisuallyHidden>
}

/** Why the request reached this step, as a clause after the question that it answers where no check did. */
function Because({ entry: { answered, because } }: { readonly entry: TimelineEntry }) {
  return (
    <>
      {answered && (
        <Words of={[...answered.question, ' ', ...capitalized(answered.way), because === undefined ? '' : ': ']} />
      )}
      {because !== undefined && <Words of={because} />}
    </>
  )
}

/** A step without a check. It names an action or an end; a question that the next row answers is left out. */
function Passage({ entry }: { readonly entry: TimelineEntry }) {
  const { shape, label, because } = entry
  return (
    <>
      <Because entry={entry} />
      {(shape !== 'question' || because === undefined) && (
        <span className={shape === 'end' ? styles.end : undefined}>
          {because !== undefined && (
            <>
              <span aria-hidden="true"> → </span>
              <VisuallyHidden>: </VisuallyHidden>
            </>
          )}
          <Words of={label} />
        </span>
      )}
    </>
  )
}

import { cellAgreement } from '@authz-playground/examples/versions'
import { useEffect, useRef } from 'react'
import {
  endWalk,
  openDialog,
  playground,
  playWalk,
  usePlayground,
  useWalk,
  type Walk as WalkOf,
  type WalkStop,
  walkTo,
} from '../../../session/index.ts'
import { Button, IconButton, Words, withCode } from '../../../ui/index.ts'
import type { AnswerView } from '../../../worker/index.ts'
import { serverInWords } from './stops.ts'
import styles from './WalkBar.module.css'

/** The pause between two requests, at reading speed. Milliseconds. */
const PAUSE = 1800

interface WalkProps {
  /** Called to go back to the tables. */
  onTable(): void
}

/**
 * The cell of a table that the page shows, the KEP's expectation, and buttons to the other cells. Nothing for other
 * scenarios.
 */
export function WalkBar({ onTable }: WalkProps) {
  const walk = useWalk((now) => now.walk)
  const shown = usePlayground(({ scenario }) => walk !== undefined && walk.stops[walk.at]?.scenario === scenario)
  const answer = usePlayground(({ answered, answer, scenario }) => (answered === scenario ? answer : undefined))
  useGoingOn(shown ? walk : undefined, answer)
  const stop = walk?.stops[walk.at]
  if (!shown || walk === undefined || stop === undefined) return null
  const { stops, at, playing } = walk
  return (
    <section className={styles.walk} aria-label="Versions">
      <p className={styles.words}>
        <span className={styles.count}>
          {at + 1} of {stops.length}
        </span>{' '}
        <span className={styles.title}>{stop.title}</span>{' '}
        <span className={styles.soft}>· {serverInWords(stop.scenario.cluster)}.</span>{' '}
        <Expectation stop={stop} answer={answer} />
      </p>
      <div className={styles.buttons}>
        <IconButton icon="previous" label="Previous cell" aria-disabled={at === 0} onClick={() => walkTo(at - 1)} />
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? 'Stop playing all' : 'Play all from here'}
          onClick={() => playWalk(!playing)}
        />
        <IconButton
          icon="next"
          label="Next cell"
          aria-disabled={at === stops.length - 1}
          onClick={() => walkTo(at + 1)}
        />
        <Button
          look="quiet"
          aria-haspopup="dialog"
          onClick={() => {
            openDialog('compare/versions')
            onTable()
          }}
        >
          All cells
        </Button>
        <IconButton icon="close" label="End the walk" onClick={endWalk} />
      </div>
    </section>
  )
}

function Expectation({
  stop: { expected },
  answer,
}: {
  readonly stop: WalkStop
  readonly answer: AnswerView | undefined
}) {
  const code = answer?.trace?.outcome.code
  if (expected === undefined || code === undefined) return null
  const verdict = cellAgreement({ code, checks: 0, constraint: '' }, expected)
  return (
    <span className={styles.soft}>
      KEP-5284 expects {expected.code}, and the answer {verdict}:{' '}
      <q>
        <Words of={withCode(expected.quote.words)} />
      </q>
    </span>
  )
}

/** While the walk plays: plays each request and then goes to the next. A person who stops the player stops the walk. */
function useGoingOn(walk: WalkOf | undefined, answer: AnswerView | undefined): void {
  const { playing, position, speed } = usePlayground(({ playback }) => playback)
  const begun = useRef<AnswerView['checks']>(undefined)
  const last = (answer?.trace?.steps.length ?? 1) - 1
  const checks = answer?.checks
  useEffect(() => {
    if (walk?.playing !== true || checks === undefined) {
      begun.current = undefined
      return
    }
    // A new answer. One without steps to play stays as long as the others do at their end.
    if (begun.current !== checks) {
      begun.current = checks
      playground.getState().play()
      if (last > 0) return
    }
    if (playing) return
    if (position < last) {
      playWalk(false)
      return
    }
    const timer = setTimeout(() => {
      if (walk.at === walk.stops.length - 1) playWalk(false)
      else walkTo(walk.at + 1)
    }, PAUSE / speed)
    return () => clearTimeout(timer)
  }, [walk, checks, playing, position, last, speed])
}

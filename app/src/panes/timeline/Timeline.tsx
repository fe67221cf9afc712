import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { useHeldBack, useOutdated, usePlayground } from '../../session/index.ts'
import { classes, VisuallyHidden } from '../../ui/index.ts'
import { type AnswerView, caveatOf, unreadTexts } from '../../worker/index.ts'
import { BlockOfRows } from './BlockOfRows.tsx'
import { type Block, blocksOf } from './blocks.ts'
import { useCurrentRowInSight } from './current-row.ts'
import { checkTally, sectionsOf } from './entries.ts'
import { useRowFocus } from './row-focus.ts'
import type { RowManner } from './rows.ts'
import { Summary } from './Summary.tsx'
import styles from './Timeline.module.css'

/** All steps of the request as a list, in order: question, decision, and the line that decided. */
export function Timeline() {
  const answer = usePlayground(({ answer }) => answer)
  const example = usePlayground(({ exampleId, scenario }) => `${exampleId} ${scenario.design}`)
  const outdated = useOutdated()
  return (
    <div className={classes(styles.timeline, outdated && styles.outdated)} aria-busy={outdated}>
      {answer?.trace === undefined ? <Nothing answer={answer} /> : <Steps key={example} answer={answer} />}
    </div>
  )
}

function Nothing({ answer }: { readonly answer: AnswerView | undefined }) {
  return (
    <p className={styles.nothing}>
      {answer === undefined
        ? 'Every check that the API server makes for the request is listed here once it is decided, in order, with the rule that allowed it.'
        : `No check is listed: ${unreadTexts(answer)} not fully read, so nothing was decided.`}
    </p>
  )
}

const PHASES = { impersonation: 'Impersonation', review: 'Review', request: 'Request', handler: 'Handler' } as const

/** In lists up to this length every row is drawn; in longer ones, the rows near the visible part. */
const DRAWN_WHOLE = 120

function Steps({ answer }: { readonly answer: AnswerView }) {
  const sections = useMemo(
    () => sectionsOf(answer).map(({ phase, entries }) => ({ phase, blocks: blocksOf(entries) })),
    [answer],
  )
  const position = usePlayground(({ playback }) => playback.position)
  const held = useHeldBack()
  /** The number of steps that are done, or all of them where nothing is held back. */
  const done = usePlayground(({ playback }) => playback.position + (playback.phase === 'done' ? 1 : 0))
  const told = held ? done : undefined
  const tally = useMemo(() => checkTally(answer.trace, told), [answer, told])
  const steps = answer.trace?.steps.length ?? 0
  const list = useRef<HTMLDivElement>(null)
  const { reachable, around } = useRowFocus(list, position, held ? position + 1 : steps)
  useCurrentRowInSight(list, position, answer)

  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const onToggle = useCallback((step: number) => {
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(step)) next.add(step)
      return next
    })
  }, [])

  const keysId = useId()
  const manner: RowManner = useMemo(() => ({ caveat: caveatOf(answer), keysId, onToggle }), [answer, keysId, onToggle])
  const has = ({ first, last }: Block, step: number): boolean => first <= step && step <= last

  return (
    <>
      <Summary tally={tally} steps={steps} caveat={manner.caveat} soFar={held} />
      <VisuallyHidden>
        <span id={keysId}>Up and down arrow keys go through the steps.</span>
      </VisuallyHidden>
      <div ref={list} {...around}>
        {sections.map(({ phase, blocks }) => (
          // Not a region, because the request pane has that name. Screen readers find it by its heading.
          <div key={phase ?? ''}>
            {phase && (
              <h3 className={classes(styles.phase, held && (blocks[0]?.first ?? 0) > position && styles.held)}>
                {PHASES[phase]}
              </h3>
            )}
            {blocks.map((block) => (
              <BlockOfRows
                key={block.first}
                block={block}
                always={steps <= DRAWN_WHOLE || has(block, position) || has(block, reachable)}
                reachable={has(block, reachable) ? reachable : undefined}
                open={open}
                manner={manner}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

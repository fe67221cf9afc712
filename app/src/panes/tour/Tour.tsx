import { useEffect, useId, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { goToStep, playground, usePlayground, useTour } from '../../session/index.ts'
import { Button, Icon, IconButton, useMediaQuery, VisuallyHidden } from '../../ui/index.ts'
import { factsOf, STEPS } from './steps.tsx'
import styles from './Tour.module.css'

/** The tour: a few steps on what the page shows, between header and panes. It can be left at any moment. */
export function Tour() {
  const at = useTour((now) => now.step)
  const step = at === undefined ? undefined : STEPS[at]
  return at === undefined || step === undefined ? null : <ShownStep key={at} at={at} step={step} />
}

function ShownStep({ at, step }: { readonly at: number; readonly step: (typeof STEPS)[number] }) {
  const { title, about, words, ways } = step
  const facts = usePlayground(useShallow(factsOf))
  const touch = useMediaQuery('(pointer: coarse)')
  const done = useDone(step)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useMarked(about)
  const last = at === STEPS.length - 1
  return (
    <section className={styles.tour} aria-labelledby={id}>
      <div className={styles.words}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
          <VisuallyHidden>Tour, </VisuallyHidden>
          <span className={styles.count}>
            {at + 1} of {STEPS.length}
          </span>{' '}
          {title(touch)}
          {done && (
            <span className={styles.done}>
              <Icon name="done" />
              <VisuallyHidden>, done</VisuallyHidden>
            </span>
          )}
        </h2>
        <p>{words(facts, touch)}</p>
      </div>
      <div className={styles.ways}>
        {ways?.(facts)}
        <span className={styles.steps}>
          {at > 0 && (
            <Button look="quiet" onClick={() => goToStep(at - 1)}>
              <Icon name="previous" />
              Back
            </Button>
          )}
          {last ? (
            <Button look="primary" onClick={leave}>
              End the tour
            </Button>
          ) : (
            <Button look="primary" onClick={() => goToStep(at + 1)}>
              Next
              <Icon name="next" />
            </Button>
          )}
        </span>
      </div>
      <span className={styles.close}>
        <IconButton icon="close" label="Leave the tour" onClick={leave} />
      </span>
    </section>
  )
}

function leave(): void {
  goToStep(undefined)
  document.getElementById('chart')?.focus({ preventScroll: true })
}

/** Whether somebody has done what a step proposes, since it is shown. */
function useDone({ isDone }: (typeof STEPS)[number]): boolean {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (isDone === undefined) return
    return playground.subscribe((now) => {
      if (isDone(now)) setDone(true)
    })
  }, [isDone])
  return done
}

/** The attribute of the part of the page that a step is about. */
const MARK = 'data-tour'

/** Marks a part of the page, and brings it into sight where the page scrolls. */
function useMarked(id: string | undefined): void {
  useEffect(() => {
    const part = id === undefined ? null : document.getElementById(id)
    part?.setAttribute(MARK, '')
    // Where the page is one column, the tour covers its top.
    part?.scrollIntoView({ block: innerWidth < 800 ? 'start' : 'nearest' })
    return () => part?.removeAttribute(MARK)
  }, [id])
}

import { useRef, useState } from 'react'
import { useMistakes } from '../../../session/index.ts'
import { Icon, lazyPart, usePopoverBelow } from '../../../ui/index.ts'
import { countsIn, inWords } from './counts.ts'
import styles from './MistakesButton.module.css'

const list = lazyPart('The list of mistakes', () => import('./MistakeList.tsx').then(({ MistakeList }) => MistakeList))

/** The number of mistakes in the policy, on a button that lists them. Notes are not counted: they nag nobody. */
export function MistakesButton() {
  const mistakes = useMistakes()
  const counts = countsIn(mistakes.last?.mistakes ?? [])
  const count = counts.error + counts.warning
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const close = (): void => setOpen(false)
  usePopoverBelow(open, close, place, popover)
  return (
    <>
      <button
        ref={place}
        type="button"
        className={styles.button}
        aria-label={`Mistakes: ${mistakes.last ? inWords(counts) : 'not known yet'}`}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="mistakes" />
        <span className={styles.count}>{count === 0 ? '' : count.toLocaleString('en')}</span>
      </button>
      {open && (
        <div ref={popover} popover="auto" className={styles.popover}>
          <list.Shown mistakes={mistakes} onClose={() => popover.current?.hidePopover()} />
        </div>
      )}
    </>
  )
}

import type { Example, Expectation } from '@authz-playground/examples'
import { useEffect, useRef } from 'react'
import { DecisionMark } from '../ui/DecisionMark.tsx'
import type { Marked } from '../ui/marks.ts'
import { prose } from '../ui/prose.ts'
import { Words } from '../ui/Words.tsx'
import styles from './Entry.module.css'

const MARKS: Readonly<Record<Expectation['code'], Marked>> = {
  200: 'Allowed',
  201: 'Refused',
  400: 'BadRequest',
  403: 'Refused',
  500: 'InternalError',
}

interface EntryProps {
  readonly example: Example
  readonly current: boolean
  onOpen(example: Example): void
}

/** One example: what it comes to, what it is called, and what it shows. */
export function Entry({ example, current, onOpen }: EntryProps) {
  const { title, sentence, counterpart, expect } = example
  const button = useRef<HTMLButtonElement>(null)
  // Not a layout effect: those of the dialog around it come later, and until then it is not shown.
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={styles.entry}
        data-example={example.id}
        aria-current={current}
        onClick={() => onOpen(example)}
      >
        <span className={styles.outcome}>
          <DecisionMark decision={MARKS[expect.code]} />
          {typeof expect.code === 'number' && <span className={styles.code}>{expect.code}</span>}
        </span>
        <span className={styles.words}>
          <span className={styles.title}>
            {title}
            {counterpart?.form === 'mended' && <span className={styles.form}> · mended</span>}
          </span>
          <span className={styles.sentence}>
            <Words of={prose(sentence)} />
          </span>
        </span>
      </button>
    </li>
  )
}

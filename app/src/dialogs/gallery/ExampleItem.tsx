import type { Example, ExpectedResult } from '@authz-playground/examples'
import type { Level } from '@authz-playground/examples/route'
import type { Marked } from '@authz-playground/pictures'
import { useEffect, useRef } from 'react'
import { EntryButton, Words, withCode } from '../../ui/index.ts'
import styles from './Gallery.module.css'
import { LEVEL_NAMES } from './levels.ts'

const MARKS: Readonly<Record<ExpectedResult['code'], Marked>> = {
  200: 'Allowed',
  201: 'Allowed',
  400: 'BadRequest',
  403: 'Refused',
  404: 'Refused',
  500: 'InternalError',
}

/** Whether the client sends nothing more: the 201 of a review. A 201 may also be that of a created role. */
function sendsNothing({ expect, scenario }: Example): boolean {
  return expect.code === 201 && scenario.design === 'client-review'
}

interface EntryProps {
  readonly example: Example
  readonly level: Level
  readonly current: boolean
  onOpen(example: Example): void
}

/** One example: its outcome, its title, its level, and its sentence. */
export function ExampleItem({ example, level, current, onOpen }: EntryProps) {
  const { title, sentence, counterpart, expect, expected } = example
  const button = useRef<HTMLButtonElement>(null)
  // Not a layout effect: the dialog around it opens in a layout effect that runs later, and is hidden until then.
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <li>
      <EntryButton
        ref={button}
        data-example={example.id}
        aria-current={current}
        mark={sendsNothing(example) ? 'NotSent' : MARKS[expect.code]}
        code={expect.code}
        title={
          <>
            {title}
            {counterpart?.form === 'mended' && <span className={styles.form}> · mended</span>}
            <span className={styles.level}> · {LEVEL_NAMES[level]}</span>
          </>
        }
        onClick={() => onOpen(example)}
      >
        <Words of={withCode(sentence)} />
        {expected && (
          <span className={styles.expected}>
            {expected.by}{' '}
            {expected.code === expect.code ? (
              `expects ${expected.code} as well`
            ) : (
              <strong>
                expects {expected.code}, not {expect.code}
              </strong>
            )}
            : <q>{expected.words}</q>
          </span>
        )}
      </EntryButton>
    </li>
  )
}

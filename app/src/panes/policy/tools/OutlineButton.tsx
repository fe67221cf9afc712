import { shortened } from '@authz-playground/pictures'
import { useEffect, useRef, useState } from 'react'
import { goTo, playground, workerApi } from '../../../session/index.ts'
import { classes, IconButton, reportLoadFailure, usePopoverBelow } from '../../../ui/index.ts'
import menu from '../../../ui/menu.module.css'
import type { OutlineEntry } from '../../../worker/index.ts'
import styles from './OutlineButton.module.css'

/** More objects are not listed; the search of the editor finds them. */
const MOST_LISTED = 1000

/** A button that lists the roles and bindings of the policy, to go to one of them. */
export function OutlineButton() {
  const [entries, setEntries] = useState<readonly OutlineEntry[]>()
  const place = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLUListElement>(null)

  usePopoverBelow(entries !== undefined, () => setEntries(undefined), place, list)
  useEffect(() => {
    if (entries !== undefined) list.current?.querySelector('button')?.focus()
  }, [entries])

  async function open(): Promise<void> {
    const read = await workerApi()
      .outline(playground.getState().scenario.policy)
      .catch(() => undefined)
    if (read === undefined) reportLoadFailure('The outline', () => void open())
    else setEntries(read)
  }

  return (
    <span ref={place}>
      <IconButton
        icon="outline"
        label="Outline of the policy"
        aria-expanded={entries !== undefined}
        onClick={() => void open()}
      />
      {entries && (
        <ul
          ref={list}
          popover="auto"
          className={classes(menu.popover, styles.list)}
          aria-label="Roles and bindings"
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (step === undefined) return
            event.preventDefault()
            const buttons = [...event.currentTarget.querySelectorAll('button')]
            const at = buttons.findIndex((button) => button.matches(':focus'))
            buttons[(at + step + buttons.length) % buttons.length]?.focus()
          }}
        >
          {entries.length === 0 && <li className={styles.none}>No roles, no bindings</li>}
          {entries.slice(0, MOST_LISTED).map(({ kind, name, namespace, line, offset }) => (
            <li key={offset}>
              <button
                type="button"
                className={classes(menu.entry, styles.entry)}
                onClick={() => {
                  setEntries(undefined)
                  goTo({ kind: 'text', source: 'policy', offset })
                }}
              >
                <span className={classes(styles.kind, kind.endsWith('Binding') && styles.binding)}>{kind}</span>
                <code className={styles.name}>{shortened(namespace === '' ? name : `${namespace}/${name}`)}</code>
                <span className={styles.line}>{line.toLocaleString('en')}</span>
              </button>
            </li>
          ))}
          {entries.length > MOST_LISTED && (
            <li className={styles.none}>The first {MOST_LISTED.toLocaleString('en')} are listed.</li>
          )}
        </ul>
      )}
    </span>
  )
}

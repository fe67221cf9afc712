import type { Example } from '@authz-playground/examples'
import { counted } from '@authz-playground/pictures'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { openDialog, usePlayground } from '../../session/index.ts'
import { Dialog, LinkButton, TextField, walk } from '../../ui/index.ts'
import { inOrder, matchingEntries } from '../../worker/index.ts'
import { Deleted, useLateFocus } from './Deleted.tsx'
import { EarlierPart } from './EarlierPart.tsx'
import { EntryItem } from './EntryItem.tsx'
import styles from './Library.module.css'
import { bringBack, follow, useLibrary } from './library.ts'
import { SavePart } from './SavePart.tsx'
import { TransferPart } from './TransferPart.tsx'
import { useAnswers } from './useAnswers.ts'

interface LibraryProps {
  /** The example that the scenario began as, where it is known. */
  readonly example: Example | undefined
  onClose(): void
}

/** The person’s own scenarios in this browser: saved by name, opened, exported, imported. */
export function LibraryDialog({ example, onClose }: LibraryProps) {
  useEffect(follow, [])
  const state = useLibrary((library) => library.state)
  const problem = useLibrary((library) => library.problem)
  return (
    <Dialog title="Your scenarios" size="wide" onClose={onClose}>
      {state === 'refused' ? (
        <p role="alert">
          This browser does not let the page keep scenarios; a private window may be the reason. Save them as files, in
          Share: a file holds the same.
        </p>
      ) : (
        <div className={styles.library} aria-busy={state === 'loading'}>
          <SavePart example={example} />
          <p role="alert" className={styles.problems}>
            {problem}
          </p>
          {state === 'here' && <Entries onClose={onClose} />}
          <TransferPart />
          <EarlierPart onClose={onClose} />
        </div>
      )}
    </Dialog>
  )
}

/** A search field shows for more entries than these. */
const FEW = 5

function Entries({ onClose }: Pick<LibraryProps, 'onClose'>) {
  const entries = useLibrary((library) => library.entries)
  const deleted = useLibrary((library) => library.deleted)
  const title = usePlayground(({ about }) => about?.title)
  const knownOf = useAnswers(entries)
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed)
  const found = matchingEntries(entries, searched)
  const area = useRef<HTMLDivElement>(null)
  const { focus } = useLateFocus(area)

  function pressed(event: KeyboardEvent): void {
    const buttons = [...(area.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const field = area.current?.querySelector<HTMLElement>('input[type=search]') ?? null
    if (event.key === 'Enter' && event.target === field && typed !== '') {
      event.preventDefault()
      buttons[0]?.click()
    }
    walk(event, buttons, field)
  }

  if (entries.length + deleted.length === 0) {
    return (
      <p className={styles.nothing}>
        Nothing is saved yet. What you save is listed here by its name: policy, requests, settings, words and
        expectations. It stays in this browser, and no server gets it. Save the scenario on the page, import files, or{' '}
        <LinkButton onClick={() => openDialog('gallery', {})}>begin with an example</LinkButton>.
      </p>
    )
  }
  const shown = inOrder([...found, ...(typed === '' ? deleted : [])])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk between the controls inside
    <div ref={area} className={styles.entries} onKeyDown={pressed}>
      {(entries.length > FEW || typed !== '') && (
        <div className={styles.search}>
          <TextField
            type="search"
            label="Search"
            prose
            value={typed}
            onChange={setTyped}
            placeholder="A name, or text of a scenario"
          />
          <p className={styles.count} role="status">
            {typed === '' ? '' : counted(found.length, 'scenario')}
          </p>
        </div>
      )}
      <ul>
        {shown.map((entry) =>
          entries.includes(entry) ? (
            <EntryItem
              key={entry.id}
              entry={entry}
              known={knownOf(entry)}
              current={entry.name === title}
              onFocus={focus}
              onClose={onClose}
            />
          ) : (
            <Deleted
              key={entry.id}
              id={entry.id}
              name={entry.name}
              onUndo={async () => {
                const back = await bringBack(entry)
                if (back) focus(back.id)
              }}
            />
          ),
        )}
      </ul>
      {typed !== '' && found.length === 0 && <p>None of your scenarios holds that.</p>}
    </div>
  )
}

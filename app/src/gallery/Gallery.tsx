import type { Example } from '@authz-playground/examples'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { useMediaQuery } from '../ui/media.ts'
import { TextField } from '../ui/TextField.tsx'
import { Entry } from './Entry.tsx'
import { loadExamples, useExamples } from './examples.ts'
import styles from './Gallery.module.css'
import { matching } from './search.ts'

interface GalleryProps {
  /** The id of the example that is open. */
  readonly current: string
  onOpen(example: Example): void
  onClose(): void
}

/** Every example with a sentence and the outcome that it must have. Arrows walk through them, Enter opens one. */
export function Gallery({ current, onOpen, onClose }: GalleryProps) {
  const { examples, state } = useExamples()
  useEffect(() => void loadExamples(), [])
  const [typed, setTyped] = useState('')
  const groups = matching(examples, useDeferredValue(typed))
  const list = useRef<HTMLDivElement>(null)
  const base = useId()
  // With a finger, the first thing is to look, not to have half the screen taken by keys.
  const fine = useMediaQuery('(pointer: fine)')
  const count = groups.reduce((sum, group) => sum + group.examples.length, 0)

  function walk(event: KeyboardEvent): void {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[data-example]') ?? [])]
    const at = entries.indexOf(event.target as HTMLElement)
    const inField = at === -1
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: inField ? undefined : 0,
      End: inField ? undefined : entries.length - 1,
    }[event.key]
    if (event.key === 'Enter' && inField && typed !== '') {
      event.preventDefault()
      entries[0]?.click()
    }
    if (to === undefined) return
    event.preventDefault()
    if (to < 0) document.getElementById(base)?.querySelector('input')?.focus()
    else entries[Math.min(to, entries.length - 1)]?.focus()
  }

  return (
    <Dialog title="Examples" size="wide" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk between the controls inside */}
      <div className={styles.gallery} onKeyDown={walk}>
        <div id={base} className={styles.search}>
          <TextField
            type="search"
            data-first-focus={fine || undefined}
            label="Search"
            prose
            value={typed}
            onChange={setTyped}
            placeholder="node, legacy, 403, Impersonate-Group"
          />
          <p className={styles.count} role="status">
            {typed === '' ? '' : count === 1 ? '1 example' : `${count} examples`}
          </p>
        </div>
        {state === 'failed' && (
          <p role="alert">The other examples could not be loaded. Close and open this to try again.</p>
        )}
        <div ref={list} className={styles.groups}>
          {groups.map(({ title, examples }, at) => (
            <section key={title} aria-labelledby={`${base}-${at}`}>
              <h3 id={`${base}-${at}`} className={styles.group}>
                {title}
              </h3>
              <ul>
                {examples.map((example) => (
                  <Entry key={example.id} example={example} current={example.id === current} onOpen={onOpen} />
                ))}
              </ul>
            </section>
          ))}
          {count === 0 && <p>No example speaks of that. Search for a verb, a resource, a header, a mode or a code.</p>}
        </div>
      </div>
    </Dialog>
  )
}

import type { Example } from '@authz-playground/examples'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef } from 'react'
import { choose, useChoices, useScreenTitle } from '../../session/index.ts'
import { Button, Dialog, didNotArrive, MissingPart, TextField, useMediaQuery, walk } from '../../ui/index.ts'
import { ExampleItem } from './ExampleItem.tsx'
import { loadExamples, useExamples } from './examples.ts'
import styles from './Gallery.module.css'
import { matchingExamples } from './search.ts'

interface GalleryProps {
  /** The id of the example that is open. */
  readonly current: string
  onOpen(example: Example): void
  /** Called to show the person’s own scenarios. */
  onOwn(): void
  onClose(): void
}

/** All examples, each with a sentence and its outcome. Arrow keys move between them, Enter opens one. */
export function Gallery({ current, onOpen, onOwn, onClose }: GalleryProps) {
  const { examples, state } = useExamples()
  useEffect(() => void loadExamples(), [])
  useScreenTitle('Examples')
  const { search: typed = '' } = useChoices('gallery')
  const setTyped = (search: string): void => choose('gallery', { search: search || undefined })
  const groups = matchingExamples(examples, useDeferredValue(typed))
  const list = useRef<HTMLDivElement>(null)
  const base = useId()
  // On touch screens the search field does not get the focus, because the keyboard would cover half of the screen.
  const fine = useMediaQuery('(pointer: fine)')
  const count = groups.reduce((sum, group) => sum + group.examples.length, 0)

  function pressed(event: KeyboardEvent): void {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[data-example]') ?? [])]
    const field = document.getElementById(base)?.querySelector('input') ?? null
    if (event.key === 'Enter' && event.target === field && typed !== '') {
      event.preventDefault()
      entries[0]?.click()
    }
    walk(event, entries, field)
  }

  return (
    <Dialog title="Examples" size="wide" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk between the controls inside */}
      <div className={styles.gallery} onKeyDown={pressed}>
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
          <Button look="quiet" className={styles.own} onClick={onOwn}>
            Your scenarios
          </Button>
        </div>
        {state === 'failed' && (
          <MissingPart words={didNotArrive('The other examples')} onTryAgain={() => void loadExamples()} />
        )}
        <div ref={list} className={styles.groups}>
          {groups.map(({ title, examples }, at) => (
            <section key={title} aria-labelledby={`${base}-${at}`}>
              <h3 id={`${base}-${at}`} className={styles.group}>
                {title}
              </h3>
              <ul>
                {examples.map((example) => (
                  <ExampleItem key={example.id} example={example} current={example.id === current} onOpen={onOpen} />
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

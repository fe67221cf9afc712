import { Fragment, type KeyboardEvent, useDeferredValue, useEffect, useId, useRef } from 'react'
import {
  AUDIENCES,
  choose,
  openDialog,
  useAudience,
  useChoices,
  usePlayground,
  useScreenTitle,
} from '../../session/index.ts'
import {
  Button,
  Dialog,
  didNotArrive,
  LinkButton,
  MissingPart,
  TextField,
  useMediaQuery,
  Words,
  walk,
  withCode,
} from '../../ui/index.ts'
import { ExampleItem } from './ExampleItem.tsx'
import { loadExamples, useExamples } from './examples.ts'
import { Filters } from './Filters.tsx'
import styles from './Gallery.module.css'
import { SEARCHED, shownRoutes, type Wanted } from './search.ts'

/** In place of an audience, where the examples for all of them are shown. */
const EVERYBODY = 'everybody'

interface GalleryProps {
  /** Opens the example of this id. */
  onExample(id: string): void
  onClose(): void
}

/** All examples along routes, each with a sentence and its outcome. Arrow keys move between them, Enter opens one. */
export function Gallery({ onExample, onClose }: GalleryProps) {
  const { examples, routes, state } = useExamples()
  useEffect(() => void loadExamples(), [])
  useScreenTitle('Examples')
  const present = useAudience()
  const { search: typed = '', for: of, ...filters } = useChoices('gallery')
  const usual = present === 'designs' ? EVERYBODY : present
  const audience = of === EVERYBODY ? of : (AUDIENCES.find((one) => one === of) ?? usual)
  const wanted: Wanted = {
    search: useDeferredValue(typed),
    audience: audience === EVERYBODY ? undefined : audience,
    filters,
  }
  const shown = shownRoutes(examples, routes, wanted)
  const list = useRef<HTMLDivElement>(null)
  const base = useId()
  // On touch screens the search field does not get the focus, because the keyboard would cover half of the screen.
  const fine = useMediaQuery('(pointer: fine)')
  const count = countOf(shown)
  const narrowed = wanted.search.trim() !== '' || Object.keys(filters).length > 0
  const others = narrowed ? countOf(shownRoutes(examples, routes, { ...wanted, audience: undefined })) - count : 0

  function pressed(event: KeyboardEvent): void {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[data-example]') ?? [])]
    const field = document.getElementById(base)?.querySelector('input') ?? null
    if (event.key === 'Enter' && event.target === field && typed !== '') {
      event.preventDefault()
      entries[0]?.click()
    }
    // The arrow keys belong to a choice that has the focus.
    if (!(event.target instanceof HTMLSelectElement)) walk(event, entries, field)
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
            onChange={(search) => choose('gallery', { search: search || undefined })}
            // The whole list is wider than the field.
            placeholder={SEARCHED.slice(0, 3).join(', ')}
          />
          <p className={styles.count} role="status">
            {narrowed && (count === 1 ? '1 example' : `${count} examples`)}
          </p>
          <span className={styles.own}>
            <Button look="quiet" onClick={() => openDialog('courses')}>
              Courses
            </Button>
            <Button look="quiet" onClick={() => openDialog('library')}>
              Your scenarios
            </Button>
          </span>
        </div>
        <Filters
          examples={examples}
          routes={routes}
          audience={wanted.audience}
          chosen={filters}
          onAudience={(next) =>
            choose('gallery', { for: (next ?? EVERYBODY) === usual ? undefined : (next ?? EVERYBODY) })
          }
        />
        {state === 'failed' && (
          <MissingPart words={didNotArrive('The other examples')} onTryAgain={() => void loadExamples()} />
        )}
        <div ref={list} className={styles.routes}>
          {shown.map((one) => (
            <RouteExamples key={one.route.id} of={one} id={`${base}-${one.route.id}`} onExample={onExample} />
          ))}
          {count === 0 && (
            <p>
              No example speaks of that. Search for a verb, a resource, a header, a mode or a code:{' '}
              {SEARCHED.join(', ')}.
            </p>
          )}
          {others > 0 && (
            <p>
              <LinkButton onClick={() => choose('gallery', { for: EVERYBODY === usual ? undefined : EVERYBODY })}>
                {others === 1 ? '1 more, for others' : `${others} more, for others`}
              </LinkButton>
            </p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface RouteExamplesProps extends Pick<GalleryProps, 'onExample'> {
  readonly of: ReturnType<typeof shownRoutes>[number]
  readonly id: string
}

/** The examples of a route, with its title and its sentence. */
function RouteExamples({ of: { route, shown }, id, onExample }: RouteExamplesProps) {
  const current = usePlayground((now) => now.exampleId)
  return (
    <section aria-labelledby={id}>
      <div className={styles.route}>
        <h3 id={id}>{route.title}</h3>
        <p className={styles.sentence}>
          <Words of={withCode(route.sentence)} />
        </p>
      </div>
      <ul>
        {shown.map(({ example, level }, at) => (
          <Fragment key={example.id}>
            {route.grouped && example.group !== shown[at - 1]?.example.group && (
              <li className={styles.group}>
                <h4>{example.group}</h4>
              </li>
            )}
            <ExampleItem
              example={example}
              level={level}
              current={example.id === current}
              onOpen={() => onExample(example.id)}
            />
          </Fragment>
        ))}
      </ul>
    </section>
  )
}

function countOf(routes: readonly { readonly shown: readonly unknown[] }[]): number {
  return routes.reduce((sum, { shown }) => sum + shown.length, 0)
}

import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, Dialog, DialogActions, didNotArrive, KEYS, MissingPart, Select } from '../ui/index.ts'
import styles from './PlaylistDialog.module.css'
import type { ChosenList, Playlist } from './playlist.ts'

/** The lists that can be presented. */
export interface Offers {
  /** The title of the page's scenario. */
  readonly title: string
  /** The lessons of the open course. */
  readonly course?: Playlist | undefined
  /** The routes of the gallery, by their ids. */
  readonly routes: ReadonlyMap<string, Playlist>
  /** The scenarios of the library. */
  readonly saved: Playlist
  /** What is chosen at first: the lessons of an open course, what was chosen before, or the route of the example. */
  readonly chosen: ChosenList
  /** The place of the page's scenario in a list; undefined where it is not of it. */
  placeOf(list: Playlist): number | undefined
}

interface PlaylistDialogProps {
  offers(): Promise<Offers>
  /** Called with the list and the place in it, from 0. Without a list only the scenario of the page is presented. */
  onBegin(chosen: ChosenList, list: Playlist | undefined, at: number | undefined): void
  onClose(): void
}

/** Chooses what is presented: the scenario of the page, the lessons of a course, a route, or scenarios of the library. */
export function PlaylistDialog({ offers, onBegin, onClose }: PlaylistDialogProps) {
  const [found, setFound] = useState<Offers | 'missing'>()
  const latest = useRef(offers)
  const look = useCallback(async () => {
    setFound(await latest.current().catch(() => 'missing' as const))
  }, [])
  useEffect(() => void look(), [look])
  return (
    <Dialog title="Present" onClose={onClose}>
      {found === 'missing' ? (
        <MissingPart words={didNotArrive('The lists')} onTryAgain={() => void look()} />
      ) : (
        found && <Choice offers={found} onBegin={onBegin} />
      )}
    </Dialog>
  )
}

function Choice({ offers, onBegin }: { readonly offers: Offers } & Pick<PlaylistDialogProps, 'onBegin'>) {
  const { course, routes, saved } = offers
  const [chosen, setChosen] = useState(offers.chosen)
  const [route, setRoute] = useState(chosen.kind === 'route' ? chosen.route : ([...routes.keys()][0] ?? ''))
  const [ids, setIds] = useState(chosen.kind === 'saved' ? chosen.ids : [])
  const [at, setAt] = useState<number>()
  const name = useId()
  const begin = useRef<HTMLButtonElement>(null)
  // The lists arrive after the dialog has opened.
  useLayoutEffect(() => begin.current?.focus(), [])
  const list = listOf(chosen, offers)
  const here = list && offers.placeOf(list)
  const first = at ?? here ?? 0

  const choose = (next: ChosenList): void => {
    setChosen(next)
    setAt(undefined)
  }
  const radio = (kind: ChosenList['kind'], next: ChosenList) => ({
    type: 'radio' as const,
    name,
    checked: chosen.kind === kind,
    onChange: () => choose(next),
  })
  const tick = (id: string, ticked: boolean): void => {
    const next = ticked ? [...ids, id] : ids.filter((one) => one !== id)
    setIds(next)
    choose({ kind: 'saved', ids: next })
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onBegin(chosen, list, list && first)
      }}
    >
      <fieldset className={styles.lists}>
        <legend>The list to go through, with N and P</legend>
        {course && (
          <label className={styles.list}>
            <input {...radio('course', { kind: 'course' })} />
            <span>
              The lessons of “{course.title}” <Count of={course} />
            </span>
          </label>
        )}
        <div className={styles.list}>
          <label>
            <input {...radio('route', { kind: 'route', route })} /> A route of the gallery
          </label>
          <Select
            inline
            label="Route"
            value={route}
            options={[...routes].map(([value, { title, items }]) => ({ value, title: `${title} (${items.length})` }))}
            onChange={(value) => {
              setRoute(value)
              choose({ kind: 'route', route: value })
            }}
          />
        </div>
        <div className={styles.list}>
          <label>
            <input {...radio('saved', { kind: 'saved', ids })} disabled={saved.items.length === 0} />
            <span>
              {saved.title}
              {saved.items.length === 0 ? ': none yet' : ', in the order in which you tick them'}
            </span>
          </label>
          {saved.items.length > 0 && <Ticked saved={saved} ids={ids} onTick={tick} />}
        </div>
        <label className={styles.list}>
          <input {...radio('alone', { kind: 'alone' })} />
          <span>None: only “{offers.title}”</span>
        </label>
      </fieldset>
      {list && list.items.length > 0 && <Beginning list={list} first={first} here={here} onChange={setAt} />}
      <p className={styles.note}>
        The answer is hidden until the request reaches it. {KEYS.present} presents what is on the page at once, with
        this list; ? shows the keys.
      </p>
      <DialogActions>
        <Button ref={begin} type="submit" look="primary" disabled={list?.items.length === 0}>
          Begin
        </Button>
      </DialogActions>
    </form>
  )
}

interface BeginningProps {
  readonly list: Playlist
  readonly first: number
  /** The place of the page's scenario in the list. */
  readonly here: number | undefined
  onChange(first: number): void
}

function Beginning({ list, first, here, onChange }: BeginningProps) {
  return (
    <Select
      label="Begin with"
      value={String(first)}
      options={list.items.map(({ title }, place) => ({
        value: String(place),
        title: `${place + 1}. ${title}${place === here ? ' (on the page)' : ''}`,
      }))}
      onChange={(value) => onChange(Number(value))}
    />
  )
}

interface TickedProps {
  readonly saved: Playlist
  /** The ticked ones, in the order in which they were ticked. */
  readonly ids: readonly string[]
  onTick(id: string, ticked: boolean): void
}

function Ticked({ saved, ids, onTick }: TickedProps) {
  return (
    <ul className={styles.saved} aria-label={saved.title}>
      {saved.items.map(({ id, title }) => {
        const place = ids.indexOf(id)
        return (
          <li key={id}>
            <label>
              <input type="checkbox" checked={place !== -1} onChange={({ target }) => onTick(id, target.checked)} />
              <span className={styles.number}>{place === -1 ? '' : place + 1}</span>
              {title}
            </label>
          </li>
        )
      })}
    </ul>
  )
}

function Count({ of }: { readonly of: Playlist }) {
  return <span className={styles.count}>({of.items.length})</span>
}

/** The list that a choice means; undefined for the scenario of the page alone, or where there is no such list. */
export function listOf(chosen: ChosenList, { course, routes, saved }: Pick<Offers, 'course' | 'routes' | 'saved'>) {
  switch (chosen.kind) {
    case 'course':
      return course
    case 'route':
      return routes.get(chosen.route)
    case 'saved': {
      const items = chosen.ids.flatMap((id) => saved.items.find((item) => item.id === id) ?? [])
      return { title: saved.title, items }
    }
    case 'alone':
      return undefined
  }
}

import { placeOf, stopsOf } from '@authz-playground/examples/route'
import {
  beginLecture,
  beginWith,
  type ChosenList,
  decodeChosen,
  encodeChosen,
  type LectureItem,
  listOf,
  type Offers,
  type Playlist,
  presentedItem,
} from '../lecture/index.ts'
import { courses, type OpenCourse } from '../session/course/index.ts'
import {
  edited,
  openDocument,
  openExample,
  openQuietly,
  openScenario,
  playground,
  problemsInWords,
  workerApi,
} from '../session/index.ts'
import { notify, reportLoadFailure } from '../ui/index.ts'
import { inOrder, type LibraryEntry } from '../worker/index.ts'

/** The key of the list that was chosen last. */
const KEY = 'authz-playground/lecture'

/** In the present lecture something was opened. Back leads to the scenario from before it. */
let moved = false

/** What can be presented. */
export async function lectureOffers(title: string): Promise<Offers> {
  const [{ EXAMPLES, ROUTES }, entries] = await Promise.all([import('@authz-playground/examples'), savedEntries()])
  const titles = new Map(EXAMPLES.map((example) => [example.id, example.title]))
  const routes = ROUTES.map((route): readonly [string, Playlist] => {
    const items = stopsOf(route).map(({ example }) => exampleItem(example, titles.get(example) ?? example))
    return [route.id, { title: route.title, items }]
  })
  const { exampleId, about } = playground.getState()
  const own = about === undefined ? placeOf(exampleId, ROUTES)?.route.id : undefined
  const { open } = courses.store.getState()
  const usual: ChosenList = own === undefined ? { kind: 'alone' } : { kind: 'route', route: own }
  const before = kept()
  return {
    title,
    course: open && courseList(open),
    routes: new Map(routes),
    saved: { title: 'Your scenarios', items: entries.map(savedItem) },
    chosen: open ? { kind: 'course' } : before === undefined || before.kind === 'course' ? usual : before,
    placeOf: placeInList,
  }
}

/** Presents what is on the page, with the list that was chosen last. */
export async function presentPage(title: string): Promise<void> {
  const { exampleId } = playground.getState()
  const offers = await lectureOffers(title)
  const { chosen } = offers
  // The example on the page may be on another route by now.
  const [onRoute] = [...offers.routes].filter(([, list]) => placeInList(list) !== undefined)
  const list =
    chosen.kind === 'route' && onRoute !== undefined && placeInList(offers.routes.get(chosen.route)) === undefined
      ? onRoute[1]
      : listOf(chosen, offers)
  if (playground.getState().exampleId !== exampleId) return
  moved = false
  beginLecture({ list, at: placeInList(list), prediction: predictionHere() })
}

/** Presents a list from one of its items on, and keeps the choice. */
export function presentList(chosen: ChosenList, list: Playlist | undefined, at: number | undefined): void {
  try {
    localStorage.setItem(KEY, encodeChosen(chosen))
  } catch {
    // Without storage the choice is for this time.
  }
  moved = false
  if (list === undefined || at === undefined || at === placeInList(list)) {
    beginLecture({ list, at, prediction: predictionHere() })
  } else void beginWith(list, at)
}

function kept(): ChosenList | undefined {
  try {
    return decodeChosen(localStorage.getItem(KEY))
  } catch {
    return undefined
  }
}

const exampleKey = (id: string): string => `example/${id}`
const savedKey = (id: string): string => `saved/${id}`
const lessonKey = (id: string): string => `lesson/${id}`

/** The place of the page’s scenario in a list. A scenario of the library is not recognised once it is opened. */
function placeInList(list: Playlist | undefined): number | undefined {
  const { exampleId, about, lesson } = playground.getState()
  const here = lesson ? lessonKey(lesson.lesson) : about === undefined ? exampleKey(exampleId) : undefined
  const at = list?.items.findIndex(({ id }) => id === here) ?? -1
  return at === -1 ? undefined : at
}

/** The question that the lesson on the page asks: it is about the start, so a lesson that was edited asks none. */
function predictionHere(): LectureItem['prediction'] {
  const lesson = courses.lessonOnPage()
  return lesson && !edited(playground.getState().scenario, lesson.start) ? lesson.predict : undefined
}

/** The lessons of a course as they begin, whatever the presenter made of them. */
function courseList({ course, address }: OpenCourse): Playlist {
  return {
    title: course.title,
    items: course.lessons.map(({ id, title, start, predict }) => ({
      id: lessonKey(id),
      title,
      address: `${address}/${id}`,
      prediction: predict,
      open: () => {
        courses.flush()
        quietly(() => openScenario(title, start))
        courses.store.setState({ last: id })
        return Promise.resolve(true)
      },
    })),
  }
}

/** Leaves the lecture. Of a course the lesson comes that was presented last. */
export function leaveLecture(): void {
  const id = presentedItem()?.id
  playground.getState().present(false)
  if (moved && id?.startsWith(lessonKey(''))) courses.go(id.slice(lessonKey('').length))
}

function exampleItem(id: string, title: string): LectureItem {
  const open = async (): Promise<boolean> => {
    const { EXAMPLES } = await import('@authz-playground/examples')
    const example = EXAMPLES.find((one) => one.id === id)
    if (example === undefined) return false
    quietly(() => openExample(example))
    return true
  }
  return { id: exampleKey(id), title, open }
}

async function savedEntries(): Promise<readonly LibraryEntry[]> {
  try {
    const { readEntries } = await import('../dialogs/library/index.ts')
    return inOrder(await readEntries())
  } catch {
    // Where the browser keeps no scenarios, there are none to present.
    return []
  }
}

function savedItem({ id, name, text }: LibraryEntry): LectureItem {
  const open = async (): Promise<boolean> => {
    const read = await workerApi()
      .readDocument(text)
      .catch(() => undefined)
    if (read === undefined) reportLoadFailure('What reads a scenario', () => void open())
    else if (read.document === undefined)
      notify(`“${name}” was not opened. ${problemsInWords(read.diagnostics).join(' ')}`)
    else {
      const { document } = read
      quietly(() => openDocument({ ...document, title: name }))
      return true
    }
    return false
  }
  return { id: savedKey(id), title: name, open }
}

function quietly(open: () => void): void {
  openQuietly(open, moved)
  moved = true
}

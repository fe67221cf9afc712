import '../ui/tokens.css'
import '../ui/reset.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import {
  beginTurn,
  decideAfter,
  forgetUnseen,
  isOwnAddress,
  keep,
  keepView,
  openCoursesWith,
  openWithPart,
  playground,
  restoreNotice,
  screen,
  startedFromOwnTab,
  type View,
} from '../session/index.ts'
import { notify, reportLoadFailure } from '../ui/index.ts'
import { App } from './App.tsx'

keep(playground, notify)
const shownAgain = keepView()
if (restoreNotice !== undefined) notify(restoreNotice)
openCoursesWith((text) =>
  openWithPart(text, 'What opens courses', () =>
    import('../session/course/index.ts').then(({ openCourseText }) => openCourseText).catch(() => undefined),
  ),
)

/** How long the page waits for the scenario of a link before it shows another one. Milliseconds. */
const PATIENCE = 2000
/** Whether somebody went to an entry of the history before `address-bar.ts` was there; the change of the hash follows in a moment. */
let unseen = false
addEventListener('popstate', () => {
  unseen = !screen.getState().followed
})
/** The content of the newest address is open, or has been refused. */
let arriving: Promise<void> = Promise.resolve()
addEventListener('hashchange', ({ newURL }) => {
  const { hash } = new URL(newURL)
  // A state is that of an entry which the page made itself: `address-bar.ts` shows those that it has seen. Where the
  // address is another one by now, it followed an edit in the moment after a link was opened.
  if (history.state === null || unseen || hash !== location.hash) follow(undefined, hash)
})
void begin()

/**
 * Draws the page, with the content of its address where that arrives in time: nothing jumps then. It is not awaited at the top
 * of this module: the parts that it waits for import the chunk of this module, and would wait for it in turn.
 */
async function begin(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE))
  follow(shownAgain)
  const arrived = Promise.race([arrival(), late])
  // Decides while the page is being drawn.
  decideAfter(arrived)
  // What opens courses comes beside what opens links. What does not arrive is asked for again. The page of a lesson comes while its
  // answer is made.
  if (location.hash.startsWith('#course/')) void import('../session/course/index.ts').catch(() => undefined)
  await Promise.race([arrival(lessonReady), late])
  forgetUnseen()
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const page = createRoot(root)
  // In slices, between which the page answers.
  startTransition(() =>
    page.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

function follow(shown?: View, hash?: string): void {
  arriving = arrive(shown, hash)
}

/** Waits for the content of the newest address, however many are followed meanwhile, and then for what `ready` does. Never rejects. */
async function arrival(ready = async (): Promise<void> => undefined): Promise<void> {
  const waitsFor = arriving
  await waitsFor
  await ready()
  if (waitsFor !== arriving) await arrival(ready)
}

/**
 * Opens the content of an address, if there is one. `shown`: what a page that has just been loaded shows already. Never rejects.
 * The address may have followed the page before a second attempt, which opens the same content nevertheless.
 */
async function arrive(shown?: View, hash = location.hash): Promise<void> {
  // A hash of letters alone is a place on the page, such as `#answer`, unless it names a dialog.
  if (/^#?[a-z]*$/.test(hash) && !/^#(author|courses|gallery|help|kept)$/.test(hash)) return
  // The memory of this tab has all of an address that it wrote itself, unless that names more than a scenario.
  if (shown !== undefined && startedFromOwnTab && isOwnAddress(hash) && !hash.includes('&')) return
  const turn = beginTurn()
  try {
    const { openLink } = await import('./open-link.ts')
    await openLink(hash, shown, turn)
  } catch {
    reportLoadFailure('What opens links', () => void arrive(shown, hash))
  }
}

/** Waits for the parts of a lesson that is on the page. Never rejects: the lesson says what did not arrive. */
async function lessonReady(): Promise<void> {
  if (playground.getState().lesson === undefined) return
  try {
    const [{ courses, resumeCourse }] = await Promise.all([
      import('../session/course/index.ts'),
      import('./LessonPage.tsx'),
    ])
    if (courses.lessonOnPage() === undefined) await resumeCourse()
  } catch {
    // As above.
  }
}

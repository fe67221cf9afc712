import { useEffect, useState } from 'react'
import { exampleOf, loadExamples } from '../dialogs/gallery/index.ts'
import {
  closeDialog,
  openComparison,
  openConstrain,
  openDialog,
  openQuestions,
  playground,
  screen,
  useCourseOpen,
  usePlayground,
  useTour,
  useTrying,
  useWalk,
  workerApi,
} from '../session/index.ts'
import { Announcer, classes, IconButton, lazyPart, Notices, reportLoadFailure, VisuallyHidden } from '../ui/index.ts'
import styles from './App.module.css'
import { EARLY_DIALOGS, OpenDialog } from './dialogs.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import { Layout } from './Layout.tsx'
import { LosingEdits, useOpening } from './LosingEdits.tsx'
import { LECTURE_PARTS, leavePresenting, presentedParts, presentNow } from './lecture-parts.tsx'
import { PageHeader, settings } from './PageHeader.tsx'
import { usePresenting } from './presenting.ts'
import { useScenarioPanes } from './scenario-panes.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useShown } from './shown.ts'

/** A task waits for an idle moment for so long. Milliseconds. */
const PATIENCE = 2000

/** Safari has no idle callbacks: there each task waits for so long. Milliseconds. */
const PAUSE = 50

// Shows which cell of a table was opened, which cannot happen before the first answer.
const walk = lazyPart('Versions', () =>
  import('../dialogs/compare/versions/WalkBar.tsx').then(({ WalkBar }) => WalkBar),
)
// A lesson has a header and an arrangement of its own.
const lessonPage = lazyPart('Lesson', () => import('./LessonPage.tsx').then(({ LessonPage }) => LessonPage))
const backToLesson = lazyPart('Course', () =>
  import('../panes/lesson/index.ts').then(({ BackToLesson }) => BackToLesson),
)
const tryBar = lazyPart('Your course', () => import('../dialogs/author/index.ts').then(({ TryBar }) => TryBar))
const tour = lazyPart('Tour', () => import('../panes/tour/index.ts').then(({ Tour }) => Tour))

/** The whole page: header, panes, and the dialogs over them. */
export function App() {
  const firstAnswerShown = useFirstAnswer()
  const shown = useShown()
  const { exampleId, example, awaitsExample, title, words, changed } = shown
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const lessonMissing = lessonPage.useMissing()
  const presenting = usePresenting()
  // The course keeps what is done in a lesson.
  const opening = useOpening(changed && !inLesson)
  const { panes, goals } = useScenarioPanes(words ?? '', presenting, firstAnswerShown)
  useLoading(firstAnswerShown, awaitsExample)
  useTitle(words)
  useKeys(presenting, title)

  const openById = async (id: string): Promise<void> => {
    const wanted = await exampleOf(id)
    if (wanted === undefined) reportLoadFailure('The example', () => void openById(id))
    else if (id !== exampleId || changed) opening.ask(wanted)
  }
  const lesson = (
    <lessonPage.Shown
      panes={panes}
      tools={<HeaderTools />}
      notices={
        <>
          <Notices />
          <TryBar />
        </>
      }
    />
  )
  return (
    <>
      <a className={styles.skip} href="#answer">
        Skip to the answer
      </a>
      <a className={styles.skip} href="#chart">
        Skip to the chart
      </a>
      <div className={classes(styles.page, presenting && styles.presenting)}>
        {inLesson && !presenting && !lessonMissing ? (
          lesson
        ) : (
          <>
            {presenting ? (
              <LeavePresenting onLeave={leavePresenting} />
            ) : (
              <PageHeader shown={shown} onExample={(id) => void openById(id)} onOpen={opening.ask} />
            )}
            <div>
              <Notices />
              {/* Without its own page a lesson is on the usual one, which says so. */}
              {inLesson && !presenting && (
                <>
                  {lesson}
                  <TryBar />
                </>
              )}
              {!presenting && <WaysBack inLesson={inLesson} />}
            </div>
            {!presenting && <TourStep />}
            <Layout
              panes={panes}
              presented={presenting ? presentedParts(words || title) : undefined}
              goals={goals}
              awaiting={!firstAnswerShown}
            />
          </>
        )}
      </div>
      <OpenDialog
        example={example}
        title={title}
        onExample={(id) => {
          closeDialog()
          void openById(id)
        }}
      />
      {opening.wanted && (
        <LosingEdits left={example} wanted={opening.wanted} onOpen={opening.open} onClose={opening.stay} />
      )}
      <Announcer />
    </>
  )
}

/** While an author tries the own course as a learner, the way back to writing it. */
function TryBar() {
  const tried = usePlayground((now) => now.lesson?.course)
  const trying = useTrying(({ course }) => course !== undefined && course === tried)
  return trying && <tryBar.Shown />
}

/** The ways back to a table from which something was opened, and to the course that is open. */
function WaysBack({ inLesson }: { readonly inLesson: boolean }) {
  const walking = useWalk((now) => now.walk !== undefined)
  const courseOpen = useCourseOpen((now) => now.open)
  return (
    <>
      {walking && <walk.Shown onTable={() => openComparison()} />}
      {courseOpen && !inLesson && <backToLesson.Shown />}
    </>
  )
}

function TourStep() {
  const touring = useTour((now) => now.step !== undefined)
  return (
    touring && (
      <div className={styles.tour}>
        <tour.Shown />
      </div>
    )
  )
}

/** Loads the rest of the page in idle moments after the first answer. */
function useLoading(firstAnswerShown: boolean, awaitsExample: boolean): void {
  useEffect(() => {
    if (awaitsExample) void loadExamples()
  }, [awaitsExample])
  useEffect(() => {
    if (!firstAnswerShown) return
    settings.load()
    void followAddress()
    // Each part is then loaded when it is asked for.
    if (savesData()) return
    whenIdle([
      () => void loadExamples(),
      // What does not arrive is asked for again with the first text.
      () =>
        void workerApi()
          .prepareReading()
          .catch(() => undefined),
      ...[...EARLY_DIALOGS, ...LECTURE_PARTS, lessonPage, tour].map(({ load }) => load),
      () => {
        // Without it only the next visit needs the network.
        import('../offline/index.ts').then(({ keepForOffline }) => keepForOffline()).catch(() => undefined)
      },
    ])
  }, [firstAnswerShown])
}

/** Keeps the address on what the page shows, from the first answer on. */
async function followAddress(): Promise<void> {
  try {
    const { followScreen } = await import('./address-bar.ts')
    followScreen()
  } catch {
    reportLoadFailure('What keeps the address', () => void followAddress())
  }
}

const NAME = 'Authorization playground'

/** Keeps the title of the document. `words`: what the scenario is called, where anybody said it. */
function useTitle(words: string | undefined): void {
  const view = screen((now) => now.title)
  useEffect(() => {
    const parts = [view?.words, (view?.ofScenario ?? true) && words].filter(Boolean)
    document.title = [...(parts.length === 0 ? [] : [parts.join(': ')]), NAME].join(' – ')
  }, [view, words])
}

function useKeys(presenting: boolean, title: string): void {
  useShortcuts({
    play: () => {
      const { playback, play, pause, goOn } = playground.getState()
      // In the present view the request is released first.
      if (presenting && playback.atStart) goOn()
      if (playback.playing) pause()
      else play()
    },
    present: () => (presenting ? leavePresenting() : void presentNow(title)),
    gallery: () => openDialog('gallery', {}),
    library: () => openDialog('library'),
    questions: openQuestions,
    constrain: () => openConstrain(),
    share: () => openDialog('share'),
    help: () => openDialog('help'),
    leave: () => {
      if (presenting) leavePresenting()
      else playground.getState().pin(undefined)
    },
  })
}

/**
 * Marks the moment at which the first answer is on screen (`performance.mark('first-answer')`). Returns true once it
 * is, or once it takes too long to wait for: what the first answer does not need loads then.
 */
function useFirstAnswer(): boolean {
  const answered = usePlayground((playground) => playground.answer !== undefined)
  const overdue = usePlayground(({ slow, notDecided }) => slow || notDecided !== undefined)
  const [onScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!answered) return
    // `requestAnimationFrame` runs before the paint; a task queued in it runs after the paint.
    const frame = requestAnimationFrame(() =>
      setTimeout(() => {
        performance.mark('first-answer')
        setOnScreen(true)
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [answered])
  useEffect(() => {
    if (overdue) setOnScreen(true)
  }, [overdue])
  return onScreen
}

/** Runs tasks in their order, each in an idle moment of its own, so that the page can answer between them. */
function whenIdle([first, ...rest]: readonly (() => void)[]): void {
  if (first === undefined) return
  const run = (): void => {
    first()
    whenIdle(rest)
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: PATIENCE })
  else setTimeout(run, PAUSE)
}

/** Whether the person has asked the browser to save data. Not every browser says. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}

/** Replaces the header in the present view: a quiet button in the corner, which leaves that view. */
function LeavePresenting({ onLeave }: { onLeave(): void }) {
  return (
    <header>
      <VisuallyHidden>
        <h1>Authorization playground, present view</h1>
      </VisuallyHidden>
      <div className={styles.leave}>
        <IconButton icon="close" label="Leave the present view" keys="Esc" onClick={onLeave} />
      </div>
    </header>
  )
}

import type { Scenario } from '@authz-playground/engine'
import { placeOf } from '@authz-playground/examples/route'
import { shortened } from '@authz-playground/pictures'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Flowchart } from '../chart/index.ts'
import { exampleOf, loadExamples, useExamples } from '../dialogs/gallery/index.ts'
import { AnswerPane } from '../panes/answer/index.ts'
import { Timeline } from '../panes/timeline/index.ts'
import {
  beginTour,
  closeDialog,
  edited,
  isOutdated,
  leaveDialog,
  openComparison,
  openConstrain,
  openDialog,
  openQuestions,
  playground,
  screen,
  useCourseOpen,
  useDoor,
  usePlayground,
  useTour,
  useTrying,
  useWalk,
  workerApi,
} from '../session/index.ts'
import {
  Announcer,
  classes,
  ErrorBoundary,
  fetchStylesAgain,
  lateDialog,
  latePane,
  latePart,
  MissingTitle,
  missing,
  Notices,
} from '../ui/index.ts'
import styles from './App.module.css'
import { useFirstAnswer } from './first-answer.ts'
import { HeaderTools } from './HeaderTools.tsx'
import { Layout } from './Layout.tsx'
import { LeavePresenting } from './LeavePresenting.tsx'
import { LosingEdits } from './LosingEdits.tsx'
import { PageHeader, settings } from './PageHeader.tsx'
import { usePresenting } from './presenting.ts'
import { useShortcuts } from './shortcuts.ts'
import { useOpening } from './useOpening.ts'
import { whenIdle } from './when-idle.ts'

// The answer and its chart load first; the editors load right after, into the room that is kept for them.
const policy = latePane('Policy', () => import('../panes/policy/index.ts').then(({ PolicyPane }) => PolicyPane))
const request = latePane('Request', () => import('../panes/request/index.ts').then(({ RequestPane }) => RequestPane))
const readings = latePart('Readings of the text', () =>
  import('../panes/answer/Readings.tsx').then(({ Readings }) => Readings),
)
// Shows which cell of a table was opened, which cannot happen before the first answer.
const walk = latePart('Versions', () =>
  import('../dialogs/compare/versions/WalkBar.tsx').then(({ WalkBar }) => WalkBar),
)

// The parts of the present view come together.
const lecture = () => import('../lecture/index.ts')
const lists = () => import('./lecture-lists.ts')
const heading = latePart('The present view', () => lecture().then(({ Heading }) => Heading))
const beside = latePart('The present view', () => lecture().then(({ Beside }) => Beside))
const foot = latePart('The present view', () => lecture().then(({ Foot }) => Foot))
const playlist = lateDialog('Present', () => lecture().then(({ PlaylistDialog }) => PlaylistDialog))
const presentedParts = [heading, beside, foot] as const

/** Presents something once the parts of the present view are there: they have its keys, and none may be lost. */
async function presentWith(present: (from: typeof import('./lecture-lists.ts')) => unknown): Promise<void> {
  const [from] = await Promise.all([lists(), ...presentedParts.map(({ load }) => load())])
  await present(from)
}

const goals = latePane('Goals', () => import('../panes/goals/index.ts').then(({ GoalsPane }) => GoalsPane))

// A lesson has a header and an arrangement of its own.
const lessonPage = latePart('Lesson', () => import('./LessonPage.tsx').then(({ LessonPage }) => LessonPage))
const backToLesson = latePart('Course', () =>
  import('../panes/lesson/index.ts').then(({ BackToLesson }) => BackToLesson),
)

const tour = latePart('Tour', () => import('../panes/tour/index.ts').then(({ Tour }) => Tour))

// Dialogs load after the first answer, before anybody can have opened one.
const gallery = lateDialog('Examples', () => import('../dialogs/gallery/Gallery.tsx').then(({ Gallery }) => Gallery))
const compare = lateDialog('Compare', async () => {
  const { Compare, loadViews } = await import('../dialogs/compare/index.ts')
  loadViews()
  return Compare
})
const library = lateDialog('Your scenarios', () =>
  import('../dialogs/library/index.ts').then(({ LibraryDialog }) => LibraryDialog),
)
const help = lateDialog('About the playground', () => import('../dialogs/help/index.ts').then(({ Help }) => Help))
const clusterOutput = lateDialog('What the cluster said', () =>
  import('../dialogs/bring-in/index.ts').then(({ BringIn }) => BringIn),
)
const questions = lateDialog('Questions', () => import('../dialogs/asks/index.ts').then(({ Questions }) => Questions))
const constrain = lateDialog('From impersonate to constrained', () =>
  import('../dialogs/constrain/index.ts').then(({ Constrain }) => Constrain),
)
const policyDiff = lateDialog('What changed in the policy', () =>
  import('../dialogs/policy-diff/index.ts').then(({ PolicyDiff }) => PolicyDiff),
)
const courses = lateDialog('Courses', () => import('../dialogs/courses/index.ts').then(({ Courses }) => Courses))
const author = lateDialog('Write a course', () => import('../dialogs/author/index.ts').then(({ Author }) => Author))
const tryBar = latePart('Your course', () => import('../dialogs/author/index.ts').then(({ TryBar }) => TryBar))
const handOut = lateDialog('Hand out', () => import('../dialogs/handing/index.ts').then(({ HandOut }) => HandOut))
const handIn = lateDialog('Hand in', () => import('../dialogs/handing/index.ts').then(({ HandIn }) => HandIn))
const share = lateDialog('Share', () => import('../dialogs/share/index.ts').then(({ Share }) => Share))

/** The title of the page is cut after so many characters. Real titles are shorter. */
const TITLE = 200
const NAME = 'Authorization playground'
const markdown = () => workerApi().markdown(location.href)

/** The scenarios of the library. */
const savedScenarios = () => import('../dialogs/library/index.ts').then(({ readEntries }) => readEntries())

/** Keeps the address on what the page shows, from the first answer on. */
async function followAddress(): Promise<void> {
  try {
    const { followScreen } = await import('./address-bar.ts')
    followScreen()
  } catch {
    missing('What keeps the address', () => void followAddress())
  }
}

/** Begins the tour, on what the page shows. */
function takeTour(): void {
  closeDialog()
  beginTour()
}

/** The whole page: header, panes, and the dialogs over them. */
export function App() {
  const firstAnswerShown = useFirstAnswer()
  const door = useDoor()
  const exampleId = usePlayground((now) => now.exampleId)
  const { examples, routes, state } = useExamples()
  const example = examples.find(({ id }) => id === exampleId)
  const about = usePlayground((now) => now.about)
  const named = about?.title || example?.title
  const title = named ? shortened(named, TITLE) : state === 'all' || about ? 'Your own scenario' : '…'
  const changed = usePlayground(
    ({ scenario, goals }) =>
      example === undefined || about !== undefined || goals.length > 0 || edited(scenario, example.scenario),
  )
  const isStale =
    (part: 'title' | 'explanation') =>
    ({ scenario }: { readonly scenario: Scenario }) =>
      about === undefined
        ? example !== undefined && edited(scenario, example.scenario)
        : isOutdated(about, scenario, part)
  /** An edit may have made the title wrong. */
  const altered = usePlayground(isStale('title'))
  /** The same of the explanation: a title that a person wrote may stand above the words of the example. */
  const outdated = usePlayground(isStale('explanation'))
  /** The title in words, which say that there was an edit. */
  const words = named && `${title}${altered ? ' (edited)' : ''}`
  const view = screen((now) => now.title)
  /** Whether the document of the design leaves a point open. */
  const open = usePlayground(({ answer }) => (answer?.design.assumptions.length ?? 0) > 0)
  /** A lesson shows its goals itself, and readers of the documentation see those that a scenario has. */
  const showsGoals = usePlayground((now) => now.lesson === undefined && (door !== 'learn' || now.goals.length > 0))
  const hasGoals = usePlayground((now) => now.goals.length > 0)
  /** What the person chose; else the list is shown where there is one. */
  const [unfolds, unfoldGoals] = useState<boolean>()
  const unfolded = unfolds ?? hasGoals
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const courseOpen = useCourseOpen((now) => now.open)
  const tried = usePlayground((now) => now.lesson?.course)
  const trying = useTrying(({ course }) => course !== undefined && course === tried)
  const lessonMissing = lessonPage.useMissing()
  const touring = useTour((now) => now.step !== undefined)
  const walking = useWalk((now) => now.walk !== undefined)
  // The course keeps what is done in a lesson.
  const opening = useOpening(changed && !inLesson)
  const dialog = screen((now) => now.dialog)
  /** The text that the dialog for the output of a cluster begins with. Undefined while the dialog is closed. */
  const [observed, setObserved] = useState<string>()
  const presenting = usePresenting()
  /** What to present is being chosen. */
  const [choosing, setChoosing] = useState(false)
  const presentNow = async (): Promise<void> => {
    try {
      await fetchStylesAgain()
      await presentWith(({ presentPage }) => presentPage(title))
    } catch {
      missing('The present view', () => void presentNow())
    }
  }
  const leave = (): void =>
    void lists().then(
      ({ leaveLecture }) => leaveLecture(),
      () => playground.getState().present(false),
    )
  const openById = async (id: string): Promise<void> => {
    const wanted = await exampleOf(id)
    if (wanted === undefined) missing('The example', () => void openById(id))
    else if (id !== exampleId || changed) opening.ask(wanted)
  }

  useEffect(() => {
    if (example === undefined) void loadExamples()
  }, [example])
  useEffect(() => {
    if (!firstAnswerShown) return
    settings.load()
    whenIdle([
      () => void followAddress(),
      () => void loadExamples(),
      ...[gallery, library, help, share, playlist, questions, clusterOutput, compare, policyDiff].map(
        ({ load }) => load,
      ),
      ...[...presentedParts, courses, lessonPage, tour].map(({ load }) => load),
      () => {
        // Without it only the next visit needs the network.
        import('../offline/index.ts').then(({ keepForOffline }) => keepForOffline()).catch(() => undefined)
      },
    ])
  }, [firstAnswerShown])
  useEffect(() => {
    const parts = [view?.words, (view?.ofScenario ?? true) && words].filter(Boolean)
    document.title = [...(parts.length === 0 ? [] : [parts.join(': ')]), NAME].join(' – ')
  }, [view, words])
  useShortcuts({
    play: () => {
      const { playback, play, pause, goOn } = playground.getState()
      // For an audience the request is let go first.
      if (presenting && playback.waiting) goOn()
      if (playback.playing) pause()
      else play()
    },
    present: () => (presenting ? leave() : void presentNow()),
    gallery: () => openDialog('gallery', {}),
    library: () => openDialog('library'),
    questions: openQuestions,
    constrain: () => openConstrain(),
    share: () => openDialog('share'),
    help: () => openDialog('help'),
    leave: () => {
      if (presenting) leave()
      else playground.getState().pin(undefined)
    },
  })

  const panes = useMemo(() => {
    const after = (pane: ReactNode, name: string) => (firstAnswerShown ? pane : <MissingTitle name={name} />)
    return {
      policy: after(<policy.Shown onFromCluster={setObserved} />, 'Policy'),
      goals: showsGoals && after(<goals.Shown unfolded={unfolded} onUnfold={unfoldGoals} />, 'Goals'),
      request: after(<request.Shown onFromCluster={setObserved} />, 'Request'),
      chart: (
        <ErrorBoundary name="Flowchart">
          <Flowchart presenting={presenting}>
            {firstAnswerShown && !presenting && open && door === 'designs' && <readings.Shown />}
          </Flowchart>
        </ErrorBoundary>
      ),
      answer: (
        <ErrorBoundary name="Answer">
          <AnswerPane markdown={markdown} title={words ?? ''} firstAnswerShown={firstAnswerShown} />
        </ErrorBoundary>
      ),
      timeline: (
        <ErrorBoundary name="Timeline">
          <Timeline />
        </ErrorBoundary>
      ),
    }
  }, [presenting, firstAnswerShown, words, open, door, showsGoals, unfolded])

  const bar = trying && <tryBar.Shown />
  const lesson = (
    <lessonPage.Shown
      panes={panes}
      tools={<HeaderTools onPresent={() => setChoosing(true)} onHelp={() => openDialog('help')} />}
      notices={
        <>
          <Notices />
          {bar}
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
              <LeavePresenting onLeave={leave} />
            ) : (
              <PageHeader
                door={door}
                exampleId={exampleId}
                example={example}
                place={placeOf(exampleId, routes)}
                title={title}
                changed={changed}
                altered={altered}
                outdated={outdated}
                about={about}
                onGallery={() => openDialog('gallery', {})}
                onExample={(id) => void openById(id)}
                onLibrary={() => openDialog('library')}
                onQuestions={openQuestions}
                onReset={() => example && opening.ask(example)}
                onCounterpart={() => {
                  const other = examples.find(({ id }) => id === example?.counterpart?.other)
                  if (other) opening.ask(other)
                }}
                onShare={() => openDialog('share')}
                onPresent={() => setChoosing(true)}
                onHelp={() => openDialog('help')}
                onCompare={() => openComparison()}
              />
            )}
            <div>
              <Notices />
              {/* Without its own page a lesson is on the usual one, which says so. */}
              {inLesson && !presenting && (
                <>
                  {lesson}
                  {bar}
                </>
              )}
              {walking && !presenting && <walk.Shown onTable={() => openComparison()} />}
              {courseOpen && !inLesson && !presenting && <backToLesson.Shown />}
            </div>
            {touring && !presenting && (
              <div className={styles.tour}>
                <tour.Shown />
              </div>
            )}
            <Layout
              panes={panes}
              presented={
                presenting
                  ? {
                      heading: <heading.Shown title={words || title} />,
                      beside: <beside.Shown />,
                      foot: <foot.Shown />,
                    }
                  : undefined
              }
              goals={!showsGoals ? 'none' : unfolded ? 'list' : 'title'}
              awaiting={!firstAnswerShown}
            />
          </>
        )}
      </div>
      {dialog === 'gallery' && (
        <gallery.Shown
          current={exampleId}
          onClose={closeDialog}
          onOwn={() => openDialog('library')}
          onOpen={(wanted) => {
            closeDialog()
            if (wanted.id !== exampleId || changed) opening.ask(wanted)
          }}
        />
      )}
      {opening.wanted && (
        <LosingEdits left={example} wanted={opening.wanted} onOpen={opening.open} onClose={opening.stay} />
      )}
      {dialog === 'library' && (
        <library.Shown example={example} onExamples={() => openDialog('gallery', {})} onClose={closeDialog} />
      )}
      {dialog === 'author' && <author.Shown example={example} onClose={closeDialog} />}
      {dialog === 'courses' && <courses.Shown onTour={takeTour} onClose={() => leaveDialog('courses')} />}
      {dialog === 'constrain' && <constrain.Shown onClose={closeDialog} />}
      {choosing && (
        <playlist.Shown
          offers={async () => (await lists()).lectureOffers(title)}
          onBegin={(...chosen) => {
            setChoosing(false)
            void presentWith(({ presentList }) => presentList(...chosen))
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {dialog === 'share' && <share.Shown example={example} onClose={() => leaveDialog('share')} />}
      {dialog === 'hand-out' && <handOut.Shown example={example} onClose={closeDialog} />}
      {dialog === 'hand-in' && <handIn.Shown onClose={closeDialog} />}
      {dialog === 'policy-diff' && <policyDiff.Shown saved={savedScenarios} onClose={closeDialog} />}
      {observed !== undefined && <clusterOutput.Shown pasted={observed} onClose={() => setObserved(undefined)} />}
      {dialog === 'help' && (
        <help.Shown
          onClose={closeDialog}
          onTour={takeTour}
          onExample={(id) => {
            closeDialog()
            void openById(id)
          }}
        />
      )}
      {dialog?.startsWith('compare/') && <compare.Shown onClose={closeDialog} />}
      {dialog?.startsWith('asks/') && <questions.Shown onClose={closeDialog} />}
      <Announcer />
    </>
  )
}

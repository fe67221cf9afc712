import { shortened } from '@authz-playground/pictures'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Flowchart } from '../chart/index.ts'
import { loadExamples, useExamples } from '../dialogs/gallery/index.ts'
import { Headline, Outcome } from '../panes/answer/index.ts'
import { Timeline } from '../panes/timeline/index.ts'
import { decider, edited, playground, usePlayground } from '../session/index.ts'
import { Announcer, classes, later, loadTerms, PaneGuard } from '../ui/index.ts'
import styles from './App.module.css'
import { useFirstAnswer } from './first-answer.ts'
import { Header } from './Header.tsx'
import { LaterPane } from './LaterPane.tsx'
import { Layout } from './Layout.tsx'
import { LeavePresenting } from './LeavePresenting.tsx'
import { Notices } from './Notices.tsx'
import { usePresenting } from './presenting.ts'
import { useShortcuts } from './shortcuts.ts'
import { useOpening } from './useOpening.ts'

// The answer and its chart come first; what people work in comes right after, into the room that is kept for it.
const PolicyPane = lazy(() => import('../panes/policy/index.ts').then(({ PolicyPane }) => ({ default: PolicyPane })))
const RequestPane = lazy(() =>
  import('../panes/request/index.ts').then(({ RequestPane }) => ({ default: RequestPane })),
)
// Shows where a cell of a table was opened, which nobody does before the first answer.
const Walk = lazy(() => import('../dialogs/compare/versions/Walk.tsx').then(({ Walk }) => ({ default: Walk })))

const Readings = lazy(() => import('../panes/answer/Readings.tsx').then(({ Readings }) => ({ default: Readings })))

// Nobody opens a dialog before the first answer is there; by then these are.
const gallery = later(() => import('../dialogs/gallery/Gallery.tsx').then(({ Gallery }) => Gallery))
const compare = later(async () => {
  const { Compare, loadViews } = await import('../dialogs/compare/index.ts')
  loadViews()
  return Compare
})
const library = later(() => import('../dialogs/library/index.ts').then(({ Library }) => Library))
const losing = later(() => import('./LosingEdits.tsx').then(({ LosingEdits }) => LosingEdits))
const help = later(() => import('../dialogs/help/index.ts').then(({ Help }) => Help))
const bringIn = later(() => import('../dialogs/bring-in/index.ts').then(({ BringIn }) => BringIn))
const share = later(() => import('../dialogs/share/index.ts').then(({ Share }) => Share))

/** Longer than any title that somebody meant. Characters. */
const TITLE = 200
const NAME = 'Authorization playground'
const markdown = () => decider().markdown()

/** The whole page: header, panes, and the dialogs over them. */
export function App() {
  const settled = useFirstAnswer()
  const exampleId = usePlayground((now) => now.exampleId)
  const { examples, state } = useExamples()
  const example = examples.find(({ id }) => id === exampleId)
  const about = usePlayground((now) => now.about)
  const named = about?.title || example?.title
  const title = named ? shortened(named, TITLE) : state === 'all' || about ? 'Your own scenario' : '…'
  const changed = usePlayground(
    ({ scenario }) => example === undefined || about !== undefined || edited(scenario, example.scenario),
  )
  const opening = useOpening(changed)
  const [dialog, setDialog] = useState<'gallery' | 'library' | 'help' | 'compare' | 'share'>()
  /** What the dialog begins with that reads what a cluster reported; closed while undefined. */
  const [observed, setObserved] = useState<string>()
  const [presenting, setPresenting] = usePresenting()
  const close = (): void => setDialog(undefined)

  useEffect(() => {
    if (settled || example === undefined) void loadExamples()
  }, [settled, example])
  useEffect(() => {
    if (!settled) return
    decider()
      .loadDetails()
      .catch(() => playground.getState().fail('A part of the page did not arrive. Reload the page.'))
    gallery.load()
    library.load()
    help.load()
    share.load()
    bringIn.load()
    losing.load()
    compare.load()
    void loadTerms()
  }, [settled])
  useEffect(() => {
    document.title = named ? `${title} – ${NAME}` : NAME
  }, [named, title])
  useShortcuts({
    present: () => setPresenting(!presenting),
    gallery: () => setDialog('gallery'),
    library: () => setDialog('library'),
    share: () => setDialog('share'),
    help: () => setDialog('help'),
    leave: () => {
      if (presenting) setPresenting(false)
      else playground.getState().pin(undefined)
    },
  })

  const panes = useMemo(
    () => ({
      policy: (
        <LaterPane name="Policy" now={settled}>
          <PolicyPane settled />
        </LaterPane>
      ),
      request: (
        <LaterPane name="Request" now={settled}>
          <RequestPane enhance onFromCluster={setObserved} />
        </LaterPane>
      ),
      chart: (
        <PaneGuard name="Flowchart">
          <Flowchart presenting={presenting}>
            <Suspense>{settled && !presenting && <Readings />}</Suspense>
          </Flowchart>
        </PaneGuard>
      ),
      answer: (
        <PaneGuard name="Answer">
          <Outcome markdown={markdown} title={named ?? ''} settled={settled} />
        </PaneGuard>
      ),
      timeline: (
        <PaneGuard name="Timeline">
          <Timeline />
        </PaneGuard>
      ),
    }),
    [presenting, settled, named],
  )

  return (
    <>
      <a className={styles.skip} href="#answer">
        Skip to the answer
      </a>
      <div className={classes(styles.page, presenting && styles.presenting)}>
        {presenting ? (
          <LeavePresenting onLeave={() => setPresenting(false)} />
        ) : (
          <Header
            example={example}
            title={title}
            changed={changed}
            about={about}
            onGallery={() => setDialog('gallery')}
            onLibrary={() => setDialog('library')}
            onReset={() => example && opening.ask(example)}
            onCounterpart={() => {
              const other = examples.find(({ id }) => id === example?.counterpart?.other)
              if (other) opening.ask(other)
            }}
            onShare={() => setDialog('share')}
            onPresent={() => setPresenting(true)}
            onHelp={() => setDialog('help')}
            onCompare={() => setDialog('compare')}
          />
        )}
        <div>
          <Notices />
          <Suspense>{settled && <Walk onTable={() => setDialog('compare')} />}</Suspense>
        </div>
        <Layout panes={panes} presented={presenting ? <Headline /> : undefined} />
      </div>
      <Suspense>
        {dialog === 'gallery' && (
          <gallery.Shown
            current={exampleId}
            onClose={close}
            onOwn={() => setDialog('library')}
            onOpen={(wanted) => {
              close()
              if (wanted.id !== exampleId || changed) opening.ask(wanted)
            }}
          />
        )}
        {opening.wanted && (
          <losing.Shown left={example} wanted={opening.wanted} onOpen={opening.open} onClose={opening.stay} />
        )}
        {dialog === 'library' && (
          <library.Shown example={example} onExamples={() => setDialog('gallery')} onClose={close} />
        )}
        {dialog === 'share' && <share.Shown example={example} onClose={close} />}
        {observed !== undefined && <bringIn.Shown pasted={observed} onClose={() => setObserved(undefined)} />}
        {dialog === 'help' && <help.Shown onClose={close} />}
        {dialog === 'compare' && <compare.Shown onClose={close} />}
      </Suspense>
      <Announcer />
    </>
  )
}

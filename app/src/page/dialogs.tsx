import type { Example } from '@authz-playground/examples'
import { type DialogId, leaveDialog, screen } from '../session/index.ts'
import { lazyDialog } from '../ui/index.ts'
import { lecture, lists, presentWith } from './lecture-parts.tsx'

/** What every dialog is given. */
interface DialogProps {
  /** The example that the scenario began as, where it is known. */
  readonly example: Example | undefined
  /** What the scenario is called. */
  readonly title: string
  /** Opens the example of this id, and asks first where edits would be lost. */
  onExample(id: string): void
  onClose(): void
}

/** Those with several views, each with an id of its own, are one dialog. */
type DialogKind = Exclude<DialogId, `${string}/${string}`> | 'asks' | 'compare'

const library = () => import('../dialogs/library/index.ts')
const submission = () => import('../dialogs/submission/index.ts')

/** All dialogs over the page, by their ids; each with its title and the code that is loaded for it. */
const DIALOGS = {
  asks: lazyDialog<DialogProps>('Questions', () =>
    import('../dialogs/questions/index.ts').then(({ Questions }) => Questions),
  ),
  author: lazyDialog<DialogProps>('Write a course', () =>
    import('../dialogs/author/index.ts').then(({ Author }) => Author),
  ),
  'bring-in': lazyDialog<DialogProps>('What the cluster said', () =>
    import('../dialogs/bring-in/index.ts').then(({ BringIn }) => BringIn),
  ),
  compare: lazyDialog<DialogProps>('Compare', async () => {
    const { Compare, loadViews } = await import('../dialogs/compare/index.ts')
    loadViews()
    return Compare
  }),
  constrain: lazyDialog<DialogProps>('From impersonate to constrained', () =>
    import('../dialogs/constrain/index.ts').then(({ Constrain }) => Constrain),
  ),
  courses: lazyDialog<DialogProps>('Courses', () =>
    import('../dialogs/courses/index.ts').then(({ Courses }) => Courses),
  ),
  gallery: lazyDialog<DialogProps>('Examples', () =>
    import('../dialogs/gallery/Gallery.tsx').then(({ Gallery }) => Gallery),
  ),
  'hand-in': lazyDialog<DialogProps>('Hand in', () => submission().then(({ HandIn }) => HandIn)),
  'hand-out': lazyDialog<DialogProps>('Hand out', () => submission().then(({ HandOut }) => HandOut)),
  help: lazyDialog<DialogProps>('About the playground', () =>
    import('../dialogs/help/index.ts').then(({ Help }) => Help),
  ),
  library: lazyDialog<DialogProps>('Your scenarios', () => library().then(({ LibraryDialog }) => LibraryDialog)),
  modes: lazyDialog<DialogProps>('The four modes', () =>
    import('../dialogs/modes/index.ts').then(({ Modes }) => Modes),
  ),
  'policy-diff': lazyDialog<DialogProps>('What changed in the policy', async () => {
    const { PolicyDiff } = await import('../dialogs/policy-diff/index.ts')
    const saved = () => library().then(({ readEntries }) => readEntries())
    return ({ onClose }) => <PolicyDiff saved={saved} onClose={onClose} />
  }),
  present: lazyDialog<DialogProps>('Present', async () => {
    const { PlaylistDialog } = await lecture()
    return ({ title, onClose }) => (
      <PlaylistDialog
        offers={async () => (await lists()).lectureOffers(title)}
        onBegin={(...chosen) => {
          onClose()
          void presentWith(({ presentList }) => presentList(...chosen))
        }}
        onClose={onClose}
      />
    )
  }),
  share: lazyDialog<DialogProps>('Share', () => import('../dialogs/share/index.ts').then(({ Share }) => Share)),
} as const satisfies Readonly<Record<DialogKind, unknown>>

/** Those that few people open, and that are large or begin from another one. They load when they are opened. */
const RARE: readonly string[] = ['author', 'constrain', 'hand-in', 'hand-out'] satisfies readonly DialogKind[]

/** The other ones load after the first answer, before anybody can have opened one. */
export const EARLY_DIALOGS = Object.entries(DIALOGS).flatMap(([kind, dialog]) => (RARE.includes(kind) ? [] : [dialog]))

/** The dialog that is open over the page. */
export function OpenDialog(props: Omit<DialogProps, 'onClose'>) {
  const id = screen((now) => now.dialog)
  if (id === undefined) return null
  const { Shown } = DIALOGS[kindOf(id)]
  return <Shown {...props} onClose={() => leaveDialog(id)} />
}

function kindOf(id: DialogId): DialogKind {
  if (id.startsWith('asks/')) return 'asks'
  return id.startsWith('compare/') ? 'compare' : (id as Exclude<DialogId, `${string}/${string}`>)
}

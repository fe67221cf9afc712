import { playground } from '../session/index.ts'
import { fetchStylesAgain, lazyPart, reportLoadFailure } from '../ui/index.ts'
import type { Presented } from './Layout.tsx'

// The parts of the present view come together.
export const lecture = () => import('../lecture/index.ts')
export const lists = () => import('./lecture-lists.ts')
const heading = lazyPart('The present view', () => lecture().then(({ Heading }) => Heading))
const panel = lazyPart('The present view', () => lecture().then(({ PresenterPanel }) => PresenterPanel))
const controls = lazyPart('The present view', () => lecture().then(({ PresenterControls }) => PresenterControls))

export const LECTURE_PARTS = [heading, panel, controls] as const

/** What the present view shows around the chart. */
export function presentedParts(title: string): Presented {
  return { heading: <heading.Shown title={title} />, panel: <panel.Shown />, controls: <controls.Shown /> }
}

/** Presents something once the parts of the present view are there: they have its keys, and none may be lost. */
export async function presentWith(present: (from: typeof import('./lecture-lists.ts')) => unknown): Promise<void> {
  const [from] = await Promise.all([lists(), ...LECTURE_PARTS.map(({ load }) => load())])
  await present(from)
}

/** Presents what is on the page, with the list that was chosen last. */
export async function presentNow(title: string): Promise<void> {
  try {
    await fetchStylesAgain()
    await presentWith(({ presentPage }) => presentPage(title))
  } catch {
    reportLoadFailure('The present view', () => void presentNow(title))
  }
}

/** Leaves the present view. */
export function leavePresenting(): void {
  void lists().then(
    ({ leaveLecture }) => leaveLecture(),
    () => playground.getState().present(false),
  )
}

import { later } from '../shell/later.tsx'

/** What every view of the comparison is given. */
export interface ViewProps {
  /** Closes the comparison: what was chosen in it is on the page now. */
  onClose(): void
}

/** The views of the comparison in the order of their tabs. The code of each comes when it is first shown. */
export const VIEWS = [
  {
    id: 'designs',
    title: 'Every design',
    ...later<ViewProps>(() => import('./EveryDesign.tsx').then(({ EveryDesign }) => EveryDesign)),
  },
  {
    id: 'side-by-side',
    title: 'Side by side',
    ...later<ViewProps>(() => import('./side-by-side/SideBySide.tsx').then(({ SideBySide }) => SideBySide)),
  },
  {
    id: 'arguments',
    title: 'Arguments',
    ...later<ViewProps>(() => import('../arguments/Arguments.tsx').then(({ Arguments }) => Arguments)),
  },
] as const

export type ViewId = (typeof VIEWS)[number]['id']

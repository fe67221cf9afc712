import type { ComponentType } from 'react'
import type { AddressedDialog } from '../../session/index.ts'
import { lazyPart } from '../../ui/index.ts'
import type { ViewProps } from './view-props.ts'

interface View {
  /** The dialog as the address of the page names it. */
  readonly id: AddressedDialog
  /** The title of its tab. */
  readonly title: string
  readonly Shown: ComponentType<ViewProps>
  load(): void
}

/** The views of the comparison in the order of their tabs. */
export const VIEWS: readonly View[] = [
  {
    id: 'compare/designs',
    title: 'Every design',
    ...lazyPart<ViewProps>('Every design', () =>
      import('./designs/EveryDesign.tsx').then(({ EveryDesign }) => EveryDesign),
    ),
  },
  {
    id: 'compare/side-by-side',
    title: 'Side by side',
    ...lazyPart<ViewProps>('Side by side', () =>
      import('./side-by-side/SideBySide.tsx').then(({ SideBySide }) => SideBySide),
    ),
  },
  {
    id: 'compare/own',
    title: 'Own design',
    ...lazyPart<ViewProps>('Own design', () => import('./own/OwnDesign.tsx').then(({ OwnDesign }) => OwnDesign)),
  },
  {
    id: 'compare/intents',
    title: 'Intents',
    ...lazyPart<ViewProps>('Intents', () => import('./intents/Intents.tsx').then(({ Intents }) => Intents)),
  },
  {
    id: 'compare/versions',
    title: 'Versions',
    ...lazyPart<ViewProps>('Versions', () => import('./versions/Versions.tsx').then(({ Versions }) => Versions)),
  },
  {
    id: 'compare/arguments',
    title: 'Arguments',
    ...lazyPart<ViewProps>('Arguments', () => import('./claims/Arguments.tsx').then(({ Arguments }) => Arguments)),
  },
]

/** Loads the code of all views, so that they open at once, also without a network. */
export function loadViews(): void {
  for (const { load } of VIEWS) load()
}

import { useEffect } from 'react'
import { create } from 'zustand'

/**
 * The dialogs that the address of the page can name, each view of the comparison and of the questions by itself, with the
 * names of the choices that people make there. `of` is the one thing that the view is about: a pair of designs, an intent, a
 * claim, a subject.
 */
export const ADDRESSED = {
  gallery: ['search', 'for', 'route', 'level', 'mode', 'code', 'who', 'design'],
  help: [],
  modes: [],
  courses: [],
  author: [],
  constrain: [],
  'compare/designs': ['grouped', 'only'],
  'compare/own': [],
  'compare/side-by-side': ['of'],
  'compare/intents': ['of', 'design', 'reading'],
  'compare/versions': ['counted', 'reading'],
  'compare/arguments': ['of', 'words', 'document', 'verdict'],
  'asks/who': ['verb', 'resource', 'group', 'subresource', 'namespace', 'name', 'path'],
  'asks/what': ['of', 'with', 'namespace', 'show'],
  'asks/whom': ['of', 'with', 'to'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type AddressedDialog = keyof typeof ADDRESSED
/** A dialog over the page. */
export type DialogId =
  | AddressedDialog
  | 'bring-in'
  | 'hand-in'
  | 'hand-out'
  | 'library'
  | 'policy-diff'
  | 'present'
  | 'share'

export type ChoiceName = (typeof ADDRESSED)[AddressedDialog][number]

/** Choices that differ from those that a dialog begins with, by their names. */
export type Choices = Readonly<Partial<Record<ChoiceName, string>>>

interface Screen {
  /** The address follows the screen; before the first answer it does not. */
  readonly followed: boolean
  /** The dialog over the page. */
  readonly dialog: DialogId | undefined
  /** The output of a cluster that its dialog begins with. */
  readonly pasted: string
  /** The title of the present view, where it has one of its own. */
  readonly title: { readonly words: string; readonly ofScenario: boolean } | undefined
  /** The view of the comparison that was shown last: it opens again with that. */
  readonly compared: AddressedDialog
  /** The same of the questions. */
  readonly asked: AddressedDialog
  /** By dialog; kept while the page is open. */
  readonly choices: Readonly<Partial<Record<AddressedDialog, Choices>>>
}

const useScreenStore = create<Screen>()(() => ({
  followed: false,
  dialog: undefined,
  pasted: '',
  title: undefined,
  compared: 'compare/designs',
  asked: 'asks/who',
  choices: {},
}))

/** The dialog that is open over the page, and the choices in it. */
export const screen = useScreenStore

/** Opens a dialog. `choices` replaces the choices that were made there before. */
export function openDialog(dialog: DialogId, choices?: Choices): void {
  const { choices: before } = screen.getState()
  screen.setState({
    dialog,
    ...(isIn(dialog, 'compare') && { compared: dialog }),
    ...(isIn(dialog, 'asks') && { asked: dialog }),
    ...(choices && { choices: { ...before, [dialog]: choices } }),
  })
}

/** Opens the comparison at the view that was shown last. */
export function openComparison(): void {
  openDialog(screen.getState().compared)
}

/** Opens the dialog for the output of a cluster, with what was pasted on the page. */
export function openBringIn(pasted = ''): void {
  screen.setState({ pasted })
  openDialog('bring-in')
}

export function closeDialog(): void {
  screen.setState({ dialog: undefined })
}

/** Closes a dialog, unless another one was opened from it meanwhile. */
export function leaveDialog(dialog: DialogId): void {
  if (screen.getState().dialog === dialog) closeDialog()
}

/** Makes choices in a dialog. Undefined takes one back. */
export function choose(
  dialog: AddressedDialog,
  change: Readonly<Partial<Record<ChoiceName, string | undefined>>>,
): void {
  const { choices } = screen.getState()
  const chosen = Object.entries({ ...choices[dialog], ...change }).filter(([, value]) => value !== undefined)
  screen.setState({ choices: { ...choices, [dialog]: Object.fromEntries(chosen) } })
}

const NONE: Choices = {}

/** The choices that were made in a dialog. They come from links too: a value may be anything. */
export function useChoices(dialog: AddressedDialog): Choices {
  return useScreenStore(({ choices }) => choices[dialog] ?? NONE)
}

/**
 * Names the present view in the title of the page, as long as it is shown.
 *
 * @param ofScenario it shows the scenario of the page, whose title follows
 */
export function useScreenTitle(words: string, ofScenario = false): void {
  useEffect(() => {
    screen.setState({ title: { words, ofScenario } })
    return () => screen.setState({ title: undefined })
  }, [words, ofScenario])
}

/** Whether the address of the page can name a dialog. */
export function isAddressed(dialog: DialogId | undefined): dialog is AddressedDialog {
  return dialog !== undefined && Object.hasOwn(ADDRESSED, dialog)
}

function isIn(dialog: DialogId, views: 'compare' | 'asks'): dialog is AddressedDialog {
  return dialog.startsWith(`${views}/`)
}

let dropped: readonly File[] = []

/** Opens the way from legacy to constrained impersonation. `files`: reads these logs there. */
export function openConstrain(files: readonly File[] = []): void {
  dropped = files
  openDialog('constrain')
}

/** The logs that were chosen elsewhere, for the dialog to read. They are given once. */
export function takeDroppedLogs(): readonly File[] {
  const files = dropped
  dropped = []
  return files
}

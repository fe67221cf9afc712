import { useStore } from 'zustand'
import { workerApi } from '../../session/index.ts'
import { announce, notify, randomId, reportLoadFailure, retried } from '../../ui/index.ts'
import { CourseReader, type ReadingState } from './course-reader.ts'
import { type DraftState, DraftStore } from './draft-store.ts'
import { databaseDrafts } from './drafts.ts'

/** The key of the draft of this tab. */
const TAB = 'authz-playground/author'
/** The key of what was typed last in it, while the database does not have it. */
const UNSAVED = 'authz-playground/author-unsaved'

/** The courses that somebody writes in this browser. */
export const drafts = databaseDrafts()

/** The draft of this page. */
export const draftStore = new DraftStore({
  storage: drafts,
  tab: {
    read: () => inStorage(() => sessionStorage.getItem(TAB)),
    write: (id) =>
      inStorage(() => {
        if (id === null) sessionStorage.removeItem(TAB)
        else sessionStorage.setItem(TAB, id)
        return null
      }),
    readUnsaved() {
      const text = inStorage(() => sessionStorage.getItem(UNSAVED))
      return text === null ? undefined : parsed(text)
    },
    writeUnsaved: (draft) =>
      inStorage(() => {
        if (draft === undefined) sessionStorage.removeItem(UNSAVED)
        else sessionStorage.setItem(UNSAVED, JSON.stringify(draft))
        return null
      }),
  },
  newId: randomId,
  now: Date.now,
  refused: () =>
    notify('This browser does not let the page keep your course. Save it as a file before you leave the page.'),
  copied: () =>
    notify('Another tab changed this course. This tab goes on with a copy; both are in the list of your courses.'),
})

/** What the worker finds in the texts of the draft. */
export const reader = new CourseReader(workerApi, exampleIds)

let ids: readonly string[] | undefined

/** Without the gallery links to examples count as wrong. */
async function exampleIds(): Promise<readonly string[]> {
  ids ??= await import('@authz-playground/examples').then(
    ({ EXAMPLES }) => EXAMPLES.map(({ id }) => id),
    () => undefined,
  )
  if (ids === undefined) reportLoadFailure('The list of examples')
  return ids ?? []
}

draftStore.store.subscribe(({ texts, phase }, before) => {
  if (phase === 'writing' && (texts !== before.texts || before.phase !== 'writing')) reader.read(texts)
})
// After “Try again” a new worker reads the texts, which knows nothing of them.
retried(() => {
  const { phase, texts } = draftStore.store.getState()
  if (phase === 'writing') reader.read(texts)
})
reader.store.subscribe(({ course, texts }) => {
  if (course !== undefined && texts === draftStore.store.getState().texts) draftStore.named(course.title)
})
addEventListener('pagehide', () => draftStore.leave())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') draftStore.leave()
})

/** The state of the draft: `useDraft((now) => now.texts)`. */
export function useDraft<Part>(select: (now: DraftState) => Part): Part {
  return useStore(draftStore.store, select)
}

/** What the worker found: `useReading((now) => now.lessons)`. */
export function useReading<Part>(select: (now: ReadingState) => Part): Part {
  return useStore(reader.store, select)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where the browser denies access to storage, nothing is kept for this tab. */
function inStorage(act: () => string | null): string | null {
  try {
    return act()
  } catch {
    return null
  }
}

/** Undoes or redoes a step of the texts, and says so. */
export function takeStep(direction: 'undo' | 'redo'): void {
  if (direction === 'undo') announce(draftStore.undo() ? 'Undone' : 'Nothing to undo')
  else announce(draftStore.redo() ? 'Redone' : 'Nothing to redo')
}

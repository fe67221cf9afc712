import type { Draft, DraftStorage } from './drafts.ts'

/** Drafts that last as long as the test. Several pages may have the same. */
export function memoryDrafts(): DraftStorage {
  const drafts = new Map<string, Draft>()
  return {
    all: () => Promise.resolve([...drafts.values()].sort((a, b) => b.at - a.at)),
    get: (id) => Promise.resolve(drafts.get(id)),
    keep(draft) {
      const before = drafts.get(draft.id)
      if (before !== undefined && before.version >= draft.version) return Promise.resolve(before)
      drafts.set(draft.id, draft)
      return Promise.resolve(undefined)
    },
    remove(id) {
      drafts.delete(id)
      return Promise.resolve()
    },
  }
}

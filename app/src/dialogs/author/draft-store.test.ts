import { describe, expect, it } from 'vitest'
import { DraftStore } from './draft-store.ts'
import { type DraftStorage, isDraft } from './drafts.ts'
import { memoryDrafts } from './testing.ts'

interface Page {
  readonly drafts: DraftStore
  readonly said: string[]
  readonly tab: { id: string | null; unsaved: unknown }
}

let ids = 0

/** A page on a storage; a tab that is given again is that page after a reload. */
function pageOn(storage: DraftStorage, tab: Page['tab'] = { id: null, unsaved: undefined }): Page {
  const said: string[] = []
  const drafts = new DraftStore({
    storage,
    tab: {
      read: () => tab.id,
      write: (id) => {
        tab.id = id
      },
      readUnsaved: () => tab.unsaved,
      writeUnsaved: (draft) => {
        tab.unsaved = draft
      },
    },
    newId: () => `draft-${++ids}`,
    now: () => 1_700_000_000_000,
    refused: () => said.push('refused'),
    copied: () => said.push('copied'),
  })
  return { drafts, said, tab }
}

const refusing: DraftStorage = {
  all: () => Promise.reject(new Error('no')),
  get: () => Promise.reject(new Error('no')),
  keep: () => Promise.reject(new Error('no')),
  remove: () => Promise.reject(new Error('no')),
}

const texts = (course: string) => ({ course, plays: '' })

describe('the drafts of an author', () => {
  it('keeps what is written, and has it again after a reload', async () => {
    const storage = memoryDrafts()
    const { drafts, tab } = pageOn(storage)
    await drafts.open()
    expect(drafts.store.getState().phase).toBe('empty')
    drafts.begin(texts('a'))
    drafts.type('course', 'broken: [')
    drafts.type('plays', 'b')
    await drafts.flush()
    const { drafts: again } = pageOn(storage, tab)
    await again.open()
    expect(again.store.getState()).toMatchObject({ phase: 'writing', texts: { course: 'broken: [', plays: 'b' } })
  })

  it('has also what was typed right before the page ended', async () => {
    const storage = memoryDrafts()
    const { drafts, tab } = pageOn(storage)
    drafts.begin(texts('a'))
    drafts.leave()
    expect(tab.unsaved).toMatchObject({ course: 'a' })
    // The page ended before the database had it.
    const { drafts: again } = pageOn(memoryDrafts(), { ...tab })
    await again.open()
    expect(again.store.getState()).toMatchObject({ phase: 'writing', texts: texts('a') })
    await drafts.flush()
    expect(tab.unsaved).toBeUndefined()
  })

  it('keeps a title that is read only after the text was kept', async () => {
    const storage = memoryDrafts()
    const one = pageOn(storage)
    one.drafts.begin(texts('title: A'))
    await one.drafts.flush()
    one.drafts.named('A')
    await one.drafts.flush()
    expect((await storage.all()).map(({ title }) => title)).toEqual(['A'])
    // A page that only reads the draft keeps nothing, so that the other one can go on with it.
    const two = pageOn(storage)
    await two.drafts.goOn(one.drafts.store.getState().id)
    two.drafts.named('A, as another edition of the page reads it')
    await two.drafts.flush()
    one.drafts.type('course', 'title: B')
    await one.drafts.flush()
    expect(one.said).toEqual([])
    expect(await storage.all()).toHaveLength(1)
  })

  it('undoes and redoes keystrokes and changes by buttons', () => {
    const { drafts } = pageOn(memoryDrafts())
    drafts.begin(texts('a'))
    drafts.put('course', 'ab', 1)
    expect(drafts.store.getState().place).toEqual({ text: 'course', start: 1, end: 1 })
    drafts.put('plays', 'p', 0)
    expect([drafts.undo(), drafts.undo(), drafts.undo()]).toEqual([true, true, false])
    expect(drafts.store.getState().texts).toEqual(texts('a'))
    expect(drafts.redo()).toBe(true)
    expect(drafts.store.getState().texts).toEqual(texts('ab'))
  })

  it('begins another draft without losing the one before', async () => {
    const storage = memoryDrafts()
    const { drafts } = pageOn(storage)
    drafts.begin(texts('first'))
    const { id } = drafts.store.getState()
    drafts.begin(texts('second'))
    await drafts.flush()
    expect((await storage.all()).map(({ course }) => course).sort()).toEqual(['first', 'second'])
    expect(await drafts.goOn(id)).toBe(true)
    expect(drafts.store.getState().texts.course).toBe('first')
    await drafts.putAway()
    expect(drafts.store.getState().phase).toBe('empty')
    expect(await storage.all()).toHaveLength(2)
    expect(await drafts.goOn('none')).toBe(false)
  })

  it('writes a copy where another page wrote on the same draft', async () => {
    const storage = memoryDrafts()
    const one = pageOn(storage)
    one.drafts.begin(texts('start'))
    await one.drafts.flush()
    const two = pageOn(storage)
    await two.drafts.goOn(one.drafts.store.getState().id)
    two.drafts.type('course', 'of two')
    await two.drafts.flush()
    one.drafts.type('course', 'of')
    void one.drafts.flush()
    one.drafts.type('course', 'of one')
    await one.drafts.flush()
    expect(one.said).toEqual(['copied'])
    expect((await storage.all()).map(({ course }) => course).sort()).toEqual(['of one', 'of two'])
    expect(one.tab.id).toBe(one.drafts.store.getState().id)
    one.drafts.type('course', 'of one, more')
    await one.drafts.flush()
    expect((await storage.all()).map(({ course }) => course).sort()).toEqual(['of one, more', 'of two'])
    expect(one.said).toEqual(['copied'])
  })

  it('says once where the browser keeps nothing', async () => {
    const { drafts, said } = pageOn(refusing, { id: 'x', unsaved: { id: 'x' } })
    await drafts.open()
    expect(drafts.store.getState().phase).toBe('empty')
    drafts.begin(texts('a'))
    await drafts.flush()
    drafts.type('course', 'b')
    await drafts.flush()
    expect(said).toEqual(['refused'])
    expect(drafts.store.getState().texts.course).toBe('b')
  })
})

describe('a draft in the database', () => {
  it('is known by its parts', () => {
    const draft = { id: 'a', title: '', course: '', plays: '', version: 1, at: 2 }
    expect(isDraft(draft)).toBe(true)
    for (const value of [null, 'a', {}, { ...draft, plays: 1 }, { ...draft, at: '2' }])
      expect(isDraft(value)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { createDesk, type Desk } from './desk.ts'
import { type DraftShelf, isDraft } from './drafts.ts'
import { memoryDrafts } from './testing.ts'

interface Page {
  readonly desk: Desk
  readonly said: string[]
  readonly tab: { id: string | null; unsaved: unknown }
}

let ids = 0

/** A page on a shelf; a tab that is given again is that page after a reload. */
function pageOn(shelf: DraftShelf, tab: Page['tab'] = { id: null, unsaved: undefined }): Page {
  const said: string[] = []
  const desk = createDesk({
    shelf,
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
  return { desk, said, tab }
}

const refusing: DraftShelf = {
  all: () => Promise.reject(new Error('no')),
  get: () => Promise.reject(new Error('no')),
  keep: () => Promise.reject(new Error('no')),
  remove: () => Promise.reject(new Error('no')),
}

const texts = (course: string) => ({ course, plays: '' })

describe('the desk of an author', () => {
  it('keeps what is written, and has it again after a reload', async () => {
    const shelf = memoryDrafts()
    const { desk, tab } = pageOn(shelf)
    await desk.open()
    expect(desk.store.getState().phase).toBe('empty')
    desk.begin(texts('a'))
    desk.type('course', 'broken: [')
    desk.type('plays', 'b')
    await desk.flush()
    const { desk: again } = pageOn(shelf, tab)
    await again.open()
    expect(again.store.getState()).toMatchObject({ phase: 'writing', texts: { course: 'broken: [', plays: 'b' } })
  })

  it('has also what was typed right before the page ended', async () => {
    const shelf = memoryDrafts()
    const { desk, tab } = pageOn(shelf)
    desk.begin(texts('a'))
    desk.leave()
    expect(tab.unsaved).toMatchObject({ course: 'a' })
    // The page ended before the database had it.
    const { desk: again } = pageOn(memoryDrafts(), { ...tab })
    await again.open()
    expect(again.store.getState()).toMatchObject({ phase: 'writing', texts: texts('a') })
    await desk.flush()
    expect(tab.unsaved).toBeUndefined()
  })

  it('keeps a title that is read only after the text was kept', async () => {
    const shelf = memoryDrafts()
    const one = pageOn(shelf)
    one.desk.begin(texts('title: A'))
    await one.desk.flush()
    one.desk.named('A')
    await one.desk.flush()
    expect((await shelf.all()).map(({ title }) => title)).toEqual(['A'])
    // A page that only reads the draft keeps nothing, so that the other one can go on with it.
    const two = pageOn(shelf)
    await two.desk.goOn(one.desk.store.getState().id)
    two.desk.named('A, as another edition of the page reads it')
    await two.desk.flush()
    one.desk.type('course', 'title: B')
    await one.desk.flush()
    expect(one.said).toEqual([])
    expect(await shelf.all()).toHaveLength(1)
  })

  it('undoes and redoes keystrokes and changes by buttons', () => {
    const { desk } = pageOn(memoryDrafts())
    desk.begin(texts('a'))
    desk.put('course', 'ab', 1)
    expect(desk.store.getState().place).toEqual({ text: 'course', start: 1, end: 1 })
    desk.put('plays', 'p', 0)
    expect([desk.undo(), desk.undo(), desk.undo()]).toEqual([true, true, false])
    expect(desk.store.getState().texts).toEqual(texts('a'))
    expect(desk.redo()).toBe(true)
    expect(desk.store.getState().texts).toEqual(texts('ab'))
  })

  it('begins another draft without losing the one before', async () => {
    const shelf = memoryDrafts()
    const { desk } = pageOn(shelf)
    desk.begin(texts('first'))
    const { id } = desk.store.getState()
    desk.begin(texts('second'))
    await desk.flush()
    expect((await shelf.all()).map(({ course }) => course).sort()).toEqual(['first', 'second'])
    expect(await desk.goOn(id)).toBe(true)
    expect(desk.store.getState().texts.course).toBe('first')
    await desk.putAway()
    expect(desk.store.getState().phase).toBe('empty')
    expect(await shelf.all()).toHaveLength(2)
    expect(await desk.goOn('none')).toBe(false)
  })

  it('writes a copy where another page wrote on the same draft', async () => {
    const shelf = memoryDrafts()
    const one = pageOn(shelf)
    one.desk.begin(texts('start'))
    await one.desk.flush()
    const two = pageOn(shelf)
    await two.desk.goOn(one.desk.store.getState().id)
    two.desk.type('course', 'of two')
    await two.desk.flush()
    one.desk.type('course', 'of')
    void one.desk.flush()
    one.desk.type('course', 'of one')
    await one.desk.flush()
    expect(one.said).toEqual(['copied'])
    expect((await shelf.all()).map(({ course }) => course).sort()).toEqual(['of one', 'of two'])
    expect(one.tab.id).toBe(one.desk.store.getState().id)
    one.desk.type('course', 'of one, more')
    await one.desk.flush()
    expect((await shelf.all()).map(({ course }) => course).sort()).toEqual(['of one, more', 'of two'])
    expect(one.said).toEqual(['copied'])
  })

  it('says once where the browser keeps nothing', async () => {
    const { desk, said } = pageOn(refusing, { id: 'x', unsaved: { id: 'x' } })
    await desk.open()
    expect(desk.store.getState().phase).toBe('empty')
    desk.begin(texts('a'))
    await desk.flush()
    desk.type('course', 'b')
    await desk.flush()
    expect(said).toEqual(['refused'])
    expect(desk.store.getState().texts.course).toBe('b')
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

import { describe, expect, it } from 'vitest'
import type { AuthoredCourse, LessonRow } from '../../worker/index.ts'
import { CourseReader } from './course-reader.ts'

const ROW: LessonRow = {
  start: { all: 1, holding: 0, undecided: 0 },
  solution: { all: 1, holding: 1, undecided: 0 },
  hints: { all: 0, conditional: 0, unread: 0 },
  problems: [],
}

/** A worker whose answers come when the test says so. A course is a list of ids. */
function worker() {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  let newest = 0
  const later = <Answer>(what: string, answer: () => Answer): Promise<Answer> => {
    asked.push(what)
    return new Promise((resolve) => waiting.push(() => resolve(answer())))
  }
  const known = new Map<string, LessonRow>()
  let text = ''
  const ids = () => text.split(' ').filter(Boolean)
  const course = (revision: number): AuthoredCourse => ({
    revision,
    id: 'own',
    title: 'Own',
    text: { blocks: [] },
    complete: true,
    problems: { shown: [], total: 0 },
    lessons: ids().map((id, start) => ({
      id,
      title: id,
      start,
      end: start,
      understood: id !== '?',
      playCount: id.startsWith('p') ? 2 : 0,
      ...(known.has(id) && { row: ROW }),
    })),
    playProblems: { shown: [], total: 0 },
    playPlaces: [],
    strayPlays: [],
  })
  const api = {
    readAuthored: (written: string, _: string, revision: number) =>
      later(`read ${written}`, () => {
        text = written
        newest = revision
        return course(revision)
      }),
    checkAuthored: (revision: number, index: number) =>
      later(`check ${ids()[index]}`, () => {
        if (revision !== newest) return undefined
        known.set(ids()[index] ?? '', ROW)
        return ROW
      }),
    playAuthored: (revision: number, index: number) =>
      later(`play ${ids()[index]}`, () =>
        revision === newest ? { mistakes: 1, others: 1, silent: 0, problems: [] } : undefined,
      ),
    previewAuthored: (revision: number, index: number) =>
      Promise.resolve(
        revision === newest && known.has(ids()[index] ?? '')
          ? {
              id: ids()[index] ?? '',
              title: '',
              edit: 'policy' as const,
              text: { blocks: [] },
              done: { blocks: [] },
              goals: [],
              hints: [],
            }
          : undefined,
      ),
  }
  return {
    api,
    asked,
    /** Answers the open questions, and those that come after them, until there are none. */
    async answerAll(): Promise<void> {
      for (let idle = 0; idle < 5; idle++) {
        await new Promise((resolve) => setTimeout(resolve))
        for (const answer of waiting.splice(0)) {
          idle = -1
          answer()
        }
      }
    },
  }
}

const texts = (course: string) => ({ course, plays: '' })
const readerOf = ({ api }: ReturnType<typeof worker>) =>
  new CourseReader(
    () => api,
    () => Promise.resolve([]),
  )

describe('reading what an author writes', () => {
  it('judges the lesson that they look at first, then the others, and plays last', async () => {
    const fake = worker()
    const reader = readerOf(fake)
    reader.select(2)
    reader.read(texts('a pb c ?'))
    await fake.answerAll()
    expect(fake.asked).toEqual(['read a pb c ?', 'check c', 'check a', 'check pb', 'play pb'])
    const { lessons, preview } = reader.store.getState()
    expect(lessons.map(({ row, plays, stale }) => [row !== undefined, plays !== undefined, stale])).toEqual([
      [true, false, false],
      [true, true, false],
      [true, false, false],
      [false, false, true],
    ])
    expect(preview?.id).toBe('c')
  })

  it('reads only the newest of the texts that came meanwhile', async () => {
    const fake = worker()
    const reader = readerOf(fake)
    for (const text of ['a', 'a b', 'a b c']) reader.read(texts(text))
    await fake.answerAll()
    expect(fake.asked.filter((one) => one.startsWith('read'))).toEqual(['read a', 'read a b c'])
    expect(reader.store.getState().texts?.course).toBe('a b c')
  })

  it('stops judging a text at once when a newer one comes', async () => {
    const fake = worker()
    const reader = readerOf(fake)
    reader.read(texts('a b'))
    await new Promise((resolve) => setTimeout(resolve))
    reader.read(texts('c d'))
    await fake.answerAll()
    expect(fake.asked).not.toContain('check b')
    expect(reader.store.getState().lessons.map(({ id, stale }) => [id, stale])).toEqual([
      ['c', false],
      ['d', false],
    ])
  })

  it('keeps what was known of a lesson until it is judged again, and says so', async () => {
    const fake = worker()
    const reader = readerOf(fake)
    reader.read(texts('a b'))
    await fake.answerAll()
    const { api } = fake
    const course = await Promise.all([api.readAuthored('a b', '', 99), fake.answerAll()]).then(([answer]) => answer)
    expect(course.lessons.every(({ row }) => row !== undefined)).toBe(true)
    reader.read(texts('a ?'))
    await fake.answerAll()
    expect(reader.store.getState().lessons.map(({ id, row }) => [id, row !== undefined])).toEqual([
      ['a', true],
      ['?', false],
    ])
  })

  it('posts no text beyond the limits', async () => {
    const fake = worker()
    const reader = readerOf(fake)
    reader.read(texts('a'.repeat(2_000_001)))
    await fake.answerAll()
    expect(fake.asked).toEqual([])
    expect(reader.store.getState().course?.problems.shown[0]?.message).toContain('2,000,001 characters')
  })

  it('has no preview of a lesson that is not understood, and none above the first', async () => {
    const fake = worker()
    const reader = readerOf(fake)
    reader.read(texts('a ?'))
    await fake.answerAll()
    expect(reader.store.getState().preview?.id).toBe('a')
    reader.select(1)
    expect(reader.store.getState().preview).toBeUndefined()
    reader.select(0)
    await fake.answerAll()
    expect(reader.store.getState().preview?.id).toBe('a')
    reader.select(undefined)
    expect(reader.store.getState().preview).toBeUndefined()
  })
})

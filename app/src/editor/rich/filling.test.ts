import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LARGE } from '../props.ts'
import type { TextEdit } from '../text-edit.ts'
import { Filling } from './filling.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function filled(text: string, edit: TextEdit) {
  const portions: string[] = []
  const now = { text, done: 0 }
  const replace = ({ start, end, insert }: TextEdit): void => {
    portions.push(insert)
    now.text = now.text.slice(0, start) + insert + now.text.slice(end)
  }
  const filling = new Filling(edit, replace, () => {
    now.done += 1
  })
  return { now, portions, filling }
}

const LINES = `${'x'.repeat(99)}\n`.repeat(7000)

it('a long text replaces a part of another in portions of whole lines', () => {
  const { now, portions } = filled('before, after', { start: 6, end: 8, insert: LINES })
  expect(now.done).toBe(0)
  vi.runAllTimers()
  expect(now).toEqual({ text: `before${LINES}after`, done: 1 })
  expect(portions.length).toBeGreaterThan(3)
  for (const portion of portions) {
    expect(portion.length).toBeLessThanOrEqual(LARGE)
    expect(portion.endsWith('\n')).toBe(true)
  }
})

it('a line that is longer than a portion is cut between two characters', () => {
  const line = `a${'😀'.repeat(LARGE)}`
  const { now, portions } = filled('', { start: 0, end: 0, insert: line })
  vi.runAllTimers()
  expect(now.text).toBe(line)
  for (const portion of portions) expect(portion).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/)
})

it('a portion ends before a line that does not fit in it, and begins with the next line after that one', () => {
  const { now, portions } = filled('', {
    start: 0,
    end: 0,
    insert: `a\n${'b'.repeat(2 * LARGE)}\n${'c\n'.repeat(LARGE)}`,
  })
  vi.runAllTimers()
  expect(now.done).toBe(1)
  expect(portions.map((portion) => portion.slice(0, 3))).toEqual(['a\n', 'bbb', 'bbb', '\nc\n', 'c\nc', 'c\n'])
})

it('nothing more comes after it is stopped', () => {
  const { now, portions, filling } = filled('', { start: 0, end: 0, insert: LINES })
  filling.stop()
  vi.runAllTimers()
  expect(now.text).toBe(portions[0])
  expect(now.done).toBe(0)
})

it('what waits for the whole text comes after it', () => {
  const { now, filling } = filled('', { start: 0, end: 0, insert: LINES })
  const order: string[] = []
  filling.whenFilled(() => order.push(`of ${now.text.length}`))
  vi.runAllTimers()
  expect(order).toEqual([`of ${LINES.length}`])
})

it('what is left comes at once where the whole text is needed now', () => {
  const { now, portions, filling } = filled('before, after', { start: 6, end: 8, insert: LINES })
  filling.finish()
  expect(now).toEqual({ text: `before${LINES}after`, done: 1 })
  vi.runAllTimers()
  expect(now.done).toBe(1)
  expect(portions).toHaveLength(2)
})

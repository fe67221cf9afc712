import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// A queue of its own: other tests of the page announce, too.
vi.resetModules()
const { announce, announcements, onAnnouncement } = await import('./announcements.ts')

const texts = (): readonly string[] => announcements().map(({ text }) => text)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

it('queues messages that follow each other', () => {
  announce('step 1')
  announce('step 2')
  expect(texts()).toEqual(['step 1', 'step 2'])
})

it('does not repeat a message that is being announced', () => {
  announce('Copied')
  announce('Copied')
  expect(texts()).toEqual(['Copied'])
})

it('says the same again later', () => {
  announce('Copied')
  vi.runAllTimers()
  expect(texts()).toEqual([])
  announce('Copied')
  expect(texts()).toEqual(['Copied'])
})

it('drops the oldest when steps follow each other faster than anybody listens', () => {
  for (let step = 1; step <= 9; step++) announce(`step ${step}`)
  expect(texts()).toEqual(['step 6', 'step 7', 'step 8', 'step 9'])
})

it('says nothing for empty words', () => {
  announce('')
  expect(texts()).toEqual([])
})

it('tells listeners until they leave', () => {
  const heard = vi.fn()
  const leave = onAnnouncement(heard)
  announce('one')
  leave()
  announce('two')
  expect(heard).toHaveBeenCalledTimes(1)
})

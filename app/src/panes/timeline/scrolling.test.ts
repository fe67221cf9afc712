import { expect, it } from 'vitest'
import { scrollNeeded } from './scrolling.ts'

const pane = { top: 100, bottom: 500 }

it('leaves a row alone that is seen', () => {
  expect(scrollNeeded({ top: 200, bottom: 260 }, pane)).toBe(0)
})

it('brings up a row that is below the pane, no further than needed', () => {
  expect(scrollNeeded({ top: 480, bottom: 540 }, pane)).toBe(56)
})

it('brings down a row that is above the pane', () => {
  expect(scrollNeeded({ top: 40, bottom: 90 }, pane)).toBe(-76)
})

it('shows the top of a row that is taller than the pane', () => {
  expect(scrollNeeded({ top: 300, bottom: 1300 }, pane)).toBe(184)
})

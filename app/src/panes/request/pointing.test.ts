import { type Attributes, type Check, LineIndex, type Purpose, type Step } from '@authz-playground/engine'
import { expect, test } from 'vitest'
import type { Highlights } from '../../session/places.ts'
import type { AnswerView } from '../../worker/answer.ts'
import { isHighlighted, placeOfPart } from './pointing.ts'

const TEXT =
  'GET /api/v1/pods\nImpersonate-User: jane\nImpersonate-Group: a\nImpersonate-Group: b\nImpersonate-Extra-k: v'
const lines = new LineIndex('request', TEXT)
const at = (word: string) => {
  const start = TEXT.indexOf(word)
  return lines.range({ start, end: start + word.length })
}

/** An answer whose steps make these checks, each about some words of the text. */
function answer(...checks: readonly (readonly [Purpose, Partial<Attributes>, ...string[]])[]): AnswerView {
  const steps = checks.map(([purpose, attributes]): Step => {
    const check = { phase: 'impersonation', purpose, attributes, answer: { decision: 'Allow', reason: '' } } as unknown
    return { node: 'n', check: check as Check }
  })
  return {
    trace: { steps },
    checks: checks.map(([, , ...words], step) => ({ step, question: [], request: words.map(at) })),
  } as unknown as AnswerView
}

const highlights = (...steps: readonly number[]): Highlights => ({
  steps: new Set(steps),
  nodes: new Set(),
  edges: new Set(),
  texts: [],
  request: [],
})

const ANSWER = answer(
  ['action', { name: '' }, 'GET /api/v1/pods'],
  ['username', { name: 'jane' }, 'Impersonate-User: jane'],
  ['group', { name: 'a' }, 'Impersonate-Group: a'],
  ['group', { name: 'b' }, 'Impersonate-Group: b'],
  ['extra', { subresource: 'k', name: 'v' }, 'Impersonate-Extra-k: v'],
)

test('the fields that a check asks about light up with it', () => {
  expect(isHighlighted({ kind: 'what' }, highlights(0), ANSWER)).toBe(true)
  expect(isHighlighted({ kind: 'username' }, highlights(0), ANSWER)).toBe(false)
  expect(isHighlighted({ kind: 'username' }, highlights(1), ANSWER)).toBe(true)
  expect(isHighlighted({ kind: 'group', name: 'b' }, highlights(3), ANSWER)).toBe(true)
  expect(isHighlighted({ kind: 'group', name: 'a' }, highlights(3), ANSWER)).toBe(false)
  expect(isHighlighted({ kind: 'extra', key: 'k', value: 'v' }, highlights(4), ANSWER)).toBe(true)
  expect(isHighlighted({ kind: 'extra', key: 'other', value: 'v' }, highlights(4), ANSWER)).toBe(false)
  expect(isHighlighted({ kind: 'uid' }, highlights(0, 1, 2, 3, 4), ANSWER)).toBe(false)
  expect(isHighlighted({ kind: 'what' }, highlights(), ANSWER)).toBe(false)
})

test('a check for all groups or extras at once lights each of them', () => {
  const wildcard = answer(['group', { name: '*' }], ['extra', { subresource: '*', name: '*' }])
  expect(isHighlighted({ kind: 'group', name: 'anything' }, highlights(0), wildcard)).toBe(true)
  expect(isHighlighted({ kind: 'extra', key: 'k', value: 'v' }, highlights(1), wildcard)).toBe(true)
})

test('the place of a field is its words in the text', () => {
  expect(placeOfPart({ kind: 'username' }, ANSWER)).toEqual({
    kind: 'request',
    offset: TEXT.indexOf('Impersonate-User'),
  })
  expect(placeOfPart({ kind: 'group', name: 'b' }, ANSWER)).toEqual({
    kind: 'request',
    offset: TEXT.indexOf('Impersonate-Group: b'),
  })
})

test('its own words come before those that it shares with others', () => {
  const both = answer(
    ['group', { name: '*' }, 'Impersonate-Group: a', 'Impersonate-Group: b'],
    ['group', { name: 'b' }, 'Impersonate-Group: b'],
  )
  expect(placeOfPart({ kind: 'group', name: 'b' }, both)).toEqual({
    kind: 'request',
    offset: TEXT.indexOf('Impersonate-Group: b'),
  })
})

test('the place of a field without words is the step that asks about it, and without such a step it has none', () => {
  expect(placeOfPart({ kind: 'what' }, answer(['request', {}]))).toEqual({ kind: 'step', step: 0 })
  expect(placeOfPart({ kind: 'uid' }, ANSWER)).toBeUndefined()
  expect(placeOfPart({ kind: 'uid' }, undefined)).toBeUndefined()
})

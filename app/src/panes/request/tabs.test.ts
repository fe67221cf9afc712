import { type Diagnostic, LineIndex } from '@authz-playground/engine'
import type { PrintedRequest } from '@authz-playground/engine/internal/http'
import { expect, test } from 'vitest'
import type { PrintedForms } from '../../worker/answer.ts'
import { shownIn, unreadIn, withoutBareComment } from './tabs.ts'

const printed = (text: string): PrintedRequest => ({ text })
const PRINTED = {
  forms: {
    http: printed('GET /api/v1/pods HTTP/1.1\n'),
    kubectl: printed('kubectl get pods -A'),
    curl: { text: 'curl /api', gap: 'curl cannot do all of it.' },
  },
} as PrintedForms

test('the written form shows the written text unchanged', () => {
  const text = '# mine\r\nGET  /api/v1/pods\0'
  expect(shownIn('http', { form: 'http', text }, PRINTED)).toEqual({ text, written: true })
})

test('another form shows the printed request, and why that is not all of it', () => {
  const request = { form: 'http', text: 'GET /api/v1/pods' } as const
  expect(shownIn('kubectl', request, PRINTED)).toEqual({ text: 'kubectl get pods -A', written: false })
  expect(shownIn('curl', request, PRINTED)).toEqual({
    text: 'curl /api',
    gap: 'curl cannot do all of it.',
    written: false,
  })
})

test('a request that was never read has no other form', () => {
  expect(shownIn('kubectl', { form: 'http', text: '' }, undefined)).toBeUndefined()
})

function errorsAt(text: string, ...offsets: readonly number[]): readonly Diagnostic[] {
  const lines = new LineIndex('request', text)
  return offsets.map((start) => ({
    severity: 'error',
    code: 'missing-colon',
    message: 'Expected "Name: value".',
    range: lines.range({ start, end: start + 1 }),
  }))
}

test('a form that cannot carry any of it leaves room to write in', () => {
  expect(withoutBareComment({ text: '# kubectl cannot.\n', gap: 'kubectl cannot.' })).toEqual({
    text: '',
    gap: 'kubectl cannot.',
  })
  const partly = { text: '# left out: x\nGET / HTTP/1.1', gap: 'Not all.' }
  expect(withoutBareComment(partly)).toBe(partly)
  const whole = { text: '' }
  expect(withoutBareComment(whole)).toBe(whole)
})

test('other forms say which line was not understood, and that an edit leaves it out', () => {
  const errors = errorsAt('GET /\nfoo\nbar', 6)
  expect(unreadIn('kubectl', 'http', errors, 'rest')).toEqual({
    words:
      'Line 2 of the HTTP request was not understood. Expected "Name: value". What shows is the rest; an edit here leaves that out.',
    line: 2,
    offset: 6,
  })
})

test('the fields keep the lines of raw HTTP that they do not show, and commands they do not', () => {
  const errors = errorsAt('GET /\nfoo\nbar', 6)
  expect(unreadIn('form', 'http', errors, 'rest')?.words).toMatch(/What shows is the rest\.$/)
  expect(unreadIn('more', 'kubectl', errors, 'rest')?.words).toMatch(/What shows is the rest\.$/)
  expect(unreadIn('form', 'kubectl', errors, 'rest')?.words).toMatch(/an edit here leaves that out\.$/)
})

test('two errors in one line are one line', () => {
  const words = (...offsets: readonly number[]) =>
    unreadIn('form', 'http', errorsAt('GET /\nfoo\nbar\nbaz', ...offsets), 'rest')?.words
  expect(words(6, 7)).toMatch(/^Line 2 of .* was /)
  expect(words(6, 10)).toMatch(/^Line 2 and another of .* were /)
  expect(words(6, 10, 14)).toMatch(/^Line 2 and 2 others of .* were /)
})

test('when nothing could be read they say what shows instead', () => {
  const errors = errorsAt('kubectl gat pods', 8)
  expect(unreadIn('form', 'kubectl', errors, 'last')?.words).toBe(
    'Line 1 of the kubectl command was not understood. Expected "Name: value". What shows is the last request that could be read.',
  )
  expect(unreadIn('form', 'kubectl', errors, 'nothing')?.words).toMatch(/"Name: value"\.$/)
})

test('warnings take nothing away, and the written form shows everything', () => {
  const errors = errorsAt('GET /\nfoo', 6)
  expect(unreadIn('http', 'http', errors, 'rest')).toBeUndefined()
  expect(
    unreadIn(
      'form',
      'http',
      errors.map((one) => ({ ...one, severity: 'warning' })),
      'rest',
    ),
  ).toBeUndefined()
})

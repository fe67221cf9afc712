import { type Diagnostic, LineIndex, type PrintedRequest } from '@authz-playground/engine'
import { expect, test } from 'vitest'
import type { RequestViews } from '../scenario/answer.ts'
import { shownIn, unreadIn } from './tabs.ts'

const printed = (text: string): PrintedRequest => ({ text })
const VIEWS = {
  forms: {
    http: printed('GET /api/v1/pods HTTP/1.1\n'),
    kubectl: printed('kubectl get pods -A'),
    curl: { text: '# no', gap: 'curl cannot.' },
  },
} as RequestViews

test('the form that is written shows what was written, to the letter', () => {
  const text = '# mine\r\nGET  /api/v1/pods\0'
  expect(shownIn('http', { form: 'http', text }, VIEWS)).toEqual({ text, written: true })
})

test('another form shows what was printed from it, and why that is not all', () => {
  const request = { form: 'http', text: 'GET /api/v1/pods' } as const
  expect(shownIn('kubectl', request, VIEWS)).toEqual({ text: 'kubectl get pods -A', written: false })
  expect(shownIn('curl', request, VIEWS)).toEqual({ text: '# no', gap: 'curl cannot.', written: false })
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

test('other forms say which line was not understood and that an edit leaves it out', () => {
  const errors = errorsAt('GET /\nfoo\nbar', 6)
  expect(unreadIn('kubectl', 'http', errors, true)).toEqual({
    words: 'Line 2 of the HTTP request was not understood. The rest shows here; an edit leaves that out.',
    line: 2,
    offset: 6,
  })
  expect(unreadIn('more', 'http', errors, true)?.words).toBe(
    'Line 2 of the HTTP request was not understood. The rest shows here.',
  )
})

test('two errors in one line are one line', () => {
  expect(unreadIn('form', 'http', errorsAt('GET /\nfoo\nbar', 6, 7), true)?.words).toMatch(/^Line 2 of /)
  expect(unreadIn('form', 'http', errorsAt('GET /\nfoo\nbar', 6, 10), true)?.words).toMatch(
    /^Line 2 and another of .* were /,
  )
  expect(unreadIn('form', 'http', errorsAt('a\nb\nc', 0, 2, 4), true)?.words).toMatch(
    /^Line 1 and 2 others of .* were /,
  )
})

test('when nothing could be read that is what they say', () => {
  expect(unreadIn('form', 'kubectl', errorsAt('kubectl gat pods', 8), false)?.words).toBe(
    'Line 1 of the kubectl command was not understood, so there is no request to show.',
  )
})

test('warnings take nothing away, and the written form shows everything', () => {
  const errors = errorsAt('GET /\nfoo', 6)
  expect(unreadIn('http', 'http', errors, true)).toBeUndefined()
  expect(
    unreadIn(
      'form',
      'http',
      errors.map((one) => ({ ...one, severity: 'warning' })),
      true,
    ),
  ).toBeUndefined()
})

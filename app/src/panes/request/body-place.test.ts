import { type Diagnostic, LineIndex, type RequestText } from '@authz-playground/engine'
import { expect, test } from 'vitest'
import { bodyStart, inBody } from './body-place.ts'

const BODY = 'metadata:\n  labels: ['
const WRITTEN: RequestText = { form: 'http', text: `PATCH /api/v1/pods/a HTTP/1.1\nAccept: */*\n\n${BODY}` }

function error(needle: string): Diagnostic {
  const start = WRITTEN.text.indexOf(needle)
  const range = new LineIndex('request', WRITTEN.text).range({ start, end: start + needle.length })
  return { severity: 'error', code: 'x', message: needle, range }
}

test('raw HTTP ends with the body, and other forms have no such place', () => {
  expect(WRITTEN.text.slice(bodyStart(WRITTEN, BODY))).toBe(BODY)
  expect(bodyStart({ form: 'curl', text: `curl -d '${BODY}'` }, BODY)).toBeUndefined()
  expect(bodyStart(WRITTEN, '')).toBeUndefined()
})

test('an error in the body has its place there, and an error above it has none', () => {
  const [found, ...others] = inBody([error('Accept'), error('[')], WRITTEN, BODY)
  expect(others).toEqual([])
  expect(BODY.slice(found?.range.start, found?.range.end)).toBe('[')
  expect(found?.range).toMatchObject({ line: 2, column: 11, endLine: 2, endColumn: 12 })
})

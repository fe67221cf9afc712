import { expect, it } from 'vitest'
import { offsetOf } from './place.ts'

const TEXT = 'GET /api/v1/pods HTTP/1.1\nImpersonate-User: jane\nAccept: x\n\n{}'

it('the request line, the headers and the body each have their place', () => {
  expect(TEXT.slice(0, offsetOf('request', TEXT))).toBe('GET /api/v1/pods HTTP/1.1')
  expect(TEXT.slice(0, offsetOf('impersonation', TEXT))).toMatch(/Impersonate-User: jane$/)
  expect(offsetOf('body', TEXT)).toBe(TEXT.length)
})

it('a missing part is written after the last header, or at its comment', () => {
  const bare = 'GET /api/v1/pods HTTP/1.1\n'
  expect(bare.slice(0, offsetOf('impersonation', bare))).toBe('GET /api/v1/pods HTTP/1.1')
  const asked = '# What did they ask for?\nImpersonate-User: jane\n'
  expect(asked.slice(0, offsetOf('request', asked))).toBe('# What did they ask for?')
})

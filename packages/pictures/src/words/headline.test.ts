import type { Outcome } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { markOf, statusLine, withCodeApart } from './headline.ts'

const trace = (kind: Outcome['kind']) => ({ outcome: { kind } })

describe('the mark of an answer', () => {
  it('says what the client gets', () => {
    const mark = (kind: Outcome['kind']) => markOf({ state: 'decided', trace: trace(kind) })
    expect(mark('allowed')).toBe('Allowed')
    expect(mark('forbidden')).toBe('Refused')
    expect(mark('bad-request')).toBe('BadRequest')
    expect(mark('internal-error')).toBe('InternalError')
  })

  it('is never that of a decision while something was not understood', () => {
    expect(markOf({ state: 'not-decided' })).toBe('NotDecided')
    expect(markOf({ state: 'not-decided', trace: trace('allowed') })).toBe('NotDecided')
  })
})

describe('the code of a sentence', () => {
  it('is separate from the words', () => {
    expect(withCodeApart(['403: ', { code: 'ctl' }, ' may not'])).toEqual({
      code: '403',
      rest: [': ', { code: 'ctl' }, ' may not'],
    })
  })

  it('is none where the sentence begins with words or with a name', () => {
    expect(withCodeApart(['Not decided: line 403'])).toEqual({ rest: ['Not decided: line 403'] })
    expect(withCodeApart([{ code: '403:' }, ' may'])).toEqual({ rest: [{ code: '403:' }, ' may'] })
    expect(withCodeApart([])).toEqual({ rest: [] })
  })
})

it('says codes in the words of HTTP', () => {
  expect([200, 400, 403, 500, 418].map(statusLine)).toEqual([
    '200 OK',
    '400 Bad Request',
    '403 Forbidden',
    '500 Internal Server Error',
    '418',
  ])
})

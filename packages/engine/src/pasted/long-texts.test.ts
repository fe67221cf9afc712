import { describe, expect, it } from 'vitest'
import { detectForm } from '../request/index.ts'
import { recognise } from './recognise.ts'

/** What was pasted by mistake, or to freeze the page. Where reading takes the square of its length, a test of these does not end. */
const LENGTH = 1_000_000

const repeated = (unit: string, beginning = '') => beginning + unit.repeat(LENGTH / unit.length)

describe('a long text of one character or two', () => {
  it.each(['\n', '\r', '\t', ' ', '\\', '"\\', '<', '{{', 'a', '1', '- '])(
    'is recognised for what it is: %j',
    (unit) => {
      const kinds = recognise(repeated(unit)).map(({ is }) => is)
      expect(kinds.every((is) => is === 'left' || is === 'policy')).toBe(true)
    },
  )

  it.each([' ', '\r', '\t', '# '])('is a request where a command is before it: %j', (unit) => {
    expect(detectForm(repeated(unit, 'kubectl get pods '))).toBe('kubectl')
    expect(recognise(repeated(unit, 'kubectl get pods '))).not.toEqual([])
  })
})

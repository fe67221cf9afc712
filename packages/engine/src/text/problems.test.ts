import { describe, expect, it } from 'vitest'
import type { Problem } from './diagnostic.ts'
import { diagnosticsOf } from './problems.ts'
import { LineIndex } from './source.ts'
import { quoted } from './visible.ts'

const problem = (severity: Problem['severity'], start: number): Problem => ({
  severity,
  code: 'some-problem',
  message: 'Something.',
  span: { start, end: start + 1 },
})

describe('problems', () => {
  it('are shown in the order of the text, with line and column', () => {
    const lines = new LineIndex('request', 'ab\ncd')
    expect(diagnosticsOf([problem('warning', 4), problem('error', 0)], lines)).toMatchObject([
      { severity: 'error', range: { source: 'request', line: 1, column: 1 } },
      { severity: 'warning', range: { line: 2, column: 2 } },
    ])
  })

  it('keep every error before any warning when there are too many to show', () => {
    const text = 'x'.repeat(2000)
    const warnings = Array.from({ length: 1000 }, (_, start) => problem('warning', start))
    const shown = diagnosticsOf([...warnings, problem('error', 1999)], new LineIndex('request', text))
    expect(shown).toHaveLength(501)
    expect(shown.filter(({ severity }) => severity === 'error')).toHaveLength(1)
    expect(shown.at(-1)?.message).toBe('501 more are not shown.')
  })
})

describe('a proposal', () => {
  it('is left out when it is longer than anyone types', () => {
    const lines = new LineIndex('request', 'ab')
    const fixes = ['x'.repeat(1000), 'x'.repeat(1001)].map((fix) => ({ ...problem('error', 0), fix }))
    expect(diagnosticsOf(fixes, lines).map(({ fix }) => fix?.length)).toEqual([1000, undefined])
  })
})

describe('a quoted text of the user', () => {
  it('is quoted and cut to the length of a sentence', () => {
    expect(quoted('a\0b')).toBe('"a\\x00b"')
    expect(quoted('x'.repeat(1000))).toBe(`"${'x'.repeat(60)}…"`)
  })
})

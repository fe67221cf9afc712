import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proseProblems, proseText, readProse } from './index.ts'

const refusal = (text: string): string | undefined => {
  const { blocks, problem } = readProse(text)
  if (problem !== undefined) expect(proseText(blocks)).toBe(problem.message)
  expect(proseProblems(text).problems.find(({ code }) => code.startsWith('too-'))).toEqual(problem)
  return problem?.code
}

describe('a text beyond a limit says so in place of itself', () => {
  it('where it is longer than 100,000 characters', () => {
    expect(refusal('a'.repeat(100_000))).toBeUndefined()
    expect(refusal('a'.repeat(100_001))).toBe('too-long')
    expect(refusal('[a](#b) *c* > \n'.repeat(700_000))).toBe('too-long')
    expect(readProse('a'.repeat(100_001)).problem).toMatchObject({
      message: 'This text is longer than 100,000 characters, so it is not shown.',
      line: 1,
      column: 1,
    })
  })

  it('where its parts are nested deeper than 50', () => {
    const nested = (depth: number): string => `${'> '.repeat(depth)}a`
    expect(refusal(nested(50))).toBeUndefined()
    expect(refusal(nested(51))).toBe('too-deep')
    expect(refusal('> '.repeat(50_000))).toBe('too-deep')
    expect(refusal('>'.repeat(100_000))).toBe('too-deep')
    expect(refusal(`${'- '.repeat(51)}a`)).toBe('too-deep')
    expect(refusal('1. '.repeat(33_000))).toBe('too-deep')
    expect(refusal('*a '.repeat(60) + 'b* '.repeat(60))).toBe('too-deep')
    expect(refusal('![a'.repeat(60) + '](#x)'.repeat(60))).toBe('too-deep')
    expect(refusal(Array.from({ length: 60 }, (_, at) => `${' '.repeat(2 * at)}- a\n`).join(''))).toBe('too-deep')
    expect(readProse(`a\n\n${nested(51)}`).problem).toMatchObject({ line: 3 })
  })

  it('where a paragraph has more than 1,000 marks', () => {
    expect(refusal('*'.repeat(1_000))).toBeUndefined()
    for (const mark of ['[', '*', '`', '_', '<', '![', '&', '\\', ']', '[a](', '[a]: b\n', '*a_b', '<!--', '`a``']) {
      expect(refusal(`a ${mark.repeat(Math.floor(99_000 / mark.length))}`)).toBe('too-many-marks')
    }
    expect(refusal(`a\n\nb ${'*'.repeat(1_001)}`)).toBe('too-many-marks')
    expect(refusal('- `kubectl` *and*\n'.repeat(5_000))).toBeUndefined()
  })

  it('where it has more than 500 blanks in a row', () => {
    expect(refusal(`a${' '.repeat(500)}b`)).toBeUndefined()
    for (const blank of [' ', '\t', '\u00a0']) expect(refusal(`x\n|\n${blank.repeat(90_000)}`)).toBe('too-many-blanks')
  })
})

it('reads what repeats for 100,000 characters without an error', () => {
  const part = fc.constantFrom(
    ...[
      '*',
      '_',
      '[',
      ']',
      '](#a)',
      '`',
      '``',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '  ',
      'a',
      '#',
      '---',
      '```',
      '\\',
      '<',
    ],
    ...[
      '<a b="',
      '<!--',
      '<?',
      '&#1;',
      '|',
      '|-',
      '\n|-|\n',
      ' '.repeat(490),
      '\t',
      '<div>\n',
      '<script>\n',
      '![',
      '=',
    ],
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 2 }), fc.array(part, { minLength: 1, maxLength: 4 }), (begin, unit) => {
      const text = (begin.join('') + unit.join('').repeat(99_000 / unit.join('').length)).slice(0, 99_000)
      expect(readProse(text).blocks).not.toContain(undefined)
    }),
    { numRuns: 50 },
  )
})

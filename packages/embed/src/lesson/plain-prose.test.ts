import { readProse } from '@authz-playground/prose'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlainProse } from './plain-prose.ts'

/** Parts of texts, most of which mean something in Markdown somewhere. */
const PARTS = [
  'word',
  'Two words.',
  ' ',
  '  ',
  '   ',
  '\n',
  '\n\n',
  '`',
  '`code`',
  '` two `',
  '``',
  '```',
  '```yaml\n',
  '\n```\n',
  '**',
  '**strong**',
  '*',
  '_',
  'snake_case',
  '[',
  ']',
  '(',
  ')',
  '[words](https://example.org/a?b=c#d)',
  '[`code` words](#example/docs-user-list)',
  '[x](javascript:alert)',
  '[x](https:///a)',
  '[x](https://user@example.org/)',
  '[x]: https://example.org',
  '![x](https://example.org/a.png)',
  '- ',
  '- item\n',
  '  more\n',
  '1. ',
  '1. one\n2. two\n',
  '   more\n',
  '2) ',
  '# ',
  '> ',
  '---',
  '===',
  '|',
  '| a | b |\n| - | - |\n',
  '<b>',
  '&amp;',
  '\\',
  '!',
  '.',
  ',',
  ':',
  'é',
  '“quoted”',
  '\t',
  '\u00a0',
  '~~~',
  'https://example.org',
]

describe('plain Markdown', () => {
  it.each([
    ['A paragraph\nof two lines.'],
    ['Some `code`, and **strong words**.\n\n- one\n- two\n  and more\n\nAfter it.'],
    ['1. one\n2. `two`\n   more\n'],
    ['Look:\n\n```yaml\nkind: Role # <b>\n\nrules: []\n```\n'],
    ['See [the `docs`](https://kubernetes.io/docs/) and [an example](#example/docs-user-list).'],
    [''],
  ])('is read as the whole reader reads it: %j', (text) => {
    expect(readPlainProse(text)).toEqual(readProse(text))
  })

  it.each([
    ['# A heading'],
    ['<b>HTML</b>'],
    ['A [link](javascript:alert(1))'],
    ['- loose\n\n- list'],
    ['| a |\n| - |'],
    ['*emphasis*'],
    ['two  \nlines'],
    ['x'.repeat(20_001)],
  ])('is not what has anything else: %j', (text) => {
    expect(readPlainProse(text)).toBeUndefined()
  })

  it('is read as the whole reader reads it, or not at all', () => {
    let read = 0
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join('')),
        (text) => {
          const plain = readPlainProse(text)
          if (plain === undefined) return
          read += 1
          expect(plain).toEqual(readProse(text))
        },
      ),
      { numRuns: 3000 },
    )
    expect(read).toBeGreaterThan(100)
  })
})

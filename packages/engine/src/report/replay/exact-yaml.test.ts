import fc from 'fast-check'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { exactYAML, isSayable, type Plain } from './exact-yaml.ts'

const AWKWARD = fc.constantFrom(
  'yes',
  'No',
  'on',
  'y',
  '~',
  'null',
  '1_000',
  '0x1f',
  '12:30:45',
  '1e3',
  '.nan',
  '*',
  '&a',
  '!x',
  '- a',
  'a: b',
  'a #b',
  "it's",
  '"',
  '\\',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\u007f',
  '😀',
  '---',
  '...',
  '<<',
  '=',
  '%a',
  '@a',
  '`',
)
const TEXT = fc.oneof(AWKWARD, fc.string({ unit: 'binary' }).filter(isSayable))
const VALUE: fc.Arbitrary<Plain> = fc.letrec<{ value: Plain }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    TEXT,
    fc.boolean(),
    fc.array(TEXT, { maxLength: 3 }),
    fc.array(fc.dictionary(TEXT, tie('value'), { minKeys: 1, maxKeys: 3 }), { maxLength: 3 }),
    fc.dictionary(TEXT, tie('value'), { maxKeys: 3 }),
  ),
})).value

describe('exact YAML', () => {
  it('is read as the same value, whatever the texts are', () => {
    fc.assert(
      fc.property(fc.dictionary(TEXT, VALUE, { minKeys: 1 }), (value) => {
        expect(load(exactYAML(value))).toEqual(value)
      }),
    )
  })

  it('has no line that could end a here-document', () => {
    fc.assert(
      fc.property(fc.dictionary(TEXT, VALUE, { minKeys: 1 }), (value) => {
        for (const line of exactYAML(value).trimEnd().split('\n'))
          expect(line).toMatch(/^ *(- )?(".*"|[\w/-]+)(:|$)|^ *- /)
      }),
    )
  })

  it('leaves plain what is a string in every version of YAML', () => {
    expect(exactYAML({ kind: 'Role', verbs: ['get', 'on', 'YES', 'list'], labels: { 'a.b/c': 'x' }, rules: [] })).toBe(
      'kind: Role\nverbs: [get, "on", "YES", list]\nlabels:\n  "a.b/c": "x"\nrules: []\n',
    )
  })

  it('cannot be made of halves of characters, nor of NUL', () => {
    expect([['\ud800'], { '\0': 'a' }, { a: ['😀'] }, true].map(isSayable)).toEqual([false, false, true, true])
  })
})

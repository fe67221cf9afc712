import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hiddenCharacter } from '../text/index.ts'
import { readJsonTexts } from './index.ts'
import { yamlOf, yamlString } from './print.ts'

/** Texts that some reader of YAML takes for something else where they are not quoted, or that blocks could lose. */
const AWKWARD = fc.constantFrom(
  ...['yes', 'No', 'on', 'y', '~', 'null', '1_000', '0x1f', '12:30:45', '1e3', '.nan', '2020-01-01', '<<', '='],
  ...[
    '*',
    '&a',
    '!x',
    '- a',
    '-',
    '?',
    'a: b',
    'a:',
    'a #b',
    '#',
    "it's",
    '"',
    '\\',
    '[a]',
    '{a',
    '%a',
    '@a',
    '`',
    '|',
    '>',
  ],
  ...[
    '\n',
    '\r\n',
    '\t',
    ' ',
    '',
    '\u2028',
    '\u0085',
    '\xa0',
    '\ufeff',
    '\u007f',
    '😀',
    '---',
    '...',
    'a'.repeat(1500),
  ],
  ...[
    'a\nb',
    'a\nb\n',
    'a\n\n',
    '\na',
    '  a\nb',
    'a\n  \nb',
    'a\n   ',
    '\ta\nb',
    'a\n---\nb\n',
    'k: |\n  v\n',
    'a\r\nb',
  ],
)
const TEXT = fc.oneof(
  AWKWARD,
  fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
)
const VALUE: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    TEXT,
    fc.constantFrom(true, false, null, 0, -1, 1.5, 1e21),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(TEXT, tie('value'), { maxKeys: 3 }),
  ),
})).value

/** The documents of a text as kube-apiserver's YAML reader reads them. */
function read(text: string): readonly unknown[] {
  const { documents, diagnostics } = readJsonTexts(text, 'document')
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return documents.map(({ value }) =>
    JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one))),
  )
}

describe('printed YAML', () => {
  it('is read as the same value, whatever the texts are', () => {
    fc.assert(
      fc.property(fc.dictionary(TEXT, VALUE, { minKeys: 1 }), (value) => {
        expect(hiddenCharacter(yamlOf(value))).toBeUndefined()
        expect(read(yamlOf(value))).toEqual([JSON.parse(JSON.stringify(value))])
      }),
    )
  })

  it('has no line that could end a here-document', () => {
    fc.assert(
      fc.property(fc.dictionary(TEXT, VALUE, { minKeys: 1 }), (value) => {
        for (const line of yamlOf(value).trimEnd().split('\n')) expect(line).toMatch(/^$|^ |^[-?:] |:(?: |$)/)
      }),
    )
  })

  it('has blocks for texts of several lines, and quotes only where something else could be read', () => {
    const value = {
      user: 'system:serviceaccount:prod:app',
      groups: ['ops', '1.36', 'on'],
      reason: 'RBAC: allowed',
      policy: 'kind: Role\nrules: []\n',
      note: 'a\nb',
      none: [],
      left: undefined,
    }
    expect(yamlOf(value)).toBe(`user: system:serviceaccount:prod:app
groups:
  - ops
  - "1.36"
  - "on"
reason: "RBAC: allowed"
policy: |
  kind: Role
  rules: []
note: |-
  a
  b
none: []
`)
    expect(['/api/v1', 'a b', 'jane’s', 'x,y'].map(yamlString)).toEqual(['/api/v1', 'a b', 'jane’s', 'x,y'])
  })
})

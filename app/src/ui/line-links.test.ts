import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withLineLinks } from './line-links.ts'

describe('the lines that a sentence mentions', () => {
  const targets = new Map([
    ['line 12', 300],
    ['line 12 of the stored objects', 40],
  ])

  it('become links where their place is known', () => {
    expect(withLineLinks(['the rule in line 12 of ClusterRole ', { code: 'view' }, '.'], targets)).toEqual([
      'the rule in ',
      { text: 'line 12', target: 300 },
      ' of ClusterRole ',
      { code: 'view' },
      '.',
    ])
  })

  it('lead to the text that they are lines of', () => {
    expect(
      withLineLinks(['Pod in line 12 of the stored objects, bound in line 12 of the default roles'], targets),
    ).toEqual([
      'Pod in ',
      { text: 'line 12 of the stored objects', target: 40 },
      ', bound in line 12 of the default roles',
    ])
  })

  it('lead to a webhook’s table, whose name has an apostrophe', () => {
    expect(
      withLineLinks(['its entry in line 2 of the webhook’s table.'], new Map([['line 2 of the webhook’s table', 4]])),
    ).toEqual(['its entry in ', { text: 'line 2 of the webhook’s table', target: 4 }, '.'])
  })

  it('are found at the beginning of a sentence', () => {
    expect(withLineLinks(['Line 12 comes closest.'], targets)).toEqual([
      { text: 'Line 12', target: 300 },
      ' comes closest.',
    ])
  })

  it('stay words where it is not known', () => {
    expect(withLineLinks(['see line 13, or line 120'], targets)).toEqual(['see line 13, or line 120'])
  })

  it('are not looked for in names, which come from input', () => {
    expect(withLineLinks([{ code: 'line 12' }], targets)).toEqual([{ code: 'line 12' }])
  })

  it('leave the words of the sentence as they are', () => {
    const words = fc.array(fc.oneof(fc.string(), fc.constantFrom('line 12', ' in line 12, ', 'line 7', 'underline 12')))
    fc.assert(
      fc.property(words, (pieces) => {
        const sentence = pieces.join('')
        const said = withLineLinks([sentence], targets)
        expect(
          said.map((piece) => (typeof piece === 'string' ? piece : 'text' in piece ? piece.text : piece.code)).join(''),
        ).toBe(sentence)
      }),
    )
  })
})

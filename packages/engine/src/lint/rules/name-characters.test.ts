import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { binding, codes, found, role } from '../testing.ts'

const RULE = 'apiGroups: [""], resources: [pods], verbs: [get]'
const user = (name: string) => `{kind: User, apiGroup: rbac.authorization.k8s.io, name: ${name}}`
const bound = (name: string) => [role([RULE]), binding(user(name))].join('---\n')

describe('a name that looks like another one', () => {
  it.each([
    ['"\\u061cjane"', 'invisible-character'],
    ['"jane\\ufeff"', 'invisible-character'],
    ['"ja\\u3164ne"', 'invisible-character'],
    ['"jane\\u200e"', 'invisible-character'],
    ['"jane\\u00a0doe"', 'invisible-character'],
    ['"jane\u200b"', 'invisible-character'],
    ['"admin\\u202egpj"', 'invisible-character'],
    ['"ja\\u00adne"', 'invisible-character'],
    ['"jane\\U000E0061"', 'invisible-character'],
    ['"jane\\ufe0f"', 'invisible-character'],
    ['"ja\\u2060ne"', 'invisible-character'],
    ['"ja\\u200dne"', 'invisible-character'],
    ['"j\\u0430ne"', 'mixed-scripts'],
    ['jаne', 'mixed-scripts'],
  ])('is found in a subject: %s', (name, code) => {
    expect(found(bound(name))).toEqual([[code, name]])
  })

  it.each([
    ['a role', role([RULE], { name: '"r\\u200b"' }), '"r\\u200b"'],
    ['a binding', [role([RULE]), binding(user('jane'), { name: '"b\\u200b"' })].join('---\n'), '"b\\u200b"'],
    [
      'a resource name',
      role(['apiGroups: [""], resources: [pods], resourceNames: ["w\\u200b"], verbs: [get]']),
      '"w\\u200b"',
    ],
    ['a path', role(['nonResourceURLs: ["/m\\u200b"], verbs: [get]']), '"/m\\u200b"'],
  ])('is found in the name of %s', (_, text, place) => {
    expect(found(text)).toContainEqual(['invisible-character', place])
  })

  it('is found in a verb, a resource and the name of a bound role', () => {
    expect(codes(role(['apiGroups: [""], resources: [pods], verbs: ["gеt"]']))).toContain('mixed-scripts')
    expect(codes(role(['apiGroups: [""], resources: ["роds"], verbs: [get]']))).toContain('mixed-scripts')
    const text = [role([RULE]), binding(user('jane'), { to: '"r\\u200b"' })].join('---\n')
    expect(found(text)).toContainEqual(['invisible-character', '"r\\u200b"'])
  })

  it('is named with its character', () => {
    const messages = lintPolicy(readPolicy(bound('"jаne\\u200b"'))).map(({ message }) => message)
    expect(messages).toEqual([
      'The name “jаne\u200b” has an invisible character, U+200B.',
      'The name “jаne\u200b” has Latin and Cyrillic letters in one word: а is U+0430, Cyrillic.',
    ])
  })

  it('is not a name whose words are each in one script', () => {
    for (const name of [
      'яна',
      'Αθηνά',
      'עברית',
      'العربية',
      '田中',
      'José',
      'CN=админ-dev',
      '"anna b"',
      'system:masters-x',
    ])
      expect(codes(bound(name)), name).toEqual([])
  })
})

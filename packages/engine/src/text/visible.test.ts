import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterFindings, escapedJSON, hiddenCharacter, lookalikesInWords, visible } from './visible.ts'

describe('a text that is safe to show', () => {
  it.each([
    ['a zero-width space', 'jane\u200b', 'jane\\u200b'],
    ['a soft hyphen', 'ja\u00adne', 'ja\\u00adne'],
    ['a turn of direction', 'admin\u202egpj', 'admin\\u202egpj'],
    ['a mark of Arabic letters', 'a\u061cb', 'a\\u061cb'],
    ['a byte order mark', '\ufeffjane', '\\ufeffjane'],
    ['a variation selector', 'jane\ufe0f', 'jane\\ufe0f'],
    ['a Hangul filler', 'jane\u3164', 'jane\\u3164'],
    ['a joiner of graphemes', 'ja\u034fne', 'ja\\u034fne'],
    ['a blank that is not the space', 'a\u00a0b\u2003c\u3000d', 'a\\u00a0b\\u2003c\\u3000d'],
    ['an empty Braille pattern', 'jane\u2800', 'jane\\u2800'],
    ['a tag', 'jane\u{e0041}', 'jane\\u{e0041}'],
    ['a control character', 'a\u001b[2Jb\rc', 'a\\u001b[2Jb\\u000dc'],
    ['a Cyrillic letter among Latin ones', 'j\u0430ne', 'j\\u0430ne'],
    ['a Greek letter after a digit', 'v1\u03bf', 'v1\\u03bf'],
    ['a Cyrillic letter behind what hides', 'jan\u200b\u0435', 'jan\\u200b\\u0435'],
  ])('names %s by its number', (_, text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it.each([
    'jane',
    'prod/my-app_1',
    'яна',
    'αθηνά',
    'CN=админ,OU=dev',
    'עברית',
    'العربية',
    '田中',
    'José',
    'Đặng',
    'a\tb\nc',
    '“no” – it’s …',
  ])('leaves %j as it is', (text) => {
    expect(visible(text)).toBe(text)
    expect(characterFindings(text.replace(/\s/g, ''))).toEqual([])
  })

  it('has nothing that hides, and stays the same when it is shown again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visible(text)
        expect(hiddenCharacter(shown)).toBeUndefined()
        expect(visible(shown)).toBe(shown)
      }),
    )
  })
})

it('escapes in JSON what hides, and keeps the value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = escapedJSON(JSON.stringify(text))
      expect(hiddenCharacter(json)).toBeUndefined()
      expect(JSON.parse(json)).toBe(text)
    }),
  )
})

it.each([
  ['jane\u200b', 'invisible-character: has an invisible character, U+200B'],
  ['ja\tne', 'invisible-character: has a blank that is not an ordinary space, U+0009'],
  ['a\u202eb', 'invisible-character: has an invisible character that changes the direction of the text, U+202E'],
  ['jane\u{e0041}', 'invisible-character: has an invisible character, U+E0041'],
  ['j\u0430ne', 'mixed-scripts: has Latin and Cyrillic letters in one word: а is U+0430, Cyrillic'],
])('finds what makes %j look like another name', (name, finding) => {
  expect(characterFindings(name).map(({ code, what }) => `${code}: ${what}`)).toEqual([finding])
})

it.each([
  ['jane\u200b', 'jane', ' (U+200B is an invisible character)'],
  ['j\u0430ne', 'jane', ' (а is U+0430, Cyrillic)'],
  ['jane', 'j\u0430n\u0435', ' (а is U+0430, Cyrillic; е is U+0435, Cyrillic)'],
  ['delte', 'delete', ''],
  ['\u044f\u043d\u0430\u200b', '\u044f\u043d\u0430', ' (U+200B is an invisible character)'],
])('names the characters by which %j is not %j', (one, other, words) => {
  expect(lookalikesInWords(one, other)).toBe(words)
})

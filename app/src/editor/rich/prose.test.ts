import { expect, test } from 'vitest'
import { toMarkdown } from './prose.ts'

test('words, nouns and links become paragraphs of Markdown', () => {
  expect(
    toMarkdown([['Grants ', { code: 'list' }, '.'], [{ link: 'KEP (5284)', href: 'https://kep.k8s.io/5284?a=(b)' }]]),
  ).toBe('Grants `list`\\.\n\n[KEP \\(5284\\)](https://kep.k8s.io/5284?a=%28b%29)')
})

test('what a text brings along stays text', () => {
  expect(toMarkdown([['*a* <b> [c](d)']])).toBe('\\*a\\* \\<b\\> \\[c\\]\\(d\\)')
  expect(toMarkdown([[{ code: 'a`b``c' }]])).toBe('```a`b``c```')
  expect(toMarkdown([[{ code: '`a' }]])).toBe('`` `a ``')
  expect(toMarkdown([[{ code: 'a\n\n# b' }]])).toBe('`a # b`')
})

test('an empty name is shown as one', () => {
  expect(toMarkdown([[{ code: '' }]])).toBe('`""`')
})

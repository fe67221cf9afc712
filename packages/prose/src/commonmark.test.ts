import fc from 'fast-check'
import { micromark } from 'micromark'
import { expect, it } from 'vitest'
import { proseHtml } from './html/index.ts'
import { readProse } from './index.ts'

/**
 * HTML without what back ends may choose: how void tags and quotes are written, and blanks between blocks. Nor whether the
 * items of a list are paragraphs, where micromark is mistaken: it is, for an item before a blank line of a quote.
 */
function comparable(html: string): string {
  return html
    .replace(/ (?:rel|title)="[^"]*"/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(' />', '>')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:p|h\d|ul|ol|li|blockquote|pre|hr|br)\b[^>]*>) ?/g, '$1')
    .replace(/ class="language-\w+"/g, '')
    .replace(/ ?<\/code><\/pre>/g, '</code></pre>')
    .replaceAll('<p>', '')
    .replace(/<\/p>(?=<|$)/g, '')
}

const word = fc.constantFrom(
  'pods',
  'a',
  'RoleBinding',
  'rbac.authorization.k8s.io',
  '“b”',
  '(c)',
  '\\*',
  'd_e',
  'v1.36',
  'f:',
  '[g]',
)

/** Marks of emphasis are not beside each other: nobody writes that, and implementations differ. */
const { words } = fc.letrec<{ words: string; part: string }>((tie) => ({
  words: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    word,
    tie('words').map((inside) => `*a ${inside} b*`),
    tie('words').map((inside) => `**a ${inside} b**`),
    tie('words').map((inside) => `_a ${inside} b_`),
    word.map((inside) => `\`${inside}\``),
    word.map((inside) => `\`\` ${inside} \`\``),
    tie('words').map((inside) => `[${inside}](https://a.example/b?c=d "e")`),
    word.map((inside) => `[${inside}](<#example/f>)`),
    fc.constant('<https://g.example/h>'),
  ),
}))

const lines = fc.array(words, { minLength: 1, maxLength: 3 })

const indented = (text: string, by: string): string => text.replace(/\n(?=[^\n])/g, `\n${by}`)

const { blocks } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((all) => all.join('\n\n')),
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(lines, fc.constantFrom('\n', '  \n', '\\\n')).map(([all, end]) => all.join(end)),
    fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
    words.map((text) => `${text}\n===`),
    lines.map((all) => `\`\`\`yaml\n${all.join('\n\n  ')}\n\`\`\``),
    lines.map((all) => `~~~\n${all.join('\n')}\n~~~`),
    fc.constant('***'),
    tie('blocks').map((inside) => `> ${inside.replaceAll('\n', '\n> ')}`),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((items) => items.map((item) => `- ${indented(item, '  ')}`).join('\n')),
    fc
      .array(tie('blocks'), { minLength: 1, maxLength: 3 })
      .map((items) => items.map((item, at) => `${at + 3}. ${indented(item, '   ')}`).join('\n\n')),
  ),
}))

/** micromark follows CommonMark to the letter. It is asked without definitions, which lessons do not have. */
it('reads what people write as CommonMark does', () => {
  fc.assert(
    fc.property(blocks, (text) => {
      const expected = micromark(text, { extensions: [{ disable: { null: ['definition'] } }] })
      expect(comparable(proseHtml(readProse(text), { heading: 1, playground: '' }))).toBe(comparable(expected))
    }),
    { numRuns: 500 },
  )
})

import fc from 'fast-check'

/** What a back end may make, and the attributes that it may set. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  p: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  ul: [],
  ol: ['start'],
  li: [],
  pre: [],
  code: [],
  blockquote: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['scope', 'align'],
  td: ['align'],
  hr: [],
  em: [],
  strong: [],
  br: [],
  a: ['href', 'rel'],
}

const VOID = ['br', 'hr']

/** What a browser would make of HTML, in the order of the text. */
export interface Markup {
  readonly tags: readonly string[]
  readonly addresses: readonly string[]
  readonly text: string
}

const REFERENCES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);|&/g, (found) => {
    const character = REFERENCES[found]
    if (character === undefined) throw new Error('an ampersand that begins nothing')
    return character
  })
}

/** Reads HTML strictly. Throws at a tag or an attribute that no back end makes, and at what is left open. */
export function readMarkup(html: string): Markup {
  const tags: string[] = []
  const addresses: string[] = []
  const open: string[] = []
  let text = ''
  for (const [, tag, words] of html.matchAll(/<([^<>]*)>|([^<>]+)|[<>]/g)) {
    if (words !== undefined) text += decoded(words)
    else if (tag === undefined) throw new Error('a bracket outside of a tag')
    else if (tag.startsWith('/')) {
      if (open.pop() !== tag.slice(1)) throw new Error(`<${tag}> closes nothing`)
    } else {
      const [, name = '', attributes = ''] = /^(\w+)((?: [\w-]+="[^"]*")*)$/.exec(tag) ?? []
      const allowed = KNOWN[name]
      if (allowed === undefined) throw new Error(`<${tag}>`)
      for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
        if (!allowed.includes(attribute)) throw new Error(`${attribute} of <${name}>`)
        if (attribute === 'href') addresses.push(decoded(value))
      }
      tags.push(name)
      if (!VOID.includes(name)) open.push(name)
    }
  }
  if (open.length > 0) throw new Error(`open: ${open.join(' ')}`)
  return { tags, addresses, text }
}

/** What begins or ends something in Markdown or HTML, and what tries to be dangerous. */
const MARKS = [
  ...[
    '*',
    '**',
    '_',
    '__',
    '`',
    '``',
    '```\n',
    '~~~\n',
    '[',
    ']',
    '](',
    ')',
    '![',
    '<',
    '>',
    '\\',
    '&',
    '|',
    '#',
    '# ',
  ],
  ...['\n', '\n\n', '  \n', '\\\n', '> ', '- ', '1. ', '    ', '\t', '---\n', '===\n', '|-|-|\n', '| a | b |\n', ' '],
  ...[
    '[a]: https://a.example\n',
    '[a][a]',
    '[^1]',
    '&lt;',
    '&#106;',
    '&NewLine;',
    '&colon;',
    '\0',
    '\r',
    '\u202e',
    '"',
  ],
  ...['](https://a.example)', '](#example/a)', '](javascript:alert(1))', '](data:text/html,x)', '](//a.example)'],
  ...['<https://a.example>', '<javascript:alert(1)>', '<script>', '</script>', '<img src=x onerror=y>', '<!--', '-->'],
  ...['javascript:', 'java\nscript:', 'vbscript:', 'https://', 'file:///', 'JaVaScRiPt:', 'onclick="', '<a href="'],
]

/** Any text, with more in it that means something than chance would bring. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...MARKS) }, { weight: 1, arbitrary: fc.string() }))
    .map((parts) => parts.join('')),
)

/** Where a link may lead: to another site, or to a part of the playground. */
export const SAFE = /^(?:https?:\/\/[\w.[\]:-]+(?:[/?#]|$)|#.)[^\s\\<>"`\p{C}]*$/iu

import { LONGEST_TEXT } from './limits.ts'
import { LinePlaces } from './line-places.ts'
import { wordsText } from './plain-text.ts'
import { normalized, readWatched } from './read.ts'
import type { ProsePlace, ProseProblem } from './tree.ts'

/** A link that is shown as one. */
export interface FoundLink extends ProsePlace {
  readonly address: string
  /**
   * `outside`: another site. `example`: an example of the gallery, `#example/ID`; whether it exists, this package does not
   * know. `hash`: another hash of the playground.
   */
  readonly kind: 'outside' | 'example' | 'hash'
  /** The words that people click. */
  readonly text: string
}

/** What an author should know of a text, in the order of the text. */
export interface ProseProblems {
  readonly problems: readonly ProseProblem[]
  readonly links: readonly FoundLink[]
}

/**
 * Looks for what is not shown as its author probably means it, and for the links of a text. A text that is not read has one
 * problem, and no links. Accepts any text.
 */
export function proseProblems(text: string): ProseProblems {
  const source = text.length > LONGEST_TEXT ? '' : normalized(text)
  const places = new LinePlaces(source)
  const problems: ProseProblem[] = []
  const links: FoundLink[] = []
  const { problem } = readWatched(text, {
    html: ({ from, to }) =>
      problems.push({
        code: 'html',
        message: 'HTML is shown as the text it is.',
        fix: 'Write Markdown, or put the text between backticks if it is meant to be read as it is.',
        ...places.place(from, to),
      }),
    image: ({ from, to }) =>
      problems.push({
        code: 'image',
        message: 'An image is shown as its alternative text, because a lesson fetches nothing.',
        fix: 'Say it in words, or as a code block.',
        ...places.place(from, to),
      }),
    link: ({ address, words }, { from, to }) =>
      links.push({
        address,
        kind: /^#&*example\//.test(address) ? 'example' : address.startsWith('#') ? 'hash' : 'outside',
        text: wordsText(words),
        ...places.place(from, to),
      }),
    brokenLink: (reason, { from, to }) =>
      problems.push({
        code: 'link',
        message: `This link is shown as text: ${reason}.`,
        fix: 'Link to an address that begins with “https://”, or to “#example/ID”.',
        ...places.place(from, to),
      }),
    paragraph: ({ from, to }) => {
      for (const { index, 0: found } of source.slice(from, to).matchAll(DEFINITION)) {
        problems.push({
          code: 'reference',
          message: 'Definitions of links and footnotes are shown as the text they are, and so are references to them.',
          fix: 'Write [words](https://…) where the link is to be.',
          ...places.place(from + index, from + index + found.length),
        })
      }
    },
  })
  if (problem !== undefined) return { problems: [problem], links: [] }
  return { problems: problems.sort((a, b) => a.line - b.line || a.column - b.column), links }
}

/** `[label]:` at the start of a line, also in a quote. */
const DEFINITION = /^[>\s]{0,100}\[(?:[^[\]\\\n]|\\.){1,999}\]:(?=\s*\S)/gm

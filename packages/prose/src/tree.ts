import type { RefusalCode } from './limits.ts'

/** A text, read from Markdown. It is a plain value: it can be kept, compared and sent to a worker. */
export interface Prose {
  readonly blocks: readonly ProseBlock[]
  /** Why the text was not read. `blocks` has one paragraph then, which says so. */
  readonly problem?: ProseProblem
}

/** A part of a text that begins on a line of its own. */
export type ProseBlock =
  | { readonly kind: 'paragraph'; readonly words: ProseWords }
  | { readonly kind: 'heading'; readonly level: HeadingLevel; readonly words: ProseWords }
  | ProseList
  | ProseCode
  | { readonly kind: 'quote'; readonly blocks: readonly ProseBlock[] }
  | ProseTable
  /** A line between two parts. */
  | { readonly kind: 'divider' }

/** The level of a heading in its text, where 1 is the highest. A page shows it below its own headings. */
export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6

export interface ProseList {
  readonly kind: 'list'
  /** The number of the first item; absent where items have bullets. */
  readonly start?: number
  /** The items are lines, with no blank line between or in them: their paragraphs are shown without space around. */
  readonly tight: boolean
  /** The blocks of each item. An item can be empty. */
  readonly items: readonly (readonly ProseBlock[])[]
}

export interface ProseCode {
  readonly kind: 'code'
  /** Without a line end after the last line. */
  readonly text: string
  /** The first word after the fence: `yaml`. */
  readonly language?: string
}

export interface ProseTable {
  readonly kind: 'table'
  /** One for each column of the head; `undefined` where the text does not say. */
  readonly alignments: readonly ('left' | 'center' | 'right' | undefined)[]
  /** The words of each cell. */
  readonly head: readonly ProseWords[]
  /** Each has at least as many cells as the head. */
  readonly rows: readonly (readonly ProseWords[])[]
}

/** What is in a line: strings are text, in which the line ends of the source are spaces. */
export type ProseWords = readonly ProseWord[]

export type ProseWord =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'emphasis' | 'strong'; readonly words: ProseWords }
  | ProseLink
  /** A line end that stays one. */
  | { readonly kind: 'break' }

export interface ProseLink {
  readonly kind: 'link'
  /** Begins with `https://`, `http://` or `#`, and has no character that a browser would read differently. */
  readonly address: string
  /** Never empty, and without another link in it. */
  readonly words: ProseWords
}

/** A place in a text. Lines and columns count from 1; columns in UTF-16 code units, as Monaco counts them. */
export interface ProsePlace {
  readonly line: number
  readonly column: number
  /** The place after the last character. */
  readonly endLine: number
  readonly endColumn: number
}

/**
 * `too-…`: the text is not read at all. `html`: shown as it is written. `image`: shown as
 * its alternative text. `link`: shown as its words. `reference`: the definition of a link or a footnote, shown as it is
 * written, as are the references to it.
 */
export type ProseProblemCode = RefusalCode | 'html' | 'image' | 'link' | 'reference'

/** What an author should change, and where. */
export interface ProseProblem extends ProsePlace {
  readonly code: ProseProblemCode
  /** The found and the expected, in one sentence. */
  readonly message: string
  /** What to write instead. */
  readonly fix: string
}

import { readAddress } from './addresses.ts'
import { referenced, withoutBackslashes } from './characters.ts'
import { type SyntaxNode, syntaxOf } from './grammar.ts'
import { BeyondLimit, DEEPEST, LONGEST_TEXT, MOST_BLANKS, MOST_MARKS, type RefusalCode } from './limits.ts'
import { LinePlaces } from './line-places.ts'
import { wordsText } from './plain-text.ts'
import type { HeadingLevel, Prose, ProseBlock, ProseLink, ProseProblem, ProseTable, ProseWords } from './tree.ts'
import { WordsWriter } from './words-writer.ts'

/** What the reader met on its way, for somebody who wants to know more than the tree says. */
export interface Watch {
  html(node: SyntaxNode): void
  image(node: SyntaxNode): void
  link(link: ProseLink, node: SyntaxNode): void
  /** A link that is shown as its words. */
  brokenLink(reason: string, node: SyntaxNode): void
  paragraph(node: SyntaxNode): void
}

/**
 * Reads Markdown: CommonMark, and the tables of GitHub. HTML is text, and so are references and footnotes; an image is its
 * alternative text; a link whose address is not safe is its words. Accepts any text in a time that is bounded: less than a second
 * for the worst one. A text beyond a limit is not read, and {@link Prose.problem} says so.
 */
export function readProse(text: string): Prose {
  return readWatched(text)
}

/** {@link readProse}, with a watch. Nodes have their places in the text that {@link normalized} returns. */
export function readWatched(text: string, watch?: Watch): Prose {
  if (text.length > LONGEST_TEXT) return refused(text, new BeyondLimit('too-long', 0))
  const source = normalized(text)
  const blanks = source.search(BLANKS)
  if (blanks !== -1) return refused(source, new BeyondLimit('too-many-blanks', blanks))
  try {
    return { blocks: new Reader(source, watch).blocks(syntaxOf(source), 0) }
  } catch (error) {
    if (error instanceof BeyondLimit) return refused(source, error)
    throw error
  }
}

/** A text with the line ends that Markdown knows as line feeds. Lines and columns stay what they are. */
export function normalized(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')
}

const BLANKS = new RegExp(`[^\\S\\n]{${MOST_BLANKS + 1}}`)

const count = (number: number): string => number.toLocaleString('en')

const REFUSALS: Readonly<Record<RefusalCode, Pick<ProseProblem, 'message' | 'fix'>>> = {
  'too-long': {
    message: `This text is longer than ${count(LONGEST_TEXT)} characters, so it is not shown.`,
    fix: 'Split it.',
  },
  'too-deep': {
    message: `This text has more than ${DEEPEST} lists, quotes or marks inside each other, so it is not shown.`,
    fix: 'Nest less.',
  },
  'too-many-marks': {
    message: `This text has a paragraph with more than ${count(MOST_MARKS)} characters such as *, [ or \`, so it is not shown.`,
    fix: 'Split the paragraph, or put it into a code block.',
  },
  'too-many-blanks': {
    message: `This text has more than ${count(MOST_BLANKS)} blanks in a row, so it is not shown.`,
    fix: 'Remove them.',
  },
}

function refused(source: string, { code, at }: BeyondLimit): Prose {
  // Up to where it matters, because the rest can be of any length.
  const problem = { code, ...REFUSALS[code], ...new LinePlaces(source.slice(0, at)).place(at, at) }
  return { blocks: [{ kind: 'paragraph', words: [problem.message] }], problem }
}

/** Turns the library's syntax tree into ours. Throws {@link BeyondLimit} and nothing else. */
class Reader {
  constructor(
    readonly source: string,
    readonly watch: Watch | undefined,
  ) {}

  blocks(parent: SyntaxNode, depth: number): readonly ProseBlock[] {
    return childrenOf(parent).flatMap((node) => this.block(node, depth) ?? [])
  }

  /** Undefined for a mark that only says what its parent is. */
  block(node: SyntaxNode, depth: number): ProseBlock | undefined {
    if (depth > DEEPEST) throw new BeyondLimit('too-deep', node.from)
    const { name } = node
    switch (name) {
      case 'Paragraph':
        this.watch?.paragraph(node)
        return { kind: 'paragraph', words: this.leaf(node, depth) }
      case 'Blockquote':
        return { kind: 'quote', blocks: this.blocks(node, depth + 1) }
      case 'BulletList':
      case 'OrderedList':
        return this.list(node, depth)
      case 'FencedCode':
        return this.code(node)
      case 'CodeBlock':
        // The library takes blanks at the end of a text for indented code.
        return this.text(node).trim() === '' ? undefined : this.code(node)
      case 'HorizontalRule':
        return { kind: 'divider' }
      case 'HTMLBlock':
      case 'CommentBlock':
      case 'ProcessingInstructionBlock':
        return this.html(node)
      case 'Table':
        return this.table(node, depth)
    }
    const [, level] = /^(?:ATX|Setext)Heading([1-6])$/.exec(name) ?? []
    if (level === undefined) return undefined
    return { kind: 'heading', level: Number(level) as HeadingLevel, words: this.leaf(node, depth) }
  }

  list(node: SyntaxNode, depth: number): ProseBlock {
    const items = childrenOf(node).filter(({ name }) => name === 'ListItem')
    const parts = items.map((item) =>
      childrenOf(item).filter(({ name }) => name !== 'ListMark' && name !== 'QuoteMark'),
    )
    const [mark] = node.name === 'OrderedList' ? (items[0] === undefined ? [] : childrenOf(items[0])) : []
    return {
      kind: 'list',
      ...(mark === undefined ? {} : { start: Number.parseInt(this.text(mark), 10) }),
      tight: ![items, ...parts].some((siblings) => this.areApart(siblings)),
      items: items.map((item) => this.blocks(item, depth + 1)),
    }
  }

  /** Is a blank line between any two neighbours. */
  areApart(siblings: readonly SyntaxNode[]): boolean {
    return siblings.some((node, index) => {
      const before = siblings[index - 1]
      return before !== undefined && /\n[^\n]*\n/.test(this.source.slice(before.to, node.from))
    })
  }

  code(node: SyntaxNode): ProseBlock {
    const parts = childrenOf(node)
    const text = this.joined(parts.filter(({ name }) => name === 'CodeText'))
    const info = parts.find(({ name }) => name === 'CodeInfo')
    const [language] = info === undefined ? [] : withoutBackslashes(this.text(info)).split(/\s/, 1)
    const indent = node.name === 'FencedCode' ? this.indentOf(node) : 0
    return {
      kind: 'code',
      text: indent === 0 ? text : text.replace(new RegExp(`^ {1,${indent}}`, 'gm'), ''),
      ...(language === undefined ? {} : { language }),
    }
  }

  /** How far a block is indented inside of its parent: its lines are indented by as much. Columns. */
  indentOf(node: SyntaxNode): number {
    const mark = node.parent?.firstChild ?? null
    if (mark === null || !/^(?:List|Quote)Mark$/.test(mark.name)) return this.columnOf(node.from)
    const first = mark.nextSibling
    const onItsLine =
      mark.name === 'ListMark' && first !== null && !this.source.slice(mark.to, first.from).includes('\n')
    const base = onItsLine ? this.columnOf(first.from) : this.columnOf(mark.to) + 1
    const indent = this.columnOf(node.from) - base
    return indent > 0 && indent < 4 ? indent : 0
  }

  columnOf(at: number): number {
    return at - (this.source.lastIndexOf('\n', at - 1) + 1)
  }

  html(node: SyntaxNode): ProseBlock {
    this.watch?.html(node)
    const lines = this.withoutMarks(node, node.from, node.to)
      .trim()
      .split(/(?<![ \t])[ \t]*\n[ \t]*/)
    const words = new WordsWriter()
    for (const [index, line] of lines.entries()) {
      if (index > 0) words.add({ kind: 'break' })
      words.say(line)
    }
    return { kind: 'paragraph', words: words.finish() }
  }

  table(node: SyntaxNode, depth: number): ProseTable {
    const parts = childrenOf(node)
    const marks = parts.find(({ name }) => name === 'TableDelimiter')
    const alignments = (marks === undefined ? [] : (this.text(marks).match(/:?-+:?/g) ?? [])).map((mark) => {
      const [left, right] = [mark.startsWith(':'), mark.endsWith(':')]
      return left && right ? 'center' : right ? 'right' : left ? 'left' : undefined
    })
    const [head = [], ...rows] = parts
      .filter(({ name }) => name === 'TableHeader' || name === 'TableRow')
      .map((row) => this.cells(row, depth))
    const missing = ({ length }: { readonly length: number }): readonly ProseWords[] =>
      Array.from({ length: Math.max(0, head.length - length) }, () => [])
    return { kind: 'table', alignments, head, rows: rows.map((row) => [...row, ...missing(row)]) }
  }

  /** The words of the cells of a row. The library leaves out empty cells, but not the marks between them. */
  cells(row: SyntaxNode, depth: number): readonly ProseWords[] {
    const cells: ProseWords[] = []
    let cell: ProseWords | undefined
    let first = true
    for (const part of childrenOf(row)) {
      if (part.name === 'TableCell') cell = this.leaf(part, depth)
      if (part.name !== 'TableDelimiter') continue
      if (cell !== undefined || !first) cells.push(cell ?? [])
      cell = undefined
      first = false
    }
    return cell === undefined ? cells : [...cells, cell]
  }

  /** The words of a paragraph, a heading or a cell. */
  leaf(node: SyntaxNode, depth: number): ProseWords {
    // The line below a heading may be in a quote, whose mark the library leaves out there.
    const underline = node.name.startsWith('Setext') ? node.lastChild : null
    const to = underline === null ? node.to : this.source.lastIndexOf('\n', underline.from)
    const words = new WordsWriter()
    this.write(words, node, node.from, to, depth)
    return words.finish()
  }

  /** Writes what is in a part of a node. */
  write(words: WordsWriter, parent: SyntaxNode, from: number, to: number, depth: number): void {
    if (depth > DEEPEST) throw new BeyondLimit('too-deep', from)
    let at = from
    for (const node of childrenOf(parent)) {
      if (node.from < from || node.to > to) continue
      words.source(this.source.slice(at, node.from))
      this.word(words, node, depth)
      at = node.to
    }
    words.source(this.source.slice(at, to))
  }

  word(words: WordsWriter, node: SyntaxNode, depth: number): void {
    switch (node.name) {
      case 'Escape':
        return words.say(this.source.slice(node.from + 1, node.to))
      case 'Entity':
        return words.say(referenced(this.text(node)))
      case 'HardBreak':
        return words.breakLine()
      case 'InlineCode':
        return words.add({ kind: 'code', text: this.inlineCode(node) })
      case 'HTMLTag':
      case 'Comment':
      case 'ProcessingInstruction':
        this.watch?.html(node)
        return words.say(this.withoutMarks(node, node.from, node.to).replace(/(?<!\s)\s*\n\s*/g, ' '))
      case 'Emphasis':
      case 'StrongEmphasis': {
        const inside = new WordsWriter()
        this.write(inside, node, node.from, node.to, depth + 1)
        return words.add({ kind: node.name === 'Emphasis' ? 'emphasis' : 'strong', words: inside.words })
      }
      case 'Image':
        this.watch?.image(node)
        // Links and HTML in it are part of what the watch hears of already.
        return words.say(wordsText(new Reader(this.source, undefined).bracketed(node, depth)))
      case 'Link':
        return this.link(words, node, this.bracketed(node, depth))
      case 'Autolink':
        return this.link(words, node, [])
    }
    // Others are marks.
  }

  /** The words between the brackets of a link or an image. */
  bracketed(node: SyntaxNode, depth: number): ProseWords {
    const [open, close] = node.getChildren('LinkMark')
    const inside = new WordsWriter()
    this.write(inside, node, open?.to ?? node.from, close?.from ?? node.to, depth + 1)
    return inside.finish()
  }

  link(words: WordsWriter, node: SyntaxNode, named: ProseWords): void {
    const url = node.getChild('URL')
    const written = url === null ? '' : this.text(url)
    // Backslashes mean themselves in an address that is between brackets alone.
    const read = readAddress(node.name === 'Autolink' ? written : withoutBackslashes(written.replace(/^<(.*)>$/, '$1')))
    const said = named.length > 0 ? named : written === '' ? [] : [written]
    if ('reason' in read) {
      this.watch?.brokenLink(read.reason, node)
      return words.addAll(said)
    }
    const link: ProseLink = { kind: 'link', address: read.address, words: said }
    this.watch?.link(link, node)
    words.add(link)
  }

  /** Follows section 6.1 of CommonMark 0.31.2, and example 200 of GitHub's for a pipe in a cell. */
  inlineCode(node: SyntaxNode): string {
    const [open, close] = node.getChildren('CodeMark')
    const text = this.withoutMarks(node, open?.to ?? node.from, close?.from ?? node.to).replace(/\n[ \t]*/g, ' ')
    const code = /^ (?= *[^ ]).* $/.test(text) ? text.slice(1, -1) : text
    return isInCell(node) ? code.replaceAll('\\|', '|') : code
  }

  text({ from, to }: SyntaxNode): string {
    return this.source.slice(from, to)
  }

  joined(nodes: readonly SyntaxNode[]): string {
    return nodes.map((node) => this.text(node)).join('')
  }

  /** A part of the source, without the marks of the quotes that it is in. */
  withoutMarks(node: SyntaxNode, from: number, to: number): string {
    const marks = childrenOf(node).filter((child) => child.name === 'QuoteMark' && child.from >= from && child.to <= to)
    const ends = [from, ...marks.map((mark) => mark.to)]
    return ends.map((end, index) => this.source.slice(end, marks[index]?.from ?? to)).join('')
  }
}

function childrenOf(parent: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

function isInCell(node: SyntaxNode): boolean {
  let at = node.parent
  while (at !== null && at.name !== 'TableCell') at = at.parent
  return at !== null
}

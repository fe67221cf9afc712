import {
  type DelimiterType,
  type Element,
  type InlineContext,
  type MarkdownConfig,
  parser,
  Table,
} from '@lezer/markdown'
import { BeyondLimit, DEEPEST, MOST_MARKS } from './limits.ts'

/**
 * A list and each of its items are a block of their own for the library. So what is deeper than this is certainly too deep,
 * and stops before it takes time; `read.ts` counts exactly.
 */
const DEEPEST_BLOCK = 2 * DEEPEST + 2

const MARKS = /[*_[\]<&`\\!]/g

const limits: MarkdownConfig = {
  parseBlock: [
    {
      name: 'Depth',
      before: 'LinkReference',
      parse({ depth, lineStart }) {
        if (depth > DEEPEST_BLOCK) throw new BeyondLimit('too-deep', lineStart)
        return false
      },
    },
  ],
  parseInline: [
    {
      name: 'Marks',
      before: 'Escape',
      parse({ text, offset }, _, at) {
        // Once, at the first character of a paragraph, heading or cell.
        if (at === offset && (text.match(MARKS)?.length ?? 0) > MOST_MARKS) throw new BeyondLimit('too-many-marks', at)
        return -1
      },
    },
  ],
}

const LINK: DelimiterType = {}
const IMAGE: DelimiterType = {}

/** The brackets of a paragraph that cannot begin a link or an image any more. */
interface SpentBrackets {
  /** By their places. */
  readonly spent: Set<number>
  /** The place of the last link: a link contains no link, so no bracket before it begins one. */
  lastLink: number
}

const bracketsOf = new WeakMap<InlineContext, SpentBrackets>()

function spentBrackets(cx: InlineContext): SpentBrackets {
  const known = bracketsOf.get(cx) ?? { spent: new Set(), lastLink: -1 }
  bracketsOf.set(cx, known)
  return known
}

/**
 * Links and images whose address follows in parentheses. The library's own rules take any words in brackets for a reference
 * without asking for its definition; there are no references here, so that brackets stay brackets.
 */
const links: MarkdownConfig = {
  remove: ['LinkReference'],
  parseInline: [
    { name: 'Link', parse: (cx, next, at) => (next === 0x5b ? cx.addDelimiter(LINK, at, at + 1, true, false) : -1) },
    {
      name: 'Image',
      parse: (cx, next, at) =>
        next === 0x21 && cx.char(at + 1) === 0x5b ? cx.addDelimiter(IMAGE, at, at + 2, true, false) : -1,
    },
    { name: 'LinkEnd', parse: (cx, next, at) => (next === 0x5d ? linkEnd(cx, at) : -1) },
  ],
}

/** Follows section 6.3 of CommonMark 0.31.2, and its “look for link or image” in the appendix. */
function linkEnd(cx: InlineContext, at: number): number {
  const brackets = spentBrackets(cx)
  const index = openBracket(cx, brackets.spent)
  const open = index === undefined ? null : cx.getDelimiterAt(index)
  if (index === undefined || open === null) return -1
  brackets.spent.add(open.from)
  const image = open.type === IMAGE
  if (!image && open.from < brackets.lastLink) return -1
  const target = targetAt(cx, at + 1)
  if (target === undefined) return -1
  const content = cx.takeContent(index)
  if (!image) brackets.lastLink = open.from
  return cx.addElement(
    cx.elt(image ? 'Image' : 'Link', open.from, target.end, [
      cx.elt('LinkMark', open.from, open.to),
      ...content,
      cx.elt('LinkMark', at, at + 1),
      ...target.address,
    ]),
  )
}

/** The index of the nearest bracket that is not spent. */
function openBracket(cx: InlineContext, spent: ReadonlySet<number>): number | undefined {
  const last = Math.max(cx.findOpeningDelimiter(LINK) ?? -1, cx.findOpeningDelimiter(IMAGE) ?? -1)
  for (let index = last; index >= 0; index--) {
    const found = cx.getDelimiterAt(index)
    if (found !== null && (found.type === LINK || found.type === IMAGE) && !spent.has(found.from)) return index
  }
  return undefined
}

const BRACKETED = /<(?:[^<>\n\\]|\\.)*>/y
const TITLE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)/sy

/** What follows the words of a link, from its parenthesis: the address and where it all ends. */
function targetAt(cx: InlineContext, at: number): { readonly address: Element[]; readonly end: number } | undefined {
  if (cx.char(at) !== 0x28) return undefined
  const from = cx.skipSpace(at + 1)
  const to = endOf(BRACKETED, cx, from) ?? (cx.char(from) === 0x3c ? undefined : plainAddressEnd(cx, from))
  if (to === undefined) return undefined
  const next = cx.skipSpace(to)
  const end = cx.skipSpace((next > to ? endOf(TITLE, cx, next) : undefined) ?? next)
  return cx.char(end) === 0x29 ? { address: to > from ? [cx.elt('URL', from, to)] : [], end: end + 1 } : undefined
}

/** The end of what a sticky pattern matches at a place. */
function endOf(pattern: RegExp, { text, offset }: InlineContext, at: number): number | undefined {
  pattern.lastIndex = at - offset
  return pattern.test(text) ? offset + pattern.lastIndex : undefined
}

/** The end of an address without brackets: at a blank or control, or before a parenthesis that nothing opens. */
function plainAddressEnd(cx: InlineContext, from: number): number | undefined {
  let depth = 0
  let at = from
  for (; at < cx.end; at++) {
    const character = cx.char(at)
    if (character <= 0x20 || character === 0x7f) break
    if (character === 0x5c && cx.char(at + 1) > 0x20) at++
    else if (character === 0x28) depth++
    else if (character === 0x29 && --depth < 0) break
  }
  return depth > 0 ? undefined : at
}

const markdown = parser.configure([Table, links, limits])

/** A part of a text, with its name in the library's grammar and its place. */
export type SyntaxNode = ReturnType<typeof markdown.parse>['topNode']

/**
 * The parts of a Markdown text: CommonMark and the tables of GitHub, without references. Throws {@link BeyondLimit} and
 * nothing else.
 */
export function syntaxOf(text: string): SyntaxNode {
  return markdown.parse(text).topNode
}

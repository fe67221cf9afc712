import { parseYaml } from './parser.ts'
import { YamlProblem } from './problems/problem.ts'
import { unclosedQuote } from './problems/unclosed-delimiters.ts'
import type { TreeNode } from './tree.ts'

/** The limit of mends for one text. A line that somebody is typing needs one or two. */
const MOST_MENDS = 12
/** The limit of characters that are read in all: every mend reads the document again, so a large one gets few mends. */
const MOST_READ = 4_000_000

/**
 * The tree of a document that may not be valid YAML yet, because somebody is typing in it. Each syntax error is mended in
 * the simplest way: a bracket or quote is closed at the end of its line, a colon follows a single word, or a line is
 * dropped. Then the text is read again. Only for editors; decisions never use it. Undefined when mending does not help.
 * Offsets are those of `text` before mending, plus `base`.
 */
export function mendedTree(text: string, base: number): TreeNode | undefined {
  let mended: Mended = { text: text.endsWith('\n') ? text : `${text}\n`, inserted: [] }
  const tries = Math.min(MOST_MENDS, Math.floor(MOST_READ / (text.length + 1)))
  for (let i = 0; i <= tries; i++) {
    const read = tryParse(mended.text)
    if (!(read instanceof YamlProblem)) return read === undefined ? undefined : moved(read, mended.inserted, base)
    const next = mend(mended, read)
    if (next.text === mended.text) return undefined
    mended = next
  }
  return undefined
}

interface Mended {
  readonly text: string
  /** Offsets into `text` of the inserted characters, in ascending order. */
  readonly inserted: readonly number[]
}

function tryParse(text: string): TreeNode | undefined | YamlProblem {
  try {
    return parseYaml(text, 0).root
  } catch (error) {
    if (error instanceof YamlProblem) return error
    throw error
  }
}

function mend(mended: Mended, { problem, at, context }: YamlProblem): Mended {
  const { text } = mended
  switch (problem) {
    case "could not find expected ':'":
      return insert(mended, wordEnd(text, context), ':')
    case 'found unexpected end of stream':
    case 'found unexpected document indicator':
      return insert(mended, wordEnd(text, unclosedQuote(text, context)), text.charAt(context))
    case "did not find expected ',' or ']'":
    case "did not find expected ',' or '}'":
      return closeBracket(mended, context, at)
    case 'did not find expected node content': {
      const bracket = unclosedBracket(text, at)
      return bracket === -1 ? blank(mended, at) : closeBracket(mended, bracket, at)
    }
    case 'did not find expected alphabetic or numeric character':
      return replace(mended, context, 'x')
    case 'mapping values are not allowed in this context':
      return replace(mended, at, '_')
    default:
      return text.charAt(at) === '\t'
        ? replace(mended, at, ' ')
        : blank(mended, context !== -1 && at >= text.length ? context : at)
  }
}

function lineEnd(text: string, from: number): number {
  const lineBreak = text.indexOf('\n', from)
  const end = lineBreak === -1 ? text.length : lineBreak
  return text.charAt(end - 1) === '\r' && end > from ? end - 1 : end
}

/** The end of the text in the line, without trailing blanks. */
function wordEnd(text: string, from: number): number {
  return from + text.slice(from, lineEnd(text, from)).trimEnd().length
}

function insert({ text, inserted }: Mended, at: number, what: string): Mended {
  const before = inserted.filter((offset) => offset < at)
  const after = inserted.filter((offset) => offset >= at).map((offset) => offset + 1)
  return { text: text.slice(0, at) + what + text.slice(at), inserted: [...before, at, ...after] }
}

function replace({ text, inserted }: Mended, at: number, what: string): Mended {
  return { text: text.slice(0, at) + what + text.slice(at + 1), inserted }
}

/** Replaces the rest of the line by blanks; if nothing is there, the whole last line with text. */
function blank({ text, inserted }: Mended, at: number): Mended {
  let start = Math.min(at, text.length)
  if (text.slice(start, lineEnd(text, start)).trim() === '')
    start = text.lastIndexOf('\n', text.slice(0, start).trimEnd().length - 1) + 1
  const end = lineEnd(text, start)
  return { text: text.slice(0, start) + ' '.repeat(end - start) + text.slice(end), inserted }
}

/** Closes a bracket at the end of its line; drops the line when reading stopped there although the bracket is closed. */
function closeBracket(mended: Mended, bracket: number, at: number): Mended {
  const { text } = mended
  const end = wordEnd(text, bracket)
  const close = text.charAt(bracket) === '{' ? '}' : ']'
  return at <= end && text.charAt(end - 1) === close ? blank(mended, at) : insert(mended, end, close)
}

/** The bracket that is not closed in the line of the offset, or in the last line with text before it; -1 if there is none. */
function unclosedBracket(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', text.slice(0, offset).trimEnd().length - 1) + 1
  const open: number[] = []
  for (let at = start; at < lineEnd(text, start); at++) {
    const character = text.charAt(at)
    if (character === '[' || character === '{') open.push(at)
    else if (character === ']' || character === '}') open.pop()
  }
  return open.at(-1) ?? -1
}

/** The tree with the offsets that its nodes had before the insertions. Moves the target of aliases once. */
function moved(root: TreeNode, inserted: readonly number[], base: number): TreeNode {
  const offset = (at: number) => base + at - inserted.filter((one) => one < at).length
  const known = new Map<TreeNode, TreeNode>()
  const move = (node: TreeNode): TreeNode => {
    const before = known.get(node)
    if (before !== undefined) return before
    const there = atItsPlace(node)
    known.set(node, there)
    return there
  }
  const atItsPlace = (node: TreeNode): TreeNode => {
    const span = { start: offset(node.start), end: offset(node.end) }
    switch (node.kind) {
      case 'scalar':
        return { ...node, ...span }
      case 'sequence':
        return { ...node, ...span, items: node.items.map(move) }
      case 'mapping':
        return { ...node, ...span, pairs: node.pairs.map(({ key, value }) => ({ key: move(key), value: move(value) })) }
      case 'alias':
        return { ...node, ...span, target: move(node.target) }
    }
  }
  return move(root)
}

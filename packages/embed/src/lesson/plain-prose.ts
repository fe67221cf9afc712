import type { Prose, ProseBlock, ProseWord, ProseWords } from '@authz-playground/prose'

/**
 * Reads the Markdown that lessons are written in: paragraphs, lists of lines, code, strong words and links. Undefined for a text
 * with anything else, or where its reading could be another; a whole reader of Markdown is as large as all else of a lesson,
 * and is loaded for such a text alone. What is read is what the whole reader reads.
 */
export function readPlainProse(text: string): Prose | undefined {
  try {
    return { blocks: [...blocksOf(text)] }
  } catch (error) {
    if (error instanceof NotPlain) return undefined
    throw error
  }
}

/** The text has something that is not read here. */
class NotPlain extends Error {}

/** The whole reader has limits for longer texts. */
const LONGEST = 20_000

const FENCE = /^```([a-z]*)$/
/** A line that begins, or may begin, something else than a paragraph; or that turns what is before it into something else. */
const OTHER = /^(?:[\s#>+~*_[|:=<-]|`{3}|\d+[.)])|^[|:=\s-]+$/
/** Begins like that, and is a link or strong words. */
const WORDS = /^(?:\[[^\]]*\]\(|\*\*[\p{L}\p{N}])/u
const ITEM = /^(?:(-)|(1)\.) (?=\S)/

function* blocksOf(text: string): Generator<ProseBlock> {
  // Controls, blanks other than the space, and spaces at the end of a line.
  if (text.length > LONGEST || /[^\P{C}\n]|[^\P{Z} ]| (?:\n|$)/u.test(text)) throw new NotPlain()
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (line === '') {
      at += 1
      continue
    }
    const language = FENCE.exec(line)?.[1]
    const end = language === undefined ? lines.indexOf('', at) : lines.indexOf('```', at + 1)
    if (language !== undefined) {
      const code = lines.slice(at + 1, end).join('\n')
      if (end === -1 || code.trim() === '' || /^ *`{3}/m.test(code)) throw new NotPlain()
      yield { kind: 'code', text: code, ...(language !== '' && { language }) }
      at = end + 1
      continue
    }
    const block = lines.slice(at, end === -1 ? undefined : end)
    // A blank line does not end a list: what follows may be in it.
    const next = lines.slice(at + block.length).find((after) => after !== '') ?? ''
    yield ITEM.test(line) ? listOf(block, next) : { kind: 'paragraph', words: wordsOf(block) }
    at += block.length
  }
}

function listOf(lines: readonly string[], next: string): ProseBlock {
  const [mark = '', bullet] = ITEM.exec(lines[0] ?? '') ?? []
  if (/^[\s\d-]/.test(next)) throw new NotPlain()
  const items: string[][] = []
  for (const line of lines) {
    const begins = bullet === undefined ? `${items.length + 1}. ` : mark
    const rest = line.slice(begins.length)
    if (line.startsWith(begins) && /^\S/.test(rest)) items.push([rest])
    else if (line.startsWith(' '.repeat(mark.length)) && /^\S/.test(line.slice(mark.length)))
      items.at(-1)?.push(line.slice(mark.length))
    else throw new NotPlain()
  }
  const blocks = items.map((item) => [{ kind: 'paragraph', words: wordsOf(item) } as const])
  return { kind: 'list', ...(bullet === undefined && { start: 1 }), tight: true, items: blocks }
}

/** The words of a paragraph. */
function wordsOf(lines: readonly string[]): ProseWords {
  if (lines.some((line) => OTHER.test(line) && !WORDS.test(line))) throw new NotPlain()
  return [...piecesOf(lines.join(' '))]
}

/** Code, a link, or strong words; strong words are between blanks or points, where stars mean nothing else. */
const PIECE =
  /`([^`]+)`|\[((?:[^[\]`]|`[^`]+`)+)\]\((https:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?:[/?#][\w./#%?=+-]*)?|#[\w./%=-]+)\)|(?<![^\s(])\*\*([\p{L}\p{N}](?:[^*`[\]\\<&_]*[\p{L}\p{N}])?)\*\*(?![^\s.,:;)?])/gu

function* piecesOf(text: string): Generator<ProseWord> {
  if (text.includes('``')) throw new NotPlain()
  let at = 0
  for (const { 0: whole, 1: code, 2: named, 3: address, 4: strong, index } of text.matchAll(PIECE)) {
    yield* plainly(text.slice(at, index))
    // A link with nothing but blanks has no words.
    if (named !== undefined && address !== undefined && /^\S(?:.*\S)?$/.test(named))
      yield { kind: 'link', address, words: [...piecesOf(named)] }
    else if (strong !== undefined) yield { kind: 'strong', words: [strong] }
    else if (code !== undefined) yield { kind: 'code', text: /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code }
    else throw new NotPlain()
    at = index + whole.length
  }
  yield* plainly(text.slice(at))
}

/** Text without a character that could mean something. */
function* plainly(text: string): Generator<string> {
  if (/[`*_[\]\\<&!]/.test(text)) throw new NotPlain()
  if (text !== '') yield text
}

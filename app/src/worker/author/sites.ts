/** A place of a course in which a sentence is written: a goal, or the condition of a hint. */
export interface SentenceSite {
  /** Where the sentence begins in the text. */
  readonly start: number
  /** The sentence as far as it is written. */
  readonly sentence: string
  /** The kind of quotes around it; empty where there are none. */
  readonly quotes: '' | '"' | "'"
}

const KEYS = 'goals|when|unless'

/**
 * The sentence at a place of a course, judged by its lines: the text is often not valid while somebody types. Undefined where
 * nothing is a sentence.
 */
export function sentenceAt(text: string, offset: number): SentenceSite | undefined {
  const start = lineStart(text, offset)
  const before = text.slice(start, offset)
  const rest = /^[^\n\r]*/.exec(text.slice(offset))?.[0] ?? ''
  const inLine = inlineSentence(before)
  const from = inLine ?? itemSentence(text, start, before)
  if (from === undefined) return undefined
  const written = before.slice(from)
  const quote = /^["']/.exec(written)?.[0] ?? ''
  if (/^[{|>&*!#]/.test(written)) return undefined
  const site = start + from + quote.length
  const isFlow = inLine !== undefined && /[[{]/.test(before)
  const after =
    quote !== '' ? rest.split(quote)[0] : isFlow ? rest.split(/[,\]}]/)[0] : rest.replace(/(?<!\s)\s+#.*$/, '')
  return {
    start: site,
    sentence: before.slice(from + quote.length) + (after ?? ''),
    quotes: quote === '"' || quote === "'" ? quote : '',
  }
}

/** After `when: `, `unless: ` or `goals: [` in the same line: where in it the sentence begins. */
function inlineSentence(before: string): number | undefined {
  const key = new RegExp(`(?:^|[\\s{,[-])(?:${KEYS}):\\s+`, 'g')
  const [last] = [...before.matchAll(key)].slice(-1)
  if (last === undefined) return undefined
  let at = last.index + last[0].length
  const isList = before.charAt(at) === '['
  if (!isList) return endsBefore(before.slice(at), before.slice(0, last.index + 1)) ? undefined : at
  at += 1
  let quote = ''
  for (let place = at; place < before.length; place++) {
    const character = before.charAt(place)
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === ']') return undefined
    else if (character === ',') at = place + 1
    else if (/["']/.test(character) && before.slice(at, place).trim() === '') quote = character
  }
  return at + (/^\s*/.exec(before.slice(at))?.[0].length ?? 0)
}

/** Whether a value in braces has ended: a comma follows it. */
function endsBefore(value: string, before: string): boolean {
  const isFlow = before.includes('{')
  return isFlow && /[,}]/.test(value.replace(/^"(?:[^"\\]|\\.)*"?|^'(?:[^']|'')*'?/, ''))
}

/** After `- ` in a list below `goals:`, `when:` or `unless:`: where in the line the sentence begins. */
function itemSentence(text: string, start: number, before: string): number | undefined {
  const [marker, blanks] = /^([ \t]*)-\s+/.exec(before) ?? []
  if (marker === undefined || blanks === undefined) return undefined
  for (let end = start - 1; end > 0; ) {
    const begin = lineStart(text, end)
    const line = text.slice(begin, end)
    end = begin - 1
    if (/^\s*(?:#.*)?$/.test(line)) continue
    const indent = /^\s*/.exec(line)?.[0].length ?? 0
    const isItem = /^\s*-(?:\s|$)/.test(line)
    if (indent > blanks.length || (indent === blanks.length && isItem)) continue
    return new RegExp(`^\\s*(?:-\\s+)?(?:${KEYS}):\\s*(?:#.*)?$`).test(line) ? marker.length : undefined
  }
  return undefined
}

/** A policy inside of a course, as a text of its own. */
export interface PolicySite {
  readonly text: string
  readonly offset: number
  /** The blanks before each of its lines. */
  readonly indent: string
  /** The offset in the course of an offset in the policy. */
  toCourse(offset: number): number
}

/** The policy in a block of lines around a place; undefined where there is none. */
export function policyAt(text: string, offset: number): PolicySite | undefined {
  const lines = linesAround(text, offset)
  if (lines === undefined) return undefined
  const { first, indent, own } = lines
  const starts: number[] = []
  let policy = ''
  let inside: number | undefined
  let begin = first
  while (begin <= text.length) {
    const end = text.indexOf('\n', begin) === -1 ? text.length : text.indexOf('\n', begin)
    const line = text.slice(begin, end)
    if (line.trim() !== '' && !line.startsWith(own)) break
    const dedented = line.startsWith(indent) ? line.slice(indent.length) : ''
    const cut = line.length - dedented.length
    if (offset >= begin && offset <= end) {
      if (offset < begin + cut && line.trim() !== '') return undefined
      inside = policy.length + Math.max(0, offset - begin - cut)
    }
    starts.push(begin + cut - policy.length)
    policy += `${dedented}\n`
    begin = end + 1
  }
  if (inside === undefined) return undefined
  return {
    text: policy,
    offset: Math.min(inside, policy.length - 1),
    indent,
    toCourse: (at) => at + (starts[policy.slice(0, at).split('\n').length - 1] ?? 0),
  }
}

/** The beginning of the block scalar of a `policy:` around a place, with the blanks of its lines. */
function linesAround(text: string, offset: number) {
  let begin = lineStart(text, offset)
  let least = blanksOf(lineFrom(text, begin)) ?? offset - begin
  while (begin > 0) {
    const end = begin - 1
    begin = lineStart(text, end)
    const line = text.slice(begin, end)
    const blanks = blanksOf(line)
    if (blanks === undefined || blanks >= least) continue
    if (/^\s*(?:-\s+)?policy:\s*[|>][-+0-9]*\s*(?:#.*)?$/.test(line)) {
      const key = line.indexOf('policy')
      const first = end + 1
      const indent = firstIndent(text, first) ?? ' '.repeat(key + 2)
      return indent.length > key ? { first, indent, own: ' '.repeat(key + 1) } : undefined
    }
    least = blanks
  }
  return undefined
}

function firstIndent(text: string, from: number): string | undefined {
  const [, blanks] = /^(?:[ \t]*\r?\n)*([ ]*)\S/.exec(text.slice(from)) ?? []
  return blanks
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

function lineFrom(text: string, begin: number): string {
  const end = text.indexOf('\n', begin)
  return text.slice(begin, end === -1 ? text.length : end)
}

/** The number of blanks at the start of a line; undefined for one without anything else. */
function blanksOf(line: string): number | undefined {
  const at = line.search(/\S/)
  return at === -1 ? undefined : at
}

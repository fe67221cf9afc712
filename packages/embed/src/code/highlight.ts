/** The kind of a piece of text. Kinds have inks and weights, not colours, because colour means a decision. */
export type Kind = 'plain' | 'key' | 'strong' | 'soft'

export interface CodeToken {
  readonly start: number
  readonly end: number
  readonly kind: Kind
}

export type CodeLanguage = 'yaml' | 'http' | 'shell'

/** Longer lines are not highlighted. UTF-16 code units. */
const LONGEST = 2000

/**
 * The tokens of one line, in order and without gaps. It looks at one line only, so it treats the inside of a block
 * scalar as YAML, and the body of a request as headers.
 */
export function tokensOf(line: string, language: CodeLanguage): readonly CodeToken[] {
  if (line.length > LONGEST) return [{ start: 0, end: line.length, kind: 'plain' }]
  const found = [...RULES[language](line)].filter(({ start, end }) => end > start)
  const tokens: CodeToken[] = []
  let at = 0
  for (const token of found) {
    if (token.start > at) tokens.push({ start: at, end: token.start, kind: 'plain' })
    tokens.push(token)
    at = token.end
  }
  if (at < line.length) tokens.push({ start: at, end: line.length, kind: 'plain' })
  return tokens
}

const RULES: Readonly<Record<CodeLanguage, (line: string) => Iterable<CodeToken>>> = { yaml, http, shell }

/** The alternatives: a quoted text, a comment, the end of a document, a key, punctuation. */
const YAML =
  /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?<=^|\s)#.*|^(?:---|\.\.\.)(?=\s|$)|[^\s"'#,[\]{}&*!|>%@-][^:#,[\]{}]*(?=:(?:\s|$))|[[\]{},:?-](?=\s|$|[[\]{},"'])|[[\]{}]/g

function* yaml(line: string): Generator<CodeToken> {
  for (const { 0: text, index: start } of line.matchAll(YAML)) {
    const end = start + text.length
    const isKey = /^\s*:(?:\s|$)/.test(line.slice(end, end + 2)) && !text.startsWith('#')
    if (isKey) yield { start, end, kind: 'key' }
    else if (!/^["']/.test(text)) yield { start, end, kind: 'soft' }
  }
}

function* http(line: string): Generator<CodeToken> {
  const request = /^([A-Za-z]+)( \S+)( HTTP\/[\d.]+)?\s*$/.exec(line)
  if (request !== null) {
    const [, method = '', path = '', version = ''] = request
    yield { start: 0, end: method.length, kind: 'strong' }
    const from = method.length + path.length
    yield { start: from, end: from + version.length, kind: 'soft' }
    return
  }
  const header = /^([^\s:]+:)/.exec(line)
  if (header !== null) yield { start: 0, end: (header[1] ?? '').length, kind: 'key' }
}

function* shell(line: string): Generator<CodeToken> {
  for (const { 0: text, index: start } of line.matchAll(
    /^\s*(?:kubectl|curl)\b|(?<=^|\s)--?[A-Za-z][\w-]*=?|(?<=^|\s)#.*|\\$/g,
  )) {
    const end = start + text.length
    if (/^\s*[kc]/.test(text)) yield { start, end, kind: 'strong' }
    else yield { start, end, kind: text.startsWith('-') ? 'key' : 'soft' }
  }
}

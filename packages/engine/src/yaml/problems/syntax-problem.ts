import type { Problem, Span } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import { MAX_DEPTH } from '../scanner/scanner.ts'
import { MOST_VALUES, type YamlProblem } from './problem.ts'
import { openBracket, unclosedQuote } from './unclosed-delimiters.ts'

interface Explained {
  readonly code: string
  readonly message: string
  readonly fix: string
  /** Offsets into the document. By default, from where reading stopped to the end of its line. */
  readonly span?: Span
}

/** Explains a syntax error and suggests a fix. `text` is the document, `base` its offset. */
export function explainSyntax(problem: YamlProblem, text: string, base: number): Problem {
  const at = Math.min(problem.at, text.length)
  const { code, message, fix, span = restOfLine(text, at) } = explain(problem, text, at)
  const { detail } = problem
  return {
    severity: 'error',
    code,
    message,
    fix,
    span: { start: base + span.start, end: base + span.end },
    ...(detail === undefined ? {} : { detail }),
  }
}

function explain(problem: YamlProblem, text: string, at: number): Explained {
  const { context } = problem
  if (problem.own === 'nested-too-deep') {
    const message = `This nests deeper than ${MAX_DEPTH} levels, which is where the playground stops.`
    return {
      code: problem.own,
      message,
      fix: 'Look for brackets that are never closed; RBAC objects go about ten levels deep.',
    }
  }
  if (problem.own === 'too-many-values') {
    const message = `This document has more than ${MOST_VALUES.toLocaleString('en')} values, which is where the playground stops.`
    return { code: problem.own, message, fix: 'Split it into several documents.' }
  }
  const inDirective = text.charAt(context) === '%' && /^$|[\r\n]$/.test(text.slice(0, context))
  const known = (inDirective ? DIRECTIVE : EXPLANATIONS.get(problem.problem))?.(text, at, context)
  if (known !== undefined) return known
  const alias = /^(?:unknown anchor|anchor) '(.*)' (referenced|value contains itself)$/.exec(problem.problem)
  if (alias !== null) return explainAlias(alias[1] as string, alias[2] === 'referenced', at)
  return {
    code: 'not-yaml',
    message: `This is not YAML: ${problem.problem}.`,
    fix: 'Write it another way, in quotes if it is meant as text.',
  }
}

function explainAlias(name: string, unknown: boolean, at: number): Explained {
  const span = { start: at, end: at + name.length + 1 }
  if (!unknown) {
    return {
      code: 'self-alias',
      message: `“*${name}” is inside the value that it refers to.`,
      fix: 'Write out what is meant.',
      span,
    }
  }
  return {
    code: 'unknown-alias',
    message: `“*${name}” without quotes refers to an anchor “&${name}”, and there is no such anchor before it.`,
    fix: `Write "*${name}" in quotes if it is meant as text.`,
    span,
  }
}

type Explain = (text: string, at: number, context: number) => Explained

const TAB: Explain = (text, at) => ({
  code: 'tab-indentation',
  message: 'There is a tab here. YAML is indented with spaces only.',
  fix: 'Replace the tab by spaces.',
  span: { start: at, end: Math.min(at + 1, text.length) },
})

const UNCLOSED_QUOTE: Explain = (text, _at, context) => ({
  code: 'unclosed-quote',
  message: 'The quote that opens here is never closed.',
  fix: `Close it with ${text.charAt(context)}.`,
  span: restOfLine(text, unclosedQuote(text, context)),
})

const ESCAPE: Explain = (text, at) => ({
  code: 'bad-escape',
  message: `“${excerpt(text.slice(at, at + 2))}” is not an escape sequence of double-quoted YAML.`,
  fix: 'Write \\\\ for a backslash, or use single quotes, which know no escapes.',
  span: { start: at, end: Math.min(at + 2, text.length) },
})

const HEXADECIMAL: Explain = (text, at) => ({
  code: 'bad-escape',
  message:
    'The escape before this needs hexadecimal digits of a Unicode character: two after \\x, four after \\u, eight after \\U.',
  fix: 'Write the character itself.',
  span: { start: Math.max(at - 2, 0), end: Math.min(at + 1, text.length) },
})

const ANCHOR: Explain = (text, _at, context) => {
  const word = wordAt(text, context)
  const meaning = text.charAt(context) === '*' ? 'an alias' : 'an anchor'
  return {
    code: text.charAt(context) === '*' ? 'unquoted-asterisk' : 'unquoted-ampersand',
    message: `“${excerpt(word)}” without quotes is ${meaning} in YAML, not a text.`,
    fix: `Write "${excerpt(word)}" in quotes.`,
    span: { start: context, end: context + word.length },
  }
}

const TAG: Explain = (text, _at, context) => {
  const word = wordAt(text, context)
  return {
    code: 'bad-tag',
    message: `“${excerpt(word)}” without quotes is a tag in YAML, and an unknown one.`,
    fix: `Write "${excerpt(word)}" in quotes if it is meant as text.`,
    span: { start: context, end: context + word.length },
  }
}

/** Explains text directly after a quote. Either an earlier quote was not closed, or the text continues after the value. */
function afterQuote(text: string, at: number): Explained | undefined {
  const before = text.slice(0, at).trimEnd().length - 1
  const quote = text.charAt(before)
  if (quote !== '"' && quote !== "'") return undefined
  const opening = unclosedQuote(text, before)
  if (opening !== before) return UNCLOSED_QUOTE(text, at, before)
  if (before !== at - 1) return undefined
  const word = excerpt(wordAt(text, at), 30)
  return {
    code: 'text-after-quote',
    message: `“${word}” follows a closing quote, where the value has ended.`,
    fix: quote === '"' ? 'Write \\" for a quote inside of the text.' : "Write '' for a quote inside of the text.",
  }
}

const BRACKET: Explain = (text, at, context) => {
  const quoted = afterQuote(text, at)
  if (quoted?.code === 'unclosed-quote') return quoted
  const open = text.charAt(context)
  const close = open === '{' ? '}' : ']'
  const sameLine = !text.slice(context, at).includes('\n')
  if (sameLine && at < text.length) {
    const message = `Between the entries of ${open}${close} a comma is missing before “${excerpt(wordAt(text, at), 30)}”.`
    return { code: 'missing-comma', message, fix: 'Write a comma, or quotes around a text that has such characters.' }
  }
  return unclosedBracket(text, context)
}

function unclosedBracket(text: string, at: number): Explained {
  const open = text.charAt(at)
  return {
    code: 'unclosed-bracket',
    message: `The “${open}” that opens here is never closed.`,
    fix: `Close it with ${open === '{' ? '}' : ']'}.`,
    span: restOfLine(text, at),
  }
}

const NO_CONTENT: Explain = (text, at) => {
  const open = openBracket(text, at)
  if (open !== -1 && (at >= text.length || text.slice(open, at).includes('\n'))) return unclosedBracket(text, open)
  const found = text.charAt(at)
  const nothing = found === '' || found === '\n'
  const message = nothing ? 'A value is expected here.' : `A value is expected here, instead of “${found}”.`
  return { code: 'value-expected', message, fix: 'Write the value, in quotes if it begins with such a character.' }
}

const NO_COLON: Explain = (text, _at, context) => {
  const span = restOfLine(text, context)
  const found = excerpt(text.slice(span.start, span.end).trim(), 30)
  const code = 'missing-colon'
  return {
    code,
    message: `A key is expected here, and no “:” follows “${found}”.`,
    fix: `Write ${found}: and its value.`,
    span,
  }
}

const MISPLACED_COLON: Explain = (text, at) => {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const before = text.slice(lineStart, at)
  const second = /[^\s:]\s*:\s/.test(before)
  return {
    code: 'misplaced-colon',
    message: second
      ? 'There is a second “: ” in this line, and the value of a key cannot be another key in the same line.'
      : 'This “:” makes the text before it a key, and no key is allowed here.',
    fix: second
      ? 'Put the value in quotes, or begin the inner key on a line of its own.'
      : 'Indent the line like the keys around it; a line that is indented further belongs to the value above.',
    span: { start: lineStart + before.search(/\S/), end: Math.min(at + 1, text.length) },
  }
}

const DIRECTIVE: Explain = (text) => ({
  code: 'directive',
  message: 'A line that begins with “%” is a directive of YAML, which kubectl does not accept.',
  fix: 'Remove the line, or put a value that begins with “%” in quotes.',
  span: restOfLine(text, Math.max(text.search(/^%/m), 0)),
})

const EXPLANATIONS: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  ['found a tab character that violates indentation', TAB],
  ['found a tab character where an indentation space is expected', TAB],
  ['found unexpected end of stream', UNCLOSED_QUOTE],
  ['found unexpected document indicator', UNCLOSED_QUOTE],
  ['found unknown escape character', ESCAPE],
  ['did not find expected hexdecimal number', HEXADECIMAL],
  ['found invalid Unicode character escape code', HEXADECIMAL],
  ['did not find expected alphabetic or numeric character', ANCHOR],
  ['did not find expected tag URI', TAG],
  ['did not find URI escaped octet', TAG],
  ["did not find the expected '>'", TAG],
  ['found undefined tag handle', TAG],
  ['did not find expected whitespace or line break', TAG],
  ["did not find expected ',' or ']'", BRACKET],
  ["did not find expected ',' or '}'", BRACKET],
  ['did not find expected node content', NO_CONTENT],
  ["could not find expected ':'", NO_COLON],
  ['mapping values are not allowed in this context', MISPLACED_COLON],
  [
    'found character that cannot start any token',
    (text, at, context) => {
      if (text.charAt(at) === '\t') return TAB(text, at, context)
      const word = wordAt(text, at)
      return {
        code: 'reserved-character',
        message: `A value cannot begin with “${text.charAt(at)}” in YAML.`,
        fix: `Write "${excerpt(word)}" in quotes.`,
        span: { start: at, end: at + word.length },
      }
    },
  ],
  [
    'block sequence entries are not allowed in this context',
    () => ({
      code: 'misplaced-dash',
      message: 'A list cannot begin with “- ” here, after a key or another value in the same line.',
      fix: 'Begin the list on the next line, or write it in brackets: ["a", "b"].',
    }),
  ],
  [
    'mapping keys are not allowed in this context',
    () => ({
      code: 'misplaced-key',
      message: '“? ” begins a key, and no key is allowed here.',
      fix: 'Put the value in quotes.',
    }),
  ],
  [
    'did not find expected key',
    (text, at) =>
      afterQuote(text, at) ?? {
        code: 'bad-indentation',
        message:
          at >= text.length
            ? 'The document ends where a key is expected.'
            : 'The indentation of this line matches no line above that it could belong to.',
        fix: 'Indent it exactly like the keys beside it.',
      },
  ],
  [
    "did not find expected '-' indicator",
    () => ({
      code: 'bad-indentation',
      message: 'A “- ” is expected here: this line is indented like the entries of the list above.',
      fix: 'Begin it with “- ”, or indent it like the key beside it.',
    }),
  ],
  [
    'did not find expected comment or line break',
    (text, _at, context) => ({
      code: 'bad-block-header',
      message: `Only “+”, “-” and a digit may follow “${text.charAt(context)}” in its line; the text begins on the next one.`,
      fix: 'Begin the text on the next line, indented.',
      span: restOfLine(text, context),
    }),
  ],
  [
    'found an indentation indicator equal to 0',
    (text, _at, context) => ({
      code: 'bad-block-header',
      message: `The indentation after “${text.charAt(context)}” cannot be 0.`,
      fix: 'Leave the digit out.',
      span: restOfLine(text, context),
    }),
  ],
  [
    'document contains excessive aliasing',
    (text) => ({
      code: 'excessive-aliasing',
      message: 'Aliases make this document many times larger than it looks, and the API server refuses it.',
      fix: 'Write out what the aliases stand for.',
      span: restOfLine(text, 0),
    }),
  ],
  ...[
    'found incompatible YAML document',
    'did not find expected <document start>',
    'found duplicate %YAML directive',
    'found duplicate %TAG directive',
  ].map((problem) => [problem, DIRECTIVE] as const),
])

/** The text from the offset to the next blank, bracket or comma. */
function wordAt(text: string, at: number): string {
  const rest = text.slice(at, at + 80)
  const length = rest.slice(1).search(/[\s,\]}]/)
  return length === -1 ? rest : rest.slice(0, length + 1)
}

/** The span from the offset to the end of its line, without trailing blanks; at least one character if there is one. */
function restOfLine(text: string, at: number): Span {
  const lineBreak = text.indexOf('\n', at)
  const line = text.slice(at, lineBreak === -1 ? text.length : lineBreak).trimEnd()
  if (line !== '') return { start: at, end: at + line.length }
  // Reading stopped at the end of a line or of the document: point at the last character before it.
  const end = text.slice(0, at).trimEnd().length
  return { start: Math.max(end - 1, 0), end }
}

import { parse } from '@bufbuild/cel'
import type { ExpressionProblem } from '../authorizers/index.ts'
import { CONDITIONS, mistakesIn } from './check.ts'
import { badEscape } from './literals.ts'
import { asWritten, childrenOf, type Expr, leftmost } from './tree.ts'
import { withoutAliases } from './vocabulary.ts'

/** The most characters of an expression: the parser takes quadratic time, here a tenth of a second. */
const MOST_CHARACTERS = 4096
/** The deepest nesting of an expression: people cannot read deeper ones, and recursion over them needs stack. */
const DEEPEST = 100

type Problems = readonly [ExpressionProblem, ...ExpressionProblem[]]

/** Reads and checks an expression of a user. */
export function readExpression(
  text: string,
  language: Parameters<typeof mistakesIn>[1] = CONDITIONS,
): { readonly expr: Expr } | { readonly problems: Problems } {
  if (text.length > MOST_CHARACTERS) {
    const message = `An expression of ${text.length} characters is too long: ${MOST_CHARACTERS} are allowed.`
    return wholly(text, 'cel-too-long', message, 'Split it into several entries.')
  }
  const wrong = badEscape(text)
  if (wrong !== undefined) {
    const message = `“${text.slice(wrong.start, wrong.end)}” is not an escape of CEL.`
    const fix = 'Write two backslashes for one, or r before the quote.'
    return { problems: [{ code: 'cel-escape', message, fix, ...wrong }] }
  }
  const read = parseExpression(text, language.aliases === true)
  if ('problems' in read) return read
  const [first, ...others] = mistakesIn(read.expr, language).map(({ code, message, fix, at }) => {
    const start = Math.min(read.positions[leftmost(at).id.toString()] ?? 0, text.length)
    return { code, message, fix, start, end: endOfWord(text, start) }
  })
  return first === undefined ? { expr: read.expr } : { problems: [first, ...others] }
}

/**
 * Parses an expression, with the documents' names replaced by ours unless `aliases` is false. It accepts more than `readExpression`: a residual may
 * be longer than the original expression, and may contain parts that users may not write, such as a text beside `||` that
 * is never evaluated.
 */
export function parseExpression(
  text: string,
  aliases = true,
): { readonly expr: Expr; readonly positions: Readonly<Record<string, number>> } | { readonly problems: Problems } {
  if (text.trim() === '') {
    return wholly(text, 'cel-empty', 'This expression is empty.', 'Write a condition, or true for always.')
  }
  if (nestsTooDeep(text)) return tooDeep(text)
  let written: { readonly expr: Expr; readonly positions: Readonly<Record<string, number>> }
  try {
    const { expr, sourceInfo: { macroCalls = {}, positions = {} } = {} } = parse(text)
    written = { expr: asWritten(expr, { macroCalls }), positions }
  } catch (error) {
    return error instanceof RangeError ? tooDeep(text) : { problems: [syntaxProblem(text, error)] }
  }
  if (depthOf(written.expr) > DEEPEST) return tooDeep(text)
  return aliases ? { ...written, expr: withoutAliases(written.expr) } : written
}

function wholly(text: string, code: string, message: string, fix: string): { readonly problems: Problems } {
  return { problems: [{ code, message, fix, start: 0, end: text.length }] }
}

function tooDeep(text: string): { readonly problems: Problems } {
  const message = `This expression nests deeper than ${DEEPEST} levels.`
  return wholly(text, 'cel-too-deep', message, 'Split it into several entries.')
}

/** Counts open brackets, including those in strings: real strings do not contain so many either. */
function nestsTooDeep(text: string): boolean {
  let open = 0
  for (const character of text) {
    if ('([{?'.includes(character)) open++
    else if (')]}:'.includes(character)) open = Math.max(0, open - 1)
    if (open > DEEPEST) return true
  }
  return false
}

/** Iterates level by level, without recursion: a tree can be deeper than the stack. */
function depthOf(expr: Expr): number {
  let depth = 0
  for (let level: readonly Expr[] = [expr]; level.length > 0 && depth <= DEEPEST; depth++) {
    level = level.flatMap((one) => childrenOf(one))
  }
  return depth
}

/** The library's error gives the place; its message only lists all tokens that would be allowed there. */
function syntaxProblem(text: string, error: unknown): ExpressionProblem {
  const offset = offsetIn(error) ?? 0
  const start = Math.min(offset, text.length)
  const rest = text.slice(start)
  const before = text.slice(0, start)
  if (/^=(?!=)/.test(rest)) {
    return {
      code: 'cel-syntax',
      message: 'A single “=” is not an operator of CEL.',
      fix: 'Write == to compare.',
      start,
      end: start + 1,
    }
  }
  if (rest.startsWith('//')) {
    const message = 'An expression cannot contain a comment here.'
    return { code: 'cel-comment', message, fix: 'Use “description” for it.', start, end: text.length }
  }
  const has = /^has\s+([\w.]+)/.exec(rest)
  if (has !== null) {
    const subject = /([\w.]+)\s*$/.exec(before.slice(-200))?.[1]
    return {
      code: 'cel-syntax',
      message: '“has” is a function of CEL: write it before its argument.',
      fix: subject === undefined ? 'Write has(x.field).' : `Write has(${subject}.${has[1]}).`,
      start,
      end: start + 3,
    }
  }
  const found = rest.trim() === '' ? 'the expression ends here, unfinished' : `unexpected “${rest.slice(0, 20)}”`
  return {
    code: 'cel-syntax',
    message: `This is no CEL: ${found}.`,
    fix: 'Look for a missing operand, bracket or quote here.',
    start,
    end: endOfWord(text, start),
  }
}

function offsetIn(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('location' in error)) return undefined
  const { location } = error
  if (typeof location !== 'object' || location === null || !('start' in location)) return undefined
  const { start } = location
  if (typeof start !== 'object' || start === null || !('offset' in start)) return undefined
  return typeof start.offset === 'number' ? start.offset : undefined
}

function endOfWord(text: string, start: number): number {
  const word = /^[\w.]+/.exec(text.slice(start, start + 100))?.[0].length ?? 1
  return Math.min(start + word, Math.max(text.length, start))
}

import type { Diagnostic, LineIndex, Severity, Span } from '../text/index.ts'
import { nearest } from '../text/index.ts'
import type { JsonDocument, JsonPath } from '../yaml/index.ts'
import type { Misfit, Shape } from './shape.ts'

/** An error of a scenario document, at a place that is not empty. */
export function problem(lines: LineIndex, code: string, message: string, fix: string, span: Span): Diagnostic {
  const severity: Severity = 'error'
  const { start, end } = span
  return { severity, code, message, fix, range: lines.range({ start, end: Math.max(end, start + 1) }) }
}

/** The error for a value that does not fit its shape. `what` is the document: “a scenario document”. */
export function fromMisfit(misfit: Misfit, read: JsonDocument, lines: LineIndex, what: string): Diagnostic {
  const { code, path, found, wanted } = misfit
  const key = String(path.at(-1))
  const name = printPath(path)
  if (code === 'unknown-field') {
    const known = wanted.is === 'mapping' ? Object.keys(wanted.fields) : []
    const near = nearest(key, known)
    const owner = path.length === 1 ? what : `“${printPath(path.slice(0, -1))}”`
    const fix = near === undefined ? `Remove it. Fields here are ${known.join(', ')}.` : `Did you mean “${near}”?`
    return problem(lines, code, `“${key}” is not a field of ${owner}.`, fix, read.keySpanOf(path))
  }
  if (misfit.but === 'most' && wanted.is === 'list' && Array.isArray(found)) {
    const [has, most] = [found.length, wanted.most ?? 0].map((count) => count.toLocaleString('en'))
    const message = `“${name}” has ${has} entries, and at most ${most} are read.`
    return problem(lines, 'beyond-limit', message, 'Make several documents of it.', read.keySpanOf(path))
  }
  const words = wordsFor(misfit)
  if (code === 'missing-field') {
    return problem(lines, code, `“${name}” is missing.`, `Write ${key}: and ${words}.`, read.spanOf(path))
  }
  const bare = typeof found === 'number' || typeof found === 'boolean'
  const unquoted =
    (bare && (wanted.is === 'text' || (wanted.is === 'one' && wanted.of.includes(String(found))))) ||
    (wanted.is === 'text-or' && foundIn(found) === 'a mapping')
  return problem(
    lines,
    code,
    `“${name}” is ${foundIn(found)}, and ${words} is expected.`,
    unquoted ? 'Put quotes around it.' : `Write ${words}.`,
    read.spanOf(path),
  )
}

/** The value that was found, in words. */
function foundIn(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  return typeof value === 'string' ? `“${value.slice(0, 40)}”` : String(value)
}

/** The expected value, in words. */
function wordsFor({ wanted, but }: Misfit): string {
  if (but === 'whole') return 'a whole number'
  if (but === 'notEmpty') return 'at least one entry'
  if (but === 'least' && wanted.is === 'number') return `a number of at least ${wanted.least}`
  if (wanted.is === 'map') return wanted.words
  if (wanted.is === 'text-or') return `a text or a mapping with ${Object.keys(wanted.mapping.fields).join(', ')}`
  return wanted.is === 'one' ? wanted.of.map((one) => JSON.stringify(one)).join(' or ') : WANTED[wanted.is]
}

const WANTED: Readonly<Record<Exclude<Shape['is'], 'map' | 'one' | 'text-or'>, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  sentence: 'a sentence',
  sentences: 'a sentence or a list of sentences',
  list: 'a list',
  mapping: 'a mapping',
}

function printPath(path: JsonPath): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')
}

import { utf8Bytes } from '../go/index.ts'
import { type Problem, quoted } from '../text/index.ts'
import { canonicalHeaderName, IMPERSONATE_EXTRA_PREFIX, isToken } from './headers.ts'
import { unsendableCharacter } from './http-request-line.ts'
import type { HTTPHeader } from './request.ts'

/** A header, or why the line is not a header. */
export type HeaderLine = { readonly header: HTTPHeader } | { readonly header?: never; readonly problem: Problem }

/** Bytes that Go's HTTP server lets through in a Host header (Go: `httpguts.ValidHostHeader`). */
const HOST = /^[0-9A-Za-z!$%&'()*+,\-.:;=[\]_~]*$/

/**
 * Reads `Name: value`, with the blanks around the value trimmed as Go does. `start` is where the line begins in the
 * request text. Lines that continue the one before (they begin with a blank) are refused: Go's HTTP/1 server would join
 * them, HTTP/2 does not have them, and they are rarely intended.
 */
export function readHeaderLine(line: string, start: number): HeaderLine {
  const span = { start, end: start + line.trimEnd().length }
  const refuse = (code: string, message: string, fix: string): HeaderLine => ({
    problem: { severity: 'error', code, message, fix, detail: '400 Bad Request', span },
  })
  const unsendable = unsendableCharacter(line, start)
  if (unsendable !== undefined) return { problem: unsendable }
  if (/^[ \t]/.test(line)) {
    return refuse(
      'folded-line',
      'A header begins in the first column; a line that begins with a blank would continue the header above it.',
      line.includes(':') ? line.trim() : 'Put the whole header on one line.',
    )
  }
  const colon = line.indexOf(':')
  if (colon === -1)
    return refuse('missing-colon', `Expected "Name: value", found ${quoted(line.trim())}.`, withColon(line))
  const name = line.slice(0, colon)
  const value = trimBlanks(line.slice(colon + 1))
  if (!isToken(name)) return refuse('invalid-header-name', invalidName(name), `${mendedName(name)}: ${value}`)
  if (canonicalHeaderName(name) === 'Host' && !HOST.test(value)) {
    return refuse('invalid-host', `${quoted(value)} is not a host.`, 'Host: kubernetes.default.svc')
  }
  return { header: { name, value, span } }
}

function withColon(line: string): string {
  const words = /^(impersonate-\S+)[ \t]+(\S.*)$/i.exec(line.trimEnd())
  return words === null
    ? 'Put a colon after the name of the header, or # before the line to leave it out.'
    : `${words[1]}: ${words[2]}`
}

function invalidName(name: string): string {
  if (name === '') return 'A header needs a name before the colon.'
  if (isToken(name.trimEnd())) return `There is a blank between ${name.trimEnd()} and its colon.`
  const wrong = [...name].find((character) => !isToken(character)) ?? ''
  return `The header name ${quoted(name)} has ${quoted(wrong)} in it, which no header name can have.`
}

/**
 * A suggested valid name: percent-encoded in the key of an extra, which the API server decodes, with hyphens elsewhere.
 */
function mendedName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') return 'Impersonate-User'
  const isExtra = trimmed.toLowerCase().startsWith(IMPERSONATE_EXTRA_PREFIX.toLowerCase())
  return [...trimmed]
    .map((character) => (isToken(character) ? character : isExtra ? percentEncoded(character) : '-'))
    .join('')
}

function percentEncoded(character: string): string {
  return utf8Bytes(character)
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

/**
 * Trims blanks as Go's textproto does. By index, because a regular expression would take quadratic time on a run of
 * blanks inside.
 */
function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

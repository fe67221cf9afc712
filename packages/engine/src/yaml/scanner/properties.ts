import { YamlProblem } from '../problems/problem.ts'
import {
  ASTERISK,
  BRACE_CLOSE,
  BRACKET_CLOSE,
  COLON,
  COMMA,
  DOT,
  EXCLAMATION,
  GREATER_THAN,
  HASH,
  hexValue,
  isAnchorCharacter,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isEnd,
  LESS_THAN,
  PERCENT,
  QUESTION,
} from './characters.ts'
import { type Cursor, lineIndexAt } from './cursor.ts'

const STANDARD_TAGS = 'tag:yaml.org,2002:'

/** Reads `&name` or `*name` and returns the name. */
export function scanAnchor(cursor: Cursor): string {
  const start = cursor.pos
  cursor.pos++
  while (isAnchorCharacter(cursor.code())) cursor.pos++
  const name = cursor.text.slice(start + 1, cursor.pos)
  const code = cursor.code()
  const ends =
    isBlankOrEnd(code) ||
    code === QUESTION ||
    code === COLON ||
    code === COMMA ||
    code === BRACKET_CLOSE ||
    code === BRACE_CLOSE ||
    code === PERCENT ||
    code === 0x40 ||
    code === 0x60
  if (name === '' || !ends) cursor.fail('did not find expected alphabetic or numeric character', start)
  return name
}

/**
 * Reads a tag and returns it in full: `!!str` is `tag:yaml.org,2002:str`; `!x` and `!` stay as they are. There are no
 * other handles: `%TAG` cannot take effect in a file that is split at `---` lines.
 */
export function scanTag(cursor: Cursor): string {
  const start = cursor.pos
  let tag: string
  if (cursor.code(1) === LESS_THAN) {
    cursor.pos += 2
    tag = scanTagUri(cursor, start, false)
    if (cursor.code() !== GREATER_THAN) cursor.fail("did not find the expected '>'", start)
    cursor.pos++
  } else {
    cursor.pos++
    while (isAnchorCharacter(cursor.code())) cursor.pos++
    const word = cursor.text.slice(start + 1, cursor.pos)
    if (cursor.code() === EXCLAMATION) {
      cursor.pos++
      const suffix = scanTagUri(cursor, start, false)
      if (word !== '') {
        // A problem of libyaml's parser, not of its scanner: the line counts from 0.
        throw new YamlProblem('found undefined tag handle', cursor.pos, start, lineIndexAt(cursor.text, start))
      }
      tag = STANDARD_TAGS + suffix
    } else {
      tag = `!${word}${scanTagUri(cursor, start, true)}`
    }
  }
  if (!isBlankOrEnd(cursor.code())) cursor.fail('did not find expected whitespace or line break', start)
  return tag
}

function scanTagUri(cursor: Cursor, start: number, mayBeEmpty: boolean): string {
  const from = cursor.pos
  for (let code = cursor.code(); isTagCharacter(code); code = cursor.code()) {
    if (code === PERCENT) {
      if (hexValue(cursor.code(1)) < 0 || hexValue(cursor.code(2)) < 0) {
        cursor.fail('did not find URI escaped octet', start)
      }
      cursor.pos += 2
    }
    cursor.pos++
  }
  if (cursor.pos === from && !mayBeEmpty) cursor.fail('did not find expected tag URI', start)
  return cursor.text.slice(from, cursor.pos)
}

function isTagCharacter(code: number): boolean {
  return (
    isAnchorCharacter(code) ||
    code === ASTERISK ||
    (!isEnd(code) && ";/?:@&=+$,.!~'()[]%".includes(String.fromCharCode(code)))
  )
}

/**
 * Reads a `%` line, and returns the parser's problem with it: empty for a valid `%YAML 1.1` or `%TAG`, for which the
 * parser then misses a `---` in the same document.
 */
export function scanDirective(cursor: Cursor): string {
  const start = cursor.pos
  const require = (holds: boolean, problem: string): void => {
    if (!holds) cursor.fail(problem, start)
  }
  const blanks = () => {
    while (isBlank(cursor.code())) cursor.pos++
  }
  cursor.pos++
  const name = take(cursor, isAnchorCharacter)
  require(name !== '', 'could not find expected directive name')
  require(isBlankOrEnd(cursor.code()), 'found unexpected non-alphabetical character')
  require(name === 'YAML' || name === 'TAG', 'found unknown directive name')
  blanks()
  let incompatible = false
  if (name === 'YAML') {
    const major = scanVersion(cursor, require)
    require(cursor.code() === DOT, "did not find expected digit or '.' character")
    cursor.pos++
    incompatible = major !== 1 || scanVersion(cursor, require) !== 1
  } else {
    require(cursor.code() === EXCLAMATION, "did not find expected '!'")
    cursor.pos++
    const handle = take(cursor, isAnchorCharacter)
    if (cursor.code() === EXCLAMATION) cursor.pos++
    else require(handle === '', "did not find expected '!'")
    require(isBlank(cursor.code()), 'did not find expected whitespace')
    blanks()
    scanTagUri(cursor, start, false)
    require(isBlankOrEnd(cursor.code()), 'did not find expected whitespace or line break')
  }
  blanks()
  if (cursor.code() === HASH) while (!isBreak(cursor.code()) && !isEnd(cursor.code())) cursor.pos++
  require(isBreak(cursor.code()) || isEnd(cursor.code()), 'did not find expected comment or line break')
  cursor.takeBreak()
  return incompatible ? 'found incompatible YAML document' : ''
}

/** One of the two numbers of a `%YAML` line. */
function scanVersion(cursor: Cursor, require: (holds: boolean, problem: string) => void): number {
  const isDigit = (code: number) => code >= 0x30 && code <= 0x39
  const from = cursor.pos
  const digits = take(cursor, (code) => isDigit(code) && cursor.pos < from + 2)
  require(!isDigit(cursor.code()), 'found extremely long version number')
  require(digits !== '', 'did not find expected version number')
  return Number(digits)
}

/** Skips the characters that `belongs` accepts, and returns them. */
function take(cursor: Cursor, belongs: (code: number) => boolean): string {
  const from = cursor.pos
  while (belongs(cursor.code())) cursor.pos++
  return cursor.text.slice(from, cursor.pos)
}

import {
  ASTERISK,
  BRACE_CLOSE,
  BRACKET_CLOSE,
  COLON,
  COMMA,
  EXCLAMATION,
  GREATER_THAN,
  HASH,
  hexValue,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isEnd,
  isWord,
  LESS_THAN,
  PERCENT,
  QUESTION,
} from './characters.ts'
import { type Cursor, lineAt } from './cursor.ts'
import { YamlProblem } from './problem.ts'

const STANDARD_TAGS = 'tag:yaml.org,2002:'

/** Reads `&name` or `*name` and returns the name. */
export function scanAnchor(cursor: Cursor): string {
  const start = cursor.pos
  cursor.pos++
  while (isWord(cursor.code())) cursor.pos++
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
 * Reads a tag and returns it in full: `!!str` is `tag:yaml.org,2002:str`, `!x` and `!` are themselves. Without `%TAG`,
 * which cannot take effect in a file that is split at `---` lines, no other handle than these two is known.
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
    while (isWord(cursor.code())) cursor.pos++
    const word = cursor.text.slice(start + 1, cursor.pos)
    if (cursor.code() === EXCLAMATION) {
      cursor.pos++
      const suffix = scanTagUri(cursor, start, false)
      if (word !== '') {
        // The parser says so, not the scanner: its lines count from 0.
        throw new YamlProblem('found undefined tag handle', cursor.pos, start, lineAt(cursor.text, start))
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
    isWord(code) || code === ASTERISK || (!isEnd(code) && ";/?:@&=+$,.!~'()[]%".includes(String.fromCharCode(code)))
  )
}

/**
 * Reads a `%` line. The answer is what the parser has to say about it: empty for a `%YAML 1.1` or `%TAG` that would
 * be fine if a `---` followed in the same document.
 */
export function scanDirective(cursor: Cursor): string {
  const start = cursor.pos
  cursor.pos++
  while (isWord(cursor.code())) cursor.pos++
  const name = cursor.text.slice(start + 1, cursor.pos)
  if (name === '') cursor.fail('could not find expected directive name', start)
  if (!isBlankOrEnd(cursor.code())) cursor.fail('found unexpected non-alphabetical character', start)
  if (name !== 'YAML' && name !== 'TAG') cursor.fail('found unknown directive name', start)
  while (isBlank(cursor.code())) cursor.pos++
  const from = cursor.pos
  while (!isBreak(cursor.code()) && !isEnd(cursor.code()) && cursor.code() !== HASH) cursor.pos++
  const value = cursor.text.slice(from, cursor.pos).trim()
  while (!isBreak(cursor.code()) && !isEnd(cursor.code())) cursor.pos++
  if (name === 'YAML' && !/^\d{1,2}\.\d{1,2}$/.test(value)) cursor.fail('did not find expected version number', start)
  cursor.takeBreak()
  if (name === 'TAG') return ''
  return Number.parseFloat(value) === 1.1 ? '' : 'found incompatible YAML document'
}

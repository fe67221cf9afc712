import { goQuote } from './quote.ts'

const INTEGER = /^[+-]?[0-9]+$/
const MAX_INT64 = 2n ** 63n - 1n

/** Whether Go's `strconv.ParseInt(text, 10, 64)` accepts a text. */
export function isInt64(text: string): boolean {
  if (!INTEGER.test(text)) return false
  const digits = text.replace(/^[+-]?0*/, '')
  if (digits.length > 19) return false
  const number = BigInt(`0${digits}`)
  return text.startsWith('-') ? number <= MAX_INT64 + 1n : number <= MAX_INT64
}

/** A whole number with the prefixes and underscores of Go’s literals: `0x1f`, `0b1`, `017`, `1_000`. */
const LITERAL = /^([+-]?)(0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?[0-7])*|[1-9](?:_?[0-9])*)$/
/** More digits than any 64-bit number has in any base, without leading zeros. */
const MOST_DIGITS = 70

/**
 * The number that Go reads in a text, or its words about one that it refuses (Go: `strconv.ParseInt(text, 0, bits)`; with
 * `decimal` base 10).
 */
export function parseInteger(text: string, bits: 32 | 64, decimal = false): bigint | string {
  const refused = (why: string): string => `strconv.ParseInt: parsing ${goQuote(text)}: ${why}`
  const [, sign = '', literal = ''] = (decimal ? DECIMAL : LITERAL).exec(text) ?? []
  if (literal === '') return refused('invalid syntax')
  const plain = literal.replaceAll('_', '')
  const [, prefix = '', digits = ''] = (decimal ? /^()0*(.*)$/ : /^(0[xXbBoO]|0(?=.)|)0*(.*)$/).exec(plain) ?? []
  if (digits.length > MOST_DIGITS) return refused('value out of range')
  const size = BigInt(`${prefix === '0' ? '0o' : prefix.toLowerCase()}${digits === '' ? '0' : digits}`)
  const number = sign === '-' ? -size : size
  return BigInt.asIntN(bits, number) === number ? number : refused('value out of range')
}

const DECIMAL = /^([+-]?)([0-9]+)$/

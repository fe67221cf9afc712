/**
 * Go's strings are bytes, ours are UTF-16. A byte that is not part of valid UTF-8 (only percent escapes can produce
 * one) is kept as the lone surrogate U+DC00 + byte, which no valid text contains.
 */
const RAW_BYTE = 0xdc00

/** The byte kept from invalid UTF-8, or undefined for an ordinary code point. */
export function rawByte(codePoint: number): number | undefined {
  return codePoint >= RAW_BYTE + 0x80 && codePoint <= RAW_BYTE + 0xff ? codePoint - RAW_BYTE : undefined
}

/**
 * The bytes that Go would hold for a text. A lone surrogate that is not a kept byte counts as U+FFFD, as UTF-8 encoders
 * send it.
 */
export function utf8Bytes(text: string): number[] {
  const bytes: number[] = []
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number
    const raw = rawByte(codePoint)
    if (raw !== undefined) bytes.push(raw)
    else if (codePoint < 0x80) bytes.push(codePoint)
    else if (codePoint < 0x800) bytes.push(0xc0 | (codePoint >> 6), trailing(codePoint))
    else if (codePoint >= 0xd800 && codePoint <= 0xdfff) bytes.push(0xef, 0xbf, 0xbd)
    else if (codePoint < 0x10000) bytes.push(0xe0 | (codePoint >> 12), trailing(codePoint >> 6), trailing(codePoint))
    else {
      bytes.push(0xf0 | (codePoint >> 18), trailing(codePoint >> 12), trailing(codePoint >> 6), trailing(codePoint))
    }
  }
  return bytes
}

function trailing(bits: number): number {
  return 0x80 | (bits & 0x3f)
}

/** The text for bytes; the reverse of {@link utf8Bytes}. */
export function textOfBytes(bytes: readonly number[]): string {
  let text = ''
  for (let i = 0; i < bytes.length; ) {
    const { codePoint, width } = decodeOne(bytes, i)
    text += String.fromCodePoint(codePoint)
    i += width
  }
  return text
}

/** Where the shortest, valid form of each length of sequence begins. */
const SMALLEST = [0, 0, 0x80, 0x800, 0x10000]

function decodeOne(bytes: readonly number[], at: number): { codePoint: number; width: number } {
  const first = bytes[at] as number
  if (first < 0x80) return { codePoint: first, width: 1 }
  const invalid = { codePoint: RAW_BYTE + first, width: 1 }
  const width = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4) return invalid
  let codePoint = first & (0x7f >> width)
  for (let i = 1; i < width; i++) {
    const byte = bytes[at + i]
    if (byte === undefined || (byte & 0xc0) !== 0x80) return invalid
    codePoint = (codePoint << 6) | (byte & 0x3f)
  }
  const surrogate = codePoint >= 0xd800 && codePoint <= 0xdfff
  return codePoint < (SMALLEST[width] as number) || surrogate || codePoint > 0x10ffff ? invalid : { codePoint, width }
}

/** How many bytes a text is in UTF-8. Go's length limits count these. */
export function byteLength(text: string): number {
  let length = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80 || (unit >= RAW_BYTE + 0x80 && unit <= RAW_BYTE + 0xff && !isHigh(text.charCodeAt(i - 1)))) continue
    if (unit < 0x800 || (isHigh(unit) && isLow(text.charCodeAt(i + 1)))) length += 1
    else if (isLow(unit) && isHigh(text.charCodeAt(i - 1))) length += 1
    else length += 2
  }
  return length
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** Compares strings byte by byte, as Go does. Differs from UTF-16 order for surrogates and U+E000 to U+FFFF. */
export function compareBytes(a: string, b: string): number {
  if (ONLY_BELOW_SURROGATES.test(a) && ONLY_BELOW_SURROGATES.test(b)) return a < b ? -1 : a > b ? 1 : 0
  const left = utf8Bytes(a)
  const right = utf8Bytes(b)
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = (left[i] as number) - (right[i] as number)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

const ONLY_BELOW_SURROGATES = /^[\0-\ud7ff]*$/

/** A text as Go encodes it in JSON: invalid UTF-8 becomes U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** The index of a lone surrogate, which no encoding can carry; -1 when there is none. */
export function loneSurrogateAt(text: string): number {
  return text.search(/\p{Surrogate}/u)
}

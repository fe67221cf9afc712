/**
 * The character references that people type. Others, of the 2,231 that HTML names, stay as they are written: a table of them
 * would be as large as the rest of this package.
 */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  copy: '©',
  gt: '>',
  hellip: '…',
  larr: '←',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: '\u00a0',
  ndash: '–',
  quot: '"',
  rarr: '→',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  times: '×',
  trade: '™',
}

/** The text of a character reference such as `&lt;` or `&#60;`; the reference itself where it has none. */
export function referenced(reference: string): string {
  const name = reference.slice(1, -1)
  const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  if (hexadecimal === undefined && decimal === undefined)
    return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? reference) : reference
  const point = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  const none = point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
  return none ? '\ufffd' : String.fromCodePoint(point)
}

/** A text whose controls, and whose characters that change the direction of what follows, are shown by their numbers. */
export function shown(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** A text without the backslashes that take the meaning of the punctuation after them. */
export function withoutBackslashes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

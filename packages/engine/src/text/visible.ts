import { goQuote } from '../go/index.ts'

const LONGEST = 60

/**
 * Characters that hide in a text: controls, format characters (zero-width ones and those that change the direction of the text),
 * characters that are drawn as nothing (Unicode: Default_Ignorable_Code_Point), noncharacters, and blanks other than U+0020. Tabs and
 * line feeds are layout. U+2800 is a Braille pattern without dots.
 */
const HIDDEN = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffe\uffff]/u
const EACH_HIDDEN = new RegExp(HIDDEN, 'gu')

/** The scripts with letters that are drawn like Latin ones. */
const SCRIPTS = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'] as const
const SCRIPT_PATTERNS = SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const)
const FOREIGN = new RegExp(SCRIPTS.map((name) => `\\p{Script=${name}}`).join('|'), 'u')
const EACH_FOREIGN = new RegExp(FOREIGN, 'gu')

/** What {@link visible} writes for a character; it divides no word. */
const ESCAPE = /\\u(?:[\da-f]{4}|\{[\da-f]+\})/g
/** Letters, marks and digits without a break. */
const WORD = new RegExp(`(?:${ESCAPE.source}|[\\p{L}\\p{M}\\p{N}])+`, 'gu')

/** Nothing to look for: ASCII, and the punctuation of sentences. */
const PLAIN = /^[\t\n\x20-\x7e\u2013\u2014\u2018-\u201d\u2026]*$/

/**
 * Text from input, safe to show: each character that hides is replaced by its number, `\u200b` or `\u{e0041}`, and so is each
 * Cyrillic, Greek, Armenian, Cherokee or Coptic letter of a word that has Latin letters, too. They could move a terminal's cursor, end a
 * line of a table, or make a name look like another. Words in one script stay as they are.
 */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text
  const shown = hiddenReplaced(text, escaped)
  return FOREIGN.test(shown)
    ? shown.replace(WORD, (word) => (isMixed(word) ? word.replace(EACH_FOREIGN, escaped) : word))
    : shown
}

/** A text that is one line, such as a name, safe to show: as {@link visible}, with its line feeds and tabs as numbers, too. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\t\n]/g, escaped)
}

function isMixed(word: string): boolean {
  return FOREIGN.test(word) && /\p{Script=Latin}/u.test(word.replace(ESCAPE, ''))
}

function escaped(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16)
  return number.length > 4 ? `\\u{${number}}` : `\\u${number.padStart(4, '0')}`
}

/** The first character of a text that hides. */
export function hiddenCharacter(text: string): string | undefined {
  return PLAIN.test(text) ? undefined : HIDDEN.exec(text)?.[0]
}

/** A text with each character that hides as `written` writes it. */
export function hiddenReplaced(text: string, written: (character: string) => string): string {
  return PLAIN.test(text) ? text : text.replace(EACH_HIDDEN, written)
}

/** A text in JSON syntax with the characters that hide as escapes of UTF-16 code units. It has the same value. */
export function escapedJSON(json: string): string {
  return hiddenReplaced(json, (character) => character.split('').map(escaped).join(''))
}

/** A character of a name by which two names can look alike. */
export interface CharacterFinding {
  readonly code: 'invisible-character' | 'mixed-scripts'
  /** The rest of a sentence about the name: "has an invisible character, U+200B". */
  readonly what: string
}

/** What is found about the characters of a name: the first that hides, and the first letter of another script than Latin in one word. */
export function characterFindings(name: string): readonly CharacterFinding[] {
  const hidden = /\t|\n/.exec(name)?.[0] ?? hiddenCharacter(name)
  const word = FOREIGN.test(name) ? hiddenReplaced(name, escaped).match(WORD)?.find(isMixed) : undefined
  const letter = word === undefined ? undefined : FOREIGN.exec(word)?.[0]
  return [
    ...(hidden === undefined
      ? []
      : [{ code: 'invisible-character' as const, what: `has ${KINDS[kindOf(hidden)]}, ${codePointName(hidden)}` }]),
    ...(letter === undefined
      ? []
      : [
          {
            code: 'mixed-scripts' as const,
            what: `has Latin and ${scriptOf(letter)} letters in one word: ${named(letter)}`,
          },
        ]),
  ]
}

type Kind = 'direction' | 'blank' | 'invisible'

const KINDS: Readonly<Record<Kind, string>> = {
  direction: 'an invisible character that changes the direction of the text',
  blank: 'a blank that is not an ordinary space',
  invisible: 'an invisible character',
}

function kindOf(hidden: string): Kind {
  if (/\p{Bidi_Control}/u.test(hidden)) return 'direction'
  return /[\p{Z}\t\n\u2800]/u.test(hidden) ? 'blank' : 'invisible'
}

function scriptOf(letter: string): string {
  return SCRIPT_PATTERNS.find(([, pattern]) => pattern.test(letter))?.[0] ?? ''
}

/** "а is U+0430, Cyrillic", "U+200B is an invisible character". */
function named(character: string): string {
  const number = codePointName(character)
  return HIDDEN.test(character)
    ? `${number} is ${KINDS[kindOf(character)]}`
    : `${character} is ${number}, ${scriptOf(character)}`
}

/**
 * The characters of two names that readers do not see or take for others, and that only one of the two has; for a sentence that sets the
 * names against each other. Empty where there are none: " (а is U+0430, Cyrillic)".
 */
export function lookalikesInWords(one: string, other: string): string {
  if (PLAIN.test(one) && PLAIN.test(other)) return ''
  const only = [...(one + other)].filter((character) => !(one.includes(character) && other.includes(character)))
  const mistakable = [...new Set(only)].filter((character) => HIDDEN.test(character) || FOREIGN.test(character))
  return mistakable.length === 0 ? '' : ` (${mistakable.slice(0, MOST_NAMED).map(named).join('; ')})`
}

const MOST_NAMED = 3

/** Shortens a text for a message. Never cuts a character in two. */
export function excerpt(text: string, length = 60): string {
  const oneLine = text.replace(/[\t\n\v\f\r ]+/g, ' ')
  return oneLine.length <= length ? oneLine : `${[...oneLine.slice(0, length)].slice(0, -1).join('')}…`
}

/** A quoted excerpt of the input, short enough for a sentence. */
export function quoted(text: string): string {
  return goQuote(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
}

/** The code point of a character that cannot be seen or typed: `U+0000`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

// Character classes of YAML 1.1 as libyaml defines them. `charCodeAt` returns NaN past the end of a text, so NaN is the
// end: each class whose name has `End` includes it.

export const TAB = 0x09
export const LF = 0x0a
export const CR = 0x0d
export const SPACE = 0x20
export const DOUBLE_QUOTE = 0x22
export const HASH = 0x23
export const PERCENT = 0x25
export const AMPERSAND = 0x26
export const SINGLE_QUOTE = 0x27
export const ASTERISK = 0x2a
export const PLUS = 0x2b
export const COMMA = 0x2c
export const MINUS = 0x2d
export const DOT = 0x2e
export const COLON = 0x3a
export const LESS_THAN = 0x3c
export const GREATER_THAN = 0x3e
export const QUESTION = 0x3f
export const BRACKET_OPEN = 0x5b
export const BACKSLASH = 0x5c
export const BRACKET_CLOSE = 0x5d
export const BRACE_OPEN = 0x7b
export const PIPE = 0x7c
export const BRACE_CLOSE = 0x7d
export const EXCLAMATION = 0x21
const NEL = 0x85
const LINE_SEPARATOR = 0x2028
const PARAGRAPH_SEPARATOR = 0x2029
export const BYTE_ORDER_MARK = 0xfeff

export function isEnd(code: number): boolean {
  return Number.isNaN(code)
}

/** Space or tab. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}

/** YAML 1.1 breaks lines at NEL, LS and PS too, unlike YAML 1.2. */
export function isBreak(code: number): boolean {
  return code === LF || code === CR || code === NEL || code === LINE_SEPARATOR || code === PARAGRAPH_SEPARATOR
}

/** A blank, a line break or the end. One of them must follow an indicator such as `-`. */
export function isBlankOrEnd(code: number): boolean {
  return code === SPACE || code === LF || code === TAB || isEnd(code) || isBreak(code)
}

/** A character of an anchor's name. */
export function isAnchorCharacter(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x5f ||
    code === MINUS
  )
}

/** Ends a plain scalar inside brackets. libyaml includes `?`. */
export function isFlowIndicator(code: number): boolean {
  return (
    code === COMMA ||
    code === QUESTION ||
    code === BRACKET_OPEN ||
    code === BRACKET_CLOSE ||
    code === BRACE_OPEN ||
    code === BRACE_CLOSE
  )
}

/** The value of a hexadecimal digit, or -1. */
export function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  if (code >= 0x41 && code <= 0x46) return code - 0x37
  if (code >= 0x61 && code <= 0x66) return code - 0x57
  return -1
}

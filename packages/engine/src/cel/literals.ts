/** A part of a text, from its start, in UTF-16 code units. */
interface Part {
  readonly start: number
  readonly end: number
}

/** The beginning of a string: `r` turns escapes off, and three quotes allow line breaks. */
const OPENING = /([rRbB]{0,2})("""|'''|"|')/y
const NAME = /[A-Za-z0-9_]+/y
const ESCAPE = /\\(?:[abfnrtv"'`\\?]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})/y

/**
 * The first invalid escape in an expression, such as `\d` in a string that is not raw. CEL's library reads it as two
 * characters; kube-apiserver refuses it.
 */
export function badEscape(text: string): Part | undefined {
  for (let at = 0; at < text.length; ) {
    OPENING.lastIndex = at
    const opening = OPENING.exec(text)
    if (opening === null) {
      NAME.lastIndex = at
      at += NAME.exec(text)?.[0].length ?? 1
      continue
    }
    const [opened, prefix = '', quote = ''] = opening
    const raw = /r/i.test(prefix)
    at += opened.length
    while (at < text.length && !text.startsWith(quote, at)) {
      if (text[at] !== '\\') at++
      else if (raw) at++
      else {
        ESCAPE.lastIndex = at
        const found = ESCAPE.exec(text)
        if (found === null) return { start: at, end: Math.min(at + 2, text.length) }
        at += found[0].length
      }
    }
    at += quote.length
  }
  return undefined
}

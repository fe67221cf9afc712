/**
 * Finds the quote that was probably not closed, when reading reached the end of the document in the quote that opens at
 * `context`. An unclosed quote pairs with the next one below it, so the error shows up at the last quote. The first line
 * with an odd number of quotes has the unclosed one.
 */
export function unclosedQuote(text: string, context: number): number {
  const quote = text.charAt(context)
  for (let start = 0; start <= context; ) {
    const lineBreak = text.indexOf('\n', start)
    const end = lineBreak === -1 ? text.length : lineBreak
    const quotes = quotesIn(text, quote, start, end)
    if (quotes.length % 2 === 1) return quotes.at(-1) as number
    start = end + 1
  }
  return context
}

/** The quotes of that kind in a line that can open or close a text: not escaped, not inside a word, not in a comment. */
function quotesIn(text: string, quote: string, start: number, end: number): readonly number[] {
  const quotes: number[] = []
  for (let at = start; at < end; at++) {
    const character = text.charAt(at)
    const open = quotes.length % 2 === 1
    if (character === '\\' && quote === '"' && open) at++
    else if (character === '#' && !open && (at === start || isGap(text.charAt(at - 1)))) break
    else if (character === quote && (open || at === start || isGap(text.charAt(at - 1)))) quotes.push(at)
  }
  return quotes
}

/** The last bracket before the offset that is still open there, or -1. Quoted texts and comments do not count. */
export function openBracket(text: string, before: number): number {
  const open: number[] = []
  let quote = ''
  let afterGap = true
  for (let i = 0; i < before; i++) {
    const character = text.charAt(i)
    if (quote !== '') {
      if (character === '\\' && quote === '"') i++
      else if (character === quote) quote = ''
    } else if (afterGap && (character === '"' || character === "'")) {
      quote = character
    } else if (character === '#' && afterGap) {
      const lineBreak = text.indexOf('\n', i)
      i = lineBreak === -1 ? before : lineBreak
    } else if (character === '[' || character === '{') {
      if (afterGap || open.length > 0) open.push(i)
    } else if (character === ']' || character === '}') {
      open.pop()
    }
    afterGap = isGap(character)
  }
  return open.at(-1) ?? -1
}

/** Whether a value can begin after the character. */
function isGap(character: string): boolean {
  return ' \t\r\n,[{:'.includes(character)
}

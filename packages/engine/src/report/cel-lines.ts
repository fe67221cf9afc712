/** Characters of CEL in a line on a phone, beside the margin of a list. */
const WIDTH = 40

/**
 * An expression as people read it: a short one in a line, a longer one broken before `||`, else before `&&`, and inside
 * parentheses, which are indented. Says the same; where nothing can be broken, a line stays long.
 */
export function wrappedCEL(text: string, indent = ''): string {
  // A text in three quotes may have line breaks of its own.
  const line = /"""|'''/.test(text) ? text.trim() : text.trim().replace(/\s*\n\s*/g, ' ')
  if (line.length + indent.length <= WIDTH) return line
  for (const operator of ['||', '&&']) {
    const parts = splitAt(line, operator)
    if (parts.length > 1) {
      return parts.map((part) => wrappedCEL(part, indent)).join(`\n${indent}${operator} `)
    }
  }
  const inner = insideParentheses(line)
  if (inner === undefined) return line
  const deeper = `${indent}  `
  return `(\n${deeper}${wrappedCEL(inner, deeper)}\n${indent})`
}

/** The parts of an expression between an operator that stands outside of brackets and of texts. */
function splitAt(text: string, operator: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (const at of outside(text)) {
    if (at >= from && text.startsWith(operator, at)) {
      parts.push(text.slice(from, at).trim())
      from = at + operator.length
    }
  }
  return [...parts, text.slice(from).trim()]
}

/** What parentheses hold that are around all of an expression. */
function insideParentheses(text: string): string | undefined {
  if (!text.startsWith('(') || !text.endsWith(')')) return undefined
  // The parenthesis that is closed last is outside again behind the last character only.
  return [...outside(text)].length === 0 ? text.slice(1, -1) : undefined
}

/** Offsets of characters outside of all brackets and texts, of brackets themselves none. */
function* outside(text: string): Generator<number> {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"' || character === "'") at = endOfText(text, at)
    else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    else if (depth === 0) yield at
  }
}

/** Where a text ends that begins with a quote, in any of the ways that CEL has. */
function endOfText(text: string, start: number): number {
  const quote = text.charAt(start)
  const triple = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote
  const raw = /[rR][bB]?$/.test(text.slice(Math.max(0, start - 2), start))
  for (let at = start + triple.length; at < text.length; at++) {
    if (text.charAt(at) === '\\' && !raw) at++
    else if (text.startsWith(triple, at)) return at + triple.length - 1
  }
  return text.length
}

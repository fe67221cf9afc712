/** The characters of CEL that fit a line on a phone, beside the margin of a list. */
const WIDTH = 40

/**
 * Formats an expression for reading: a short one on one line, a longer one broken before `||`, else before `&&`, and inside
 * parentheses, which are indented. The meaning stays the same. A line without a place to break stays long.
 */
export function wrappedCEL(text: string, indent = ''): string {
  // A string in three quotes may contain line breaks.
  const line = /"""|'''/.test(text) ? text.trim() : text.trim().replace(/(?<!\s)\s*\n\s*/g, ' ')
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

/** What an expression joins by `&&`: all of it is true where each of them is. The expression itself where it joins nothing. */
export function conjunctsOf(text: string): readonly string[] {
  const inner = insideParentheses(text.trim())
  if (inner !== undefined) return conjunctsOf(inner)
  const isJoinedOtherwise = splitAt(text, '||').length > 1 || splitAt(text, '?').length > 1
  const parts = isJoinedOtherwise ? [text.trim()] : splitAt(text, '&&')
  return parts.length === 1 ? parts : parts.flatMap(conjunctsOf)
}

/** Splits an expression at an operator, outside of brackets and strings. */
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

/** The expression inside the parentheses that enclose all of it; undefined where none do. */
function insideParentheses(text: string): string | undefined {
  if (!text.startsWith('(') || !text.endsWith(')')) return undefined
  // If the first parenthesis closes before the end, some character is outside of all brackets.
  return [...outside(text)].length === 0 ? text.slice(1, -1) : undefined
}

/** The offsets of the characters outside of all brackets and strings; the brackets themselves are not among them. */
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

/** The end of a string that begins with a quote, in any of CEL's notations. */
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

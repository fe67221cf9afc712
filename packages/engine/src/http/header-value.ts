import { loneSurrogateAt } from '../go/index.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/

/** Whether a header can carry a value as it is (Go: `httpguts.ValidHeaderFieldValue`, and no lone surrogates). */
export function isSendableValue(value: string): boolean {
  return !CONTROL.test(value) && loneSurrogateAt(value) === -1
}

/** A header's value without the blanks around it, which HTTP/1 does not carry. */
export function trimmedValue(value: string): string {
  let start = 0
  let end = value.length
  while (value[start] === ' ' || value[start] === '\t') start++
  while (end > start && (value[end - 1] === ' ' || value[end - 1] === '\t')) end--
  return value.slice(start, end)
}

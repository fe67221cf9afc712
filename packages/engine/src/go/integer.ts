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

/** The value of a numeric option. Throws with the accepted values. */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new Error(`--${option} takes a whole number, not ${JSON.stringify(text)}`)
}

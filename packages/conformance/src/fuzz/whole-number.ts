/** The number that a command was given. Throws with what it takes instead. */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new Error(`--${option} takes a whole number, not ${JSON.stringify(text)}`)
}

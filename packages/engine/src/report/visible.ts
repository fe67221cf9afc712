/**
 * Text from input as it may be shown: control characters, and those that turn the direction of what follows, are shown by
 * their number. They could move a terminal's cursor, end a line of a table, or make a name read as another.
 */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

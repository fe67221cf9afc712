/** Shortens a text for a message. Never cuts a character in two. */
export function excerpt(text: string, length = 60): string {
  const oneLine = text.replace(/\s+/g, ' ')
  return oneLine.length <= length ? oneLine : `${[...oneLine.slice(0, length)].slice(0, -1).join('')}…`
}

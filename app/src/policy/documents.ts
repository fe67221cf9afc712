/** Texts of several files as one: documents one after the other, with a separator where there is none yet. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').reduce(appended, '')
}

/** A text with more documents behind it. */
export function appended(text: string, more: string): string {
  if (text.trim() === '') return more
  if (more.trim() === '') return text
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const ended = text.endsWith('\n') ? text : text + lineEnd
  return /(^|\n)---[ \t]*\r?\n$/.test(ended) || /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*---(?:\s|$)/.test(more)
    ? ended + more
    : `${ended}---${lineEnd}${more}`
}

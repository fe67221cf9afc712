/** Joins the texts of several files, each after a comment with its name. A single text stays as it is. */
export function joinedFiles(files: readonly { readonly name: string; readonly text: string }[]): string {
  const written = files.filter(({ text }) => text.trim() !== '')
  return joined(written.length > 1 ? written.map(headed) : written.map(({ text }) => text))
}

/**
 * The name as a comment before the text. Line breaks are removed from the name, because YAML ends lines, and so
 * comments, at more characters than line feeds.
 */
function headed({ name, text }: { readonly name: string; readonly text: string }): string {
  return `# file: ${name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')}${text.includes('\r\n') ? '\r\n' : '\n'}${text}`
}

/** Documents one after the other, with a separator where there is none yet. */
function joined(texts: readonly string[]): string {
  return texts.reduce(appended, '')
}

/** A text with more documents after it. */
export function appended(text: string, more: string): string {
  if (text.trim() === '') return more
  if (more.trim() === '') return text
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const ended = text.endsWith('\n') ? text : text + lineEnd
  return /(^|\n)---[ \t]*\r?\n$/.test(ended) || /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*---(?:\s|$)/.test(more)
    ? ended + more
    : `${ended}---${lineEnd}${more}`
}

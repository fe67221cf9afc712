/** Texts of several files as one policy: documents one after the other, with a separator where there is none yet. */
export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').reduce(appended, '')
}

/** A policy with more documents behind it. */
export function appended(policy: string, more: string): string {
  if (policy.trim() === '') return more
  if (more.trim() === '') return policy
  const lineEnd = policy.includes('\r\n') ? '\r\n' : '\n'
  const ended = policy.endsWith('\n') ? policy : policy + lineEnd
  return /(^|\n)---[ \t]*\r?\n$/.test(ended) || /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*---(?:\s|$)/.test(more)
    ? ended + more
    : `${ended}---${lineEnd}${more}`
}

/** Our own prose with its Kubernetes nouns as code. Text that is in backticks already is not changed. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : withCode(piece)))
    .join('')
}

/** Verbs, users, API groups, headers, kinds and fields as they occur in sentences about designs. */
const NOUN =
  /(?<![\w`.-])((?:impersonate-within|impersonate(?:-on)?(?::(?:<[\w ]+>|[\w‹›/-]|:(?=[\w<‹]))+)?|constrainedimpersonate|system:[\w:-]+|(?:[\w‹›<>-]+\.)+k8s\.io|Impersonate(?:-[A-Z]\w*)+-?|\w+\/<\w+>|granular(?::[\w()./-]+)?|[a-z]+(?:[A-Z][a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+))(?![\w`])/

/** Text outside of code is escaped where GitHub would read it as HTML. */
function withCode(text: string): string {
  const [before = '', noun, ...rest] = text.split(NOUN)
  if (noun === undefined) return before.replace(/<(?=[a-z/])/g, '&lt;')
  return `${withCode(before)}\`${noun}\`${withCode(rest.join(''))}`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** "a, b and c". */
export function listed(words: readonly string[]): string {
  const [last = '', ...before] = words.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
}

/** The place of a heading on the page, as GitHub names it. */
export function anchor(heading: string): string {
  return `#${heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`
}

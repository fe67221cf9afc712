/** A link to a hand-in in a text. */
export interface HandInLink {
  /** Of the text, from 1. */
  readonly line: number
  /** From its `#` on. */
  readonly hash: string
  /** The words before the first address on the same line. Empty where there are none. */
  readonly before: string
}

/** The hash of a hand-in, also inside of the address of a page that leads on, where its characters are encoded. */
const LINK = /(?:#|%23)h1(?:\/|%2[Ff])([\w-]+)/g

/**
 * Yields the links to hand-ins in a text with anything around them: a chat, a table, e-mails. Of an e-mail its encodings are
 * undone. A link that is on a line twice counts once.
 */
export function* handInLinks(text: string): Generator<HandInLink, void> {
  for (const { line, text: own } of readableLines(text)) {
    const seen = new Set<string>()
    let before: string | undefined
    for (const match of own.matchAll(LINK)) {
      before ??= labelOf(own, match.index)
      const hash = `#h1/${match[1] ?? ''}`
      if (seen.has(hash)) continue
      seen.add(hash)
      yield { line, hash, before }
    }
  }
}

/** The most characters before a link that are taken for words about it, and the most of an address before its hash. */
const LONGEST_LABEL = 60
const LONGEST_ADDRESS = 2000

/** The words before the address whose hash is at an offset, without what separates them. */
function labelOf(text: string, hash: number): string {
  const from = Math.max(0, hash - LONGEST_ADDRESS)
  const scheme = Math.max(...['http://', 'https://', 'file://'].map((one) => text.slice(from, hash).lastIndexOf(one)))
  let end = scheme === -1 ? hash : from + scheme
  while (end > from && !/[\s,;:"'<>()|]/.test(text.charAt(end - 1))) end -= 1
  const words = text.slice(Math.max(0, end - 3 * LONGEST_LABEL), end).replace(/<[^<>]*>|<[^<>]*$/g, ' ')
  const trimmed = words.replace(/[\s,;:"'<>([|–—-]+$/, '').replace(/^[\s,;"'>|-]+/, '')
  const label = trimmed.replace(/\s+/g, ' ')
  return label.length > LONGEST_LABEL ? `…${label.slice(-LONGEST_LABEL)}` : label
}

interface NumberedLine {
  readonly line: number
  readonly text: string
}

/**
 * The lines of a text. Where a line of quoted-printable ends with `=` the next one belongs to it, and the lines of a part in base64
 * are decoded to one text (RFC 2045): of both, the number is that of the first line.
 */
function readableLines(text: string): readonly NumberedLine[] {
  const all = text.split(/\r\n|\r|\n/)
  const lines: NumberedLine[] = []
  let at = 0
  while (at < all.length) {
    const first = at
    if (/^content-transfer-encoding:\s*base64\s*$/i.test(all[at] ?? '')) {
      const { end, decoded } = base64Part(all, at)
      for (const own of decoded) lines.push({ line: first + 1, text: own })
      at = end
      continue
    }
    const parts: string[] = []
    while (at < all.length - 1 && /=$/.test(all[at] ?? '') && parts.length < MOST_JOINED) {
      parts.push((all[at] ?? '').slice(0, -1))
      at += 1
    }
    parts.push(all[at] ?? '')
    at += 1
    lines.push({ line: first + 1, text: parts.join('').replace(/=3D/g, '=') })
  }
  return lines
}

/** The most lines that one line of quoted-printable goes on for: a link has at most some hundred. */
const MOST_JOINED = 100_000

/** The lines of a part of an e-mail in base64, from its header on, and the number of the line after it. */
function base64Part(
  all: readonly string[],
  from: number,
): { readonly end: number; readonly decoded: readonly string[] } {
  let at = from + 1
  while (at < all.length && all[at] !== '') at += 1
  const begin = at + 1
  at = begin
  while (at < all.length && /^[A-Za-z0-9+/]+={0,2}$/.test(all[at] ?? '')) at += 1
  const bytes = Buffer.from(all.slice(begin, at).join(''), 'base64')
  return { end: Math.max(at, from + 1), decoded: bytes.toString('utf8').split(/\r\n|\r|\n/) }
}

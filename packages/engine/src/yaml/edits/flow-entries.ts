import type { Span, TextEdit } from '../../text/index.ts'
import { afterSpace, isFirstInLine, isLastInLine, lineEnd, lineStart, nextLine } from './source-tree.ts'

/** The entries of a collection in brackets: items, or keys with their values. */
export interface FlowEntries {
  readonly text: string
  /** From its opening bracket to after its closing one. */
  readonly brackets: Span
  readonly entries: readonly Span[]
}

/** Inserts texts after an entry, or into empty brackets (`index` -1), each as its neighbours are placed. */
export function insertFlow(
  { text, brackets, entries }: FlowEntries,
  index: number,
  texts: readonly string[],
  { afterComma, lineBreak }: { readonly afterComma: string; readonly lineBreak: string },
): readonly TextEdit[] {
  const entry = entries[index]
  if (entry === undefined) return [intoEmpty(text, brackets, texts.join(`,${afterComma}`))]
  const comma = commaAfter(text, entry)
  if (hasLineOfItsOwn(text, brackets, entry)) {
    const indent = text.slice(lineStart(text, entry.start), entry.start)
    const lines = texts.map((one) => lineBreak + indent + one)
    const end = lineEnd(text, comma === -1 ? entry.end : comma)
    if (comma !== -1) return [insertion(end, `${lines.join(',')},`)]
    return [insertion(entry.end, ','), insertion(end, lines.join(','))]
  }
  const separator = `,${separatorOf(text, entries) ?? afterComma}`
  return [insertion(entry.end, texts.map((one) => separator + one).join(''))]
}

function insertion(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text }
}

function intoEmpty(text: string, { start, end }: Span, inserted: string): TextEdit {
  const blank = /^[ \t]*$/.test(text.slice(start + 1, end - 1))
  return blank ? { span: { start: start + 1, end: end - 1 }, text: inserted } : insertion(end - 1, inserted)
}

/** The blanks between the comma and the next entry, where two entries are on one line. */
function separatorOf(text: string, entries: readonly Span[]): string | undefined {
  for (const [i, { start }] of entries.slice(1).entries()) {
    const blanks = /^,([ \t]*)$/.exec(text.slice(entries[i]?.end, start))?.[1]
    if (blanks !== undefined) return blanks
  }
  return undefined
}

/** The offset of the comma after an entry; -1 if there is none. */
function commaAfter(text: string, { end }: Span): number {
  const at = afterSpace(text, end)
  return text.charAt(at) === ',' ? at : -1
}

/** Whether nothing else than its comma and a comment is on the lines of an entry. */
function hasLineOfItsOwn(text: string, brackets: Span, entry: Span): boolean {
  const comma = commaAfter(text, entry)
  const commaIsNear = comma !== -1 && comma <= lineEnd(text, entry.end)
  const end = commaIsNear ? comma + 1 : entry.end
  const isAlone = isFirstInLine(text, entry.start) && isLastInLine(text, end)
  return isAlone && (comma === -1 || commaIsNear) && lineStart(text, entry.start) > brackets.start
}

/** Removes an entry with its comma, and with its line where it is alone there. */
export function removeFlow(all: FlowEntries, index: number): readonly TextEdit[] {
  const { text, brackets, entries } = all
  const entry = entries[index] as Span
  const before = entries[index - 1]
  const comma = commaAfter(text, entry)
  const end = comma === -1 ? entry.end : comma + 1
  const commaBefore = before === undefined || comma !== -1 ? -1 : commaAfter(text, before)
  if (entries.length === 1 && !/[#\n]/.test(text.slice(brackets.start, brackets.end))) {
    return [deletion(brackets.start + 1, brackets.end - 1)]
  }
  if (hasLineOfItsOwn(text, brackets, entry)) {
    const lines = deletion(lineStart(text, entry.start), nextLine(text, end))
    return commaBefore === -1 ? [lines] : [deletion(commaBefore, commaBefore + 1), lines]
  }
  const next = entries[index + 1]
  if (next !== undefined) return [deletion(entry.start, end + blanksFrom(text, end))]
  if (before === undefined || /[#\n]/.test(text.slice(before.end, entry.start))) {
    return commaBefore === -1
      ? [deletion(entry.start, end)]
      : [deletion(commaBefore, commaBefore + 1), deletion(entry.start, end)]
  }
  return [deletion(before.end, entry.end)]
}

function blanksFrom(text: string, at: number): number {
  return /^[ \t]*/.exec(text.slice(at, lineEnd(text, at)))?.[0].length ?? 0
}

export function deletion(start: number, end: number): TextEdit {
  return { span: { start, end }, text: '' }
}

import type { Span } from '@authz-playground/engine'

/** One replacement: `insert` replaces the text from `start` to `end`. */
export interface TextEdit extends Span {
  readonly insert: string
}

/**
 * The smallest replacement that turns `before` into `after`; undefined when they are equal. A change from outside thus
 * keeps the cursor, the scroll position and the marks of all text that did not change.
 */
export function smallestEdit(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start--
  let tail = 0
  while (
    tail < shorter - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++
  }
  if (tail > 0 && isLowSurrogate(before.charCodeAt(before.length - tail))) tail--
  return { start, end: before.length - tail, insert: after.slice(start, after.length - tail) }
}

/** Whether an edit makes another text: it replaces more than half of the text by more than half of the new one. */
export function isAnother(before: string, after: string, { start, end, insert }: TextEdit): boolean {
  return 2 * (end - start) > before.length && 2 * insert.length > after.length
}

/**
 * The range of the same text after an edit. Text typed inside the range belongs to it; text typed at its edges does
 * not.
 */
export function moveWith<S extends Span>(span: S, edit: TextEdit): S {
  const shift = edit.insert.length - (edit.end - edit.start)
  const start = edit.end <= span.start ? span.start + shift : Math.min(span.start, edit.start)
  const end = span.end <= edit.start ? span.end : edit.end <= span.end ? span.end + shift : edit.start
  return { ...span, start, end: Math.max(start, end) }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

export function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

import type { RequestText } from '../../http/index.ts'
import { type AccessReviewKind, isAccessReviewKind } from '../../kube/index.ts'
import { fieldOf, isJSONObject, type JSONObject, jsonEnd, parsedJSON } from '../../text/index.ts'
import { GO_REVIEW, goReview } from './go-review.ts'
import { withoutEscapes } from './quoting.ts'

/** A review that a client wrote into its log, as `kubectl auth can-i -v=8` does. */
export interface LoggedReview {
  readonly request: RequestText
  /** Of the text, from 1. */
  readonly line: number
}

/** Longer texts are logs of many requests. Characters. */
const LONGEST = 1_000_000
/** The most reviews that are read of one text. */
const MOST = 100

/** Longer escaped reviews are not read. Characters. */
const LONGEST_ESCAPED = 20_000

/** Blanks, also as JSON escapes them. */
const BLANK = '(?:\\s|\\\\{1,63}[nrt]){0,100}'
/** A quote: escaped as often as a text with it became a value of JSON, or doubled as in CSV. */
const MARK = '(?:\\\\{0,63}"|"")'
const WORD = (word: string) => `${MARK}${word}${MARK}`
/** The kind is the first field, as Go writes it, or the second, as clients do that sort fields. */
const REVIEW = new RegExp(
  `\\{${BLANK}(?:${WORD('apiVersion')}${BLANK}:${BLANK}${WORD('[\\w./]{1,60}')}${BLANK},${BLANK})?(${MARK})kind\\1${BLANK}:${BLANK}\\1(\\w{0,20}SubjectAccessReview)\\1`,
  'g',
)

/** Go: `round_trippers.go` and `request.go` of client-go. What a client sends has the zero value of a status. */
const SENT = /\bRequest Body"?:?\s*(?:body=)?<?\s*$/

/**
 * The reviews of a log, each once: with its answer, where the log has that, too. They are JSON, also as a text in other JSON, or structs as
 * Go prints them. A review that is cut, as with `[truncated 99 chars]`, is left out.
 */
export function loggedReviews(text: string): readonly LoggedReview[] {
  if (text.length > LONGEST) return []
  const found = new Map<string, LoggedReview & { readonly answered: boolean }>()
  let until = 0
  for (const { index, read } of placesIn(text).slice(0, MOST)) {
    const one = index < until ? undefined : read()
    if (one === undefined) continue
    until = one.end
    const { status, ...asked } = one.review
    const key = JSON.stringify([asked.kind, fieldOf(asked.metadata, 'namespace'), asked.spec])
    const answered = status !== undefined && !SENT.test(text.slice(Math.max(0, index - 100), index))
    const before = found.get(key)
    if (before?.answered) continue
    const review = answered ? one.review : asked
    const line = before?.line ?? text.slice(0, index).split('\n').length
    found.set(key, { request: { form: 'review', text: JSON.stringify(review, undefined, 2) }, line, answered })
  }
  return Array.from(found.values(), ({ answered: _, ...review }) => review)
}

/** Where a review may begin, and what is there. */
interface Place {
  readonly index: number
  readonly read: () => { readonly review: JSONObject; readonly end: number } | undefined
}

function placesIn(text: string): readonly Place[] {
  if (!/SubjectAccessReview|\bResourceAttributes:|Attributes(?:Record)?\{/.test(text)) return []
  const json = Array.from(text.matchAll(REVIEW), ({ index, 1: mark = '', 2: kind = '' }): readonly Place[] =>
    isAccessReviewKind(kind) ? [{ index, read: () => jsonReview(text, index, mark) }] : [],
  )
  const structs = Array.from(text.matchAll(GO_REVIEW), ({ index, 1: kind }): Place => {
    return { index, read: () => goReview(text, index, kind as AccessReviewKind | undefined) }
  })
  return [...json.flat(), ...structs].sort((a, b) => a.index - b.index)
}

function jsonReview(text: string, start: number, mark: string): ReturnType<Place['read']> {
  const plain = mark === '"'
  const written = plain ? text : withoutEscapes(text.slice(start, start + LONGEST_ESCAPED), mark)
  const from = plain ? start : 0
  const end = jsonEnd(written, from)
  const review = end === -1 ? undefined : parsedJSON(written.slice(from, end))?.json
  return isJSONObject(review) ? { review, end: plain ? end : start + 1 } : undefined
}

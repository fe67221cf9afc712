import type { RequestText } from '../../http/index.ts'
import { fieldOf, isJSONObject, jsonEnd, parsedJSON } from '../../text/index.ts'

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

/** As Go writes it: the kind is the first field. */
const REVIEW = /\{\s*"kind":\s*"(?:Self|Local)?SubjectAccessReview"/g

/** Go: `round_trippers.go` and `request.go` of client-go. What a client sends has the zero value of a status. */
const SENT = /\bRequest Body"?:?\s*(?:body=)?<?\s*$/

/**
 * The reviews of a log, each once: with its answer, where the log has that, too. A review that is cut, as with `[truncated 99 chars]`, is left
 * out.
 */
export function loggedReviews(text: string): readonly LoggedReview[] {
  if (text.length > LONGEST) return []
  const found = new Map<string, LoggedReview & { readonly answered: boolean }>()
  let until = 0
  for (const { index } of Array.from(text.matchAll(REVIEW)).slice(0, MOST)) {
    const end = index < until ? -1 : jsonEnd(text, index)
    const value = end === -1 ? undefined : parsedJSON(text.slice(index, end))?.json
    if (!isJSONObject(value)) continue
    until = end
    const { status, ...asked } = value
    const key = JSON.stringify([asked.kind, fieldOf(asked.metadata, 'namespace'), asked.spec])
    const answered = status !== undefined && !SENT.test(text.slice(Math.max(0, index - 100), index))
    const before = found.get(key)
    if (before?.answered) continue
    const review = answered ? value : asked
    const line = before?.line ?? text.slice(0, index).split('\n').length
    found.set(key, { request: { form: 'review', text: JSON.stringify(review, undefined, 2) }, line, answered })
  }
  return Array.from(found.values(), ({ answered: _, ...review }) => review)
}

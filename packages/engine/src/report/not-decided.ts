import { BEYOND_LIMIT, type Diagnostic, type SourceId } from '../text/index.ts'
import type { Sentences } from './sentence.ts'

/** What is said instead of an answer: which text was not understood, at which line, and why. */
export function notDecidedWords(errors: readonly Diagnostic[]): Sentences {
  const [first] = errors
  if (first === undefined) return { answer: ['Not decided: the request is empty.'], because: [] }
  const { code, message, range } = first
  const more = errors.length === 1 ? '' : `, and ${errors.length - 1} more`
  const answer =
    code === 'earlier-request'
      ? 'Not decided: an earlier request was not understood, so nobody knows what the server remembers.'
      : code === BEYOND_LIMIT
        ? `Not decided: it would take too long (line ${range.line}).`
        : `Not decided: the ${WHAT[range.source]} not fully understood (line ${range.line}${more}).`
  return { answer: [answer], because: [message] }
}

const WHAT: Readonly<Record<SourceId, string>> = {
  policy: 'policy was',
  request: 'request was',
  objects: 'stored objects were',
  'default-roles': 'default roles were',
  storedObject: 'stored object was',
  webhookChanges: 'changes of webhooks were',
  schema: 'schema was',
  document: 'document was',
  webhook: 'webhook’s table was',
}

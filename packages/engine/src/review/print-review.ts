import type { HTTPRequest, PrintedRequest } from '../http/index.ts'
import { splitTarget } from '../http/index.ts'
import { parsedJSON } from '../text/index.ts'
import { yamlOf } from '../yaml/index.ts'
import { readReview } from './read-review.ts'

const NO_REVIEW =
  'A review asks about one check. This request does not create a SubjectAccessReview, a LocalSubjectAccessReview or a SelfSubjectAccessReview.'

/** Prints the review that a request creates as YAML, as {@link readReview} reads it. */
export function printReview({ method, target, headers, body }: HTTPRequest): PrintedRequest {
  const object = method === 'POST' ? parsedJSON(body)?.json : undefined
  if (typeof object !== 'object' || object === null) return { text: '', gap: NO_REVIEW }
  const text = yamlOf(object)
  const { request, diagnostics } = readReview(text)
  const isReview = request !== undefined && request.target === splitTarget(target).path
  if (!isReview || diagnostics.some(({ severity }) => severity === 'error')) return { text: '', gap: NO_REVIEW }
  const left = headers.filter(({ name }) => !/^(?:content-type|accept|host|user-agent|content-length)$/i.test(name))
  return left.length === 0
    ? { text }
    : {
        text,
        gap: `A review cannot carry ${[...new Set(left.map(({ name }) => name))].join(', ')}; the text has the review alone.`,
      }
}

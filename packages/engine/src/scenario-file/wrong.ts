import { DESIGN_LIST, OWN_DESIGN } from '../designs/index.ts'
import { nearest } from '../text/index.ts'
import type { JsonPath } from '../yaml/index.ts'
import type { WrittenRequest, WrittenScenario } from './schema.ts'

/** An error of a document that fits the schema, with its place. */
export interface Wrong {
  readonly path: JsonPath
  readonly code: string
  readonly message: string
  readonly fix: string
}

export const FORMS = ['http', 'kubectl', 'curl', 'review'] as const

/**
 * Yields the errors that the schema cannot express: a missing or superfluous alternative, a number that names no request,
 * an unknown design.
 */
export function* wrongIn(written: WrittenScenario): Generator<Wrong, void> {
  yield* wrongRequests(written)
  yield* unknownDesigns(written, [OWN_DESIGN])
  if (written.design === OWN_DESIGN && written.designText === undefined) {
    const message = `The design “${OWN_DESIGN}” is that of “designText”, and there is none.`
    yield {
      path: ['design'],
      code: 'no-design-text',
      message,
      fix: 'Write designText: with a design, or name one of the playground.',
    }
  }
}

function* wrongRequests(written: WrittenScenario): Generator<Wrong> {
  const { request, requests, requestor, view, expect = [] } = written
  if (request === undefined && requests === undefined) {
    const fix = 'Write request: with http:, kubectl:, curl: or review:.'
    yield { path: [], code: 'no-request', message: 'There is no request.', fix }
    return
  }
  if (request !== undefined && requests !== undefined) {
    const message = 'The document has both “request” and “requests”.'
    yield { path: ['requests'], code: 'two-requests', message, fix: 'Move “request” into the list “requests”.' }
    return
  }
  const all = requestsOf(written)
  if (all.length === 0) {
    yield {
      path: ['requests'],
      code: 'no-request',
      message: '“requests” is empty.',
      fix: 'Write at least one request.',
    }
  }
  for (const [index, one] of all.entries()) {
    const path = request === undefined ? ['requests', index] : ['request']
    const forms = FORMS.filter((form) => one[form] !== undefined)
    if (forms.length !== 1) {
      const found = forms.length === 0 ? 'none of them' : forms.join(' and ')
      const message = `A request has exactly one of http, kubectl, curl and review; this one has ${found}.`
      yield { path, code: 'wrong-form', message, fix: 'Keep one of them.' }
    }
    if (requestor === undefined && one.requestor === undefined && !namesItsUser(one)) {
      const fix = 'Write requestor: with username: at the top.'
      yield { path, code: 'no-requestor', message: 'This request has no requestor.', fix }
    }
  }
  const named: readonly (readonly [number | undefined, JsonPath])[] = [
    [view?.request, ['view', 'request']],
    ...expect.map(({ request: number }, index) => [number, ['expect', index, 'request']] as const),
  ]
  const count = all.length
  for (const [number, path] of named) {
    if (number === undefined || number <= count) continue
    const message = `There is no request ${number}: there ${count === 1 ? 'is 1' : `are ${count}`}.`
    yield { path, code: 'no-such-request', message, fix: `Write a number from 1 to ${count}.` }
  }
}

/** A review names the user whom it asks about, unless it asks about its sender. */
function namesItsUser({ review }: WrittenRequest): boolean {
  return review !== undefined && !review.includes('SelfSubjectAccessReview')
}

/** The requests of a document, from `request` or `requests`. */
export function requestsOf({ request, requests = [] }: WrittenScenario): readonly WrittenRequest[] {
  return request === undefined ? requests : [request]
}

/** Yields the designs that do not exist. `more`: ids beside those of the playground. */
export function* unknownDesigns(
  { design, assumptions = {}, expect = [] }: Pick<WrittenScenario, 'design' | 'assumptions' | 'expect'>,
  more: readonly string[] = [],
): Generator<Wrong> {
  const named: readonly (readonly [string | undefined, JsonPath])[] = [
    [design, ['design']],
    ...Object.keys(assumptions).map((id) => [id, ['assumptions', id]] as const),
    ...expect.map((one, index) => [one.design, ['expect', index, 'design']] as const),
  ]
  const known = [...DESIGN_LIST.map(({ id }) => id), ...more]
  for (const [id, path] of named) {
    if (id === undefined || known.includes(id)) continue
    const near = nearest(id, known)
    const fix = near === undefined ? `The designs are ${known.join(', ')}.` : `Did you mean “${near}”?`
    yield { path, code: 'unknown-design', message: `Unknown design “${id}”.`, fix }
  }
}

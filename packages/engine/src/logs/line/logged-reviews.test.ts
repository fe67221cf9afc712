import { describe, expect, it } from 'vitest'
import { loggedReviews } from './logged-reviews.ts'

const REVIEW = {
  kind: 'SubjectAccessReview',
  apiVersion: 'authorization.k8s.io/v1',
  metadata: {},
  spec: { resourceAttributes: { namespace: 'prod', verb: 'list', resource: 'pods' }, user: 'kim' },
}
const SENT = JSON.stringify({ ...REVIEW, status: { allowed: false } })
const ANSWERED = JSON.stringify({ ...REVIEW, status: { allowed: true } })
const klog = (words: string) => `I1128 10:11:12.123456   23776 request.go:1212] ${words}`

/** The reviews of a text, parsed, with their lines. */
function read(text: string) {
  return loggedReviews(text).map(({ request, line }) => ({ line, ...JSON.parse(request.text) }))
}

describe('a review in the log of a client', () => {
  it.each([
    ['as one line', klog(`Response Body: ${ANSWERED}`), 2],
    ['over several lines, from client-go 1.33 on', klog(`"Response Body" body=<\n\t${ANSWERED}\n >`), 3],
  ])('is read with its answer, %s', (_, text, line) => {
    expect(read(`noise\n${text}`)).toEqual([{ line, ...REVIEW, status: { allowed: true } }])
  })

  it.each([klog(`Request Body: ${SENT}`), klog(`"Request Body" body=<\n\t${SENT}\n >`)])(
    'has no answer where the client sent it: %s',
    (text) => {
      expect(read(text)).toEqual([{ line: expect.any(Number), ...REVIEW }])
    },
  )

  it('is one with its answer', () => {
    const text = [klog(`Request Body: ${SENT}`), klog('POST https://k'), klog(`Response Body: ${ANSWERED}`)].join('\n')
    expect(read(text)).toEqual([{ line: 1, ...REVIEW, status: { allowed: true } }])
  })

  it('is left out where it is cut', () => {
    expect(read(klog(`Request Body: ${SENT.slice(0, -9)} [truncated 9 chars]`))).toEqual([])
  })

  it('is not every object', () => {
    expect(read(klog(`Response Body: ${JSON.stringify({ kind: 'SelfSubjectReview', status: {} })}`))).toEqual([])
  })
})

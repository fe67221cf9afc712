import type { Scenario } from '@authz-playground/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LONGEST_PAUSE,
  madePresent,
  movedTo,
  sentAgain,
  sentOneByOne,
  sequenceOf,
  startedAnew,
  withoutPresent,
  withoutReviews,
  withSenderOfReviews,
} from './sequence.ts'

function sending(text: string, rest: Partial<Scenario> = {}): Scenario {
  return {
    version: 2,
    policy: '',
    request: { form: 'http', text },
    requestor: { username: 'jane' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
    ...rest,
  }
}

function one(text: string, after?: number) {
  return {
    request: { form: 'http', text },
    requestor: { username: 'jane' },
    ...(after !== undefined && { after }),
  } as const
}

/** The requests with their times, as text: the present request between brackets. */
function timesOf(scenario: Scenario): string {
  const { requests, here } = sequenceOf(scenario)
  let at = 0
  return requests
    .map(({ request, after = 0 }, index) => {
      at += index === 0 ? 0 : after
      return index === here ? `[${request.text}@${at}]` : `${request.text}@${at}`
    })
    .join(' ')
}

const three = sending('b', { earlier: [one('a')], after: 4, later: [one('c', 5)] })

describe('a sequence of requests', () => {
  it('is one request, until it is sent again', () => {
    expect(timesOf(sending('a'))).toBe('[a@0]')
    expect(timesOf(sending('a', sentAgain(sending('a'))))).toBe('a@0 [a@1]')
  })

  it('gets a copy after the present request, before later ones', () => {
    expect(timesOf({ ...three, ...sentAgain(three) })).toBe('a@0 b@4 [b@5] c@10')
  })

  it('makes another request present and changes none of them', () => {
    expect(timesOf({ ...three, ...madePresent(three, 0) })).toBe('[a@0] b@4 c@9')
    expect(timesOf({ ...three, ...madePresent(three, 2) })).toBe('a@0 b@4 [c@9]')
    expect(madePresent(three, 3)).toEqual({})
  })

  it('moves the clock in whole seconds, as far as it goes', () => {
    expect(timesOf({ ...three, ...movedTo(10) })).toBe('a@0 [b@10] c@15')
    expect(movedTo(-1)).toEqual({ after: 0 })
    expect(movedTo(1e9)).toEqual({ after: LONGEST_PAUSE })
  })

  it('keeps the time of the requests after a removed one', () => {
    expect(timesOf({ ...three, ...withoutPresent(three) })).toBe('[a@0] c@9')
  })

  it('begins with the next request when the first is removed', () => {
    const first = { ...three, ...madePresent(three, 0) }
    expect(timesOf({ ...first, ...withoutPresent(first) })).toBe('[b@0] c@5')
  })

  it('keeps its only request', () => {
    expect(withoutPresent(sending('a'))).toEqual({})
  })

  it('puts the requests of a command in its place, at its time', () => {
    expect(timesOf({ ...three, ...sentOneByOne(three, ['x', 'y'], 1) })).toBe(
      timesOf(three).replace(/\[b@(\d+)\]/, 'x@$1 [y@$1]'),
    )
  })

  it('starts anew with the present request alone', () => {
    expect(timesOf({ ...three, ...startedAnew() })).toBe('[b@0]')
  })

  it('comes back as it was when another request was present for a while', () => {
    const texts = fc.array(fc.tuple(fc.string(), fc.nat(60)), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(texts, fc.nat(7), fc.nat(7), (sent, from, to) => {
        const requests = sent.map(([text, after], index) => one(text, index === 0 ? 0 : after))
        const here = from % requests.length
        const { request, requestor, after } = requests[here] ?? one('')
        const before: Scenario = {
          ...sending(''),
          request,
          requestor,
          after: after ?? 0,
          earlier: requests.slice(0, here),
          later: requests.slice(here + 1),
        }
        const away = { ...before, ...madePresent(before, to % requests.length) }
        expect({ ...away, ...madePresent(away, here) }).toEqual(before)
      }),
    )
  })
})

describe('reviews of one step', () => {
  const review = (text: string, username = '') =>
    ({ request: { form: 'review', text }, requestor: { username } }) as const
  const pair = sending('', { ...review('signer'), later: [review('domain')] })

  it('are about one user, whichever of them is shown', () => {
    const { later } = withSenderOfReviews(pair, { requestor: { username: 'd' } })
    expect(later).toEqual([review('domain', 'd')])
    const second = { ...pair, ...madePresent(pair, 1) }
    expect(withSenderOfReviews(second, { requestor: { username: 'd' } }).earlier).toMatchObject([review('signer', 'd')])
  })

  it('keep their users where they are about two, and where one was sent again', () => {
    const requestor = { username: 'd' }
    const two = { ...pair, later: [review('domain', 'e')] }
    expect(withSenderOfReviews(two, { requestor }).later).toEqual(two.later)
    const again = { ...pair, ...sentAgain(pair), later: [] }
    expect(withSenderOfReviews(again, { requestor }).earlier).toEqual(again.earlier)
    expect(withSenderOfReviews(three, { requestor })).toEqual({ requestor })
  })

  it('give way to another request, and other requests do not', () => {
    expect(withoutReviews(pair)).toEqual({ earlier: [], later: [] })
    expect(withoutReviews(three)).toEqual({})
  })
})

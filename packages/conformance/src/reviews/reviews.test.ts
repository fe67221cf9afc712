import { Random } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../data/made-note.ts'
import { readProvenance } from '../data/provenance.ts'
import { vectorsIn } from '../files.ts'
import { reviewDifferences } from './compare.ts'
import { makeReviews } from './generate.ts'
import { MADE_REVIEWS, readReviewNote } from './made-reviews.ts'
import { countsOf, holdsReviews, type ReviewVector } from './review-vector.ts'

const { reviews: vectors } = vectorsIn(MADE_REVIEWS)

describe('the checked-in reviews', () => {
  it('are those of the note, at least 500 of each kind, from the release of the other vectors', () => {
    const { counts, digest, madeFrom } = readReviewNote()
    expect(countsOf(vectors)).toEqual(counts)
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(500)
    expect(digestOf(MADE_REVIEWS)).toBe(digest)
    expect(madeFrom).toBe(readProvenance().madeFrom)
  })

  it('are allowed, not allowed and refused, and the writes pass or not, each often', () => {
    const reviews = vectors.flatMap((one) => one.reviews)
    const steps = vectors.flatMap((one) => one.steps)
    const share = <T>(all: readonly T[], is: (one: T) => boolean) => all.filter(is).length / all.length
    expect(share(reviews, ({ status }) => status?.allowed === true)).toBeGreaterThan(0.3)
    expect(share(reviews, ({ status }) => status?.allowed === false)).toBeGreaterThan(0.3)
    expect(share(reviews, ({ code }) => code !== 201)).toBeGreaterThan(0.03)
    expect(share(steps, ({ message }) => message === undefined)).toBeGreaterThan(0.3)
    expect(share(steps, ({ message }) => message !== undefined)).toBeGreaterThan(0.3)
  })

  it('agree, one policy in ten', () => {
    const some = vectors.filter((_, index) => index % 10 === 0)
    expect(some.flatMap((vector) => reviewDifferences(vector).map((one) => ({ id: vector.id, ...one })))).toEqual([])
  })

  it('disagree where a status, a decision, or the check of a refusal is another', () => {
    const fields = (vector: ReviewVector) => reviewDifferences(vector).map(({ field }) => field.replace(/\d+/g, 'N'))
    const [vector] = vectors.filter(({ steps, reviews }) => steps[0]?.message && reviews.every(({ status }) => status))
    if (vector === undefined) throw new Error('no vector')
    const [review] = vector.reviews
    const [step] = vector.steps
    if (review?.status === undefined || step?.message === undefined) throw new Error('no review, no step')
    const { allowed } = review.status
    expect(fields({ ...vector, reviews: [{ ...review, status: { allowed: !allowed } }], steps: [] })).toEqual([
      'reviews[N].status',
    ])
    const other = { ...step, message: step.message.replace('signerName "', 'signerName "x') }
    expect(fields({ ...vector, reviews: [], steps: [other] })).toContain('steps[N].message')
    const checks = step.checks.map((one) => ({ ...one, decision: 'Allow' as const }))
    expect(fields({ ...vector, reviews: [], steps: [{ ...step, checks }] })).toContain('steps[N].checks[N]')
  })
})

it('a file of reviews is distinguished by its first line', () => {
  expect(holdsReviews(JSON.stringify(vectors[0]))).toBe(true)
  expect(holdsReviews('{"id":"x","policy":"","whoCan":[],"rules":[]}')).toBe(false)
})

it('the generator makes the same of the same seed, and others of others', () => {
  const made = () => Array.from({ length: 30 }, (_, index) => JSON.stringify(makeReviews(new Random(5, index), 'x')))
  expect(made()).toEqual(made())
  expect(new Set(made()).size).toBe(30)
})

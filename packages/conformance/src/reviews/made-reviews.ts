import { join } from 'node:path'
import { Random } from '@authz-playground/engine/internal/vectors'
import { type MadeNote, readMadeNote, writeMadeNote } from '../data/made-note.ts'
import { REVIEW_VECTORS, writeLines } from '../files.ts'
import { answersAbout, OracleProcess, type Unanswered } from '../fuzz/oracle.ts'
import { type AskedReviews, makeReviews } from './generate.ts'
import { countsOf, type ReviewVector } from './review-vector.ts'

/** Generated policies with reviews and writes. */
export const MADE_REVIEWS = join(REVIEW_VECTORS, 'reviews-1.36.3.ndjson.gz')

/** The origin of the vectors, and how many of each kind they have. */
export interface ReviewNote extends MadeNote, ReviewCounts {}

interface ReviewCounts {
  readonly counts: ReturnType<typeof countsOf>
}

/**
 * Makes the vectors again, with at least `count` of each kind of review and write: the same seed makes the same vectors. Policies that the
 * API server refuses are left out.
 */
export async function makeReviewVectors(seed: number, count: number): Promise<ReviewNote> {
  const oracle = new OracleProcess<AskedReviews, ReviewVector & Unanswered>('review')
  const vectors: ReviewVector[] = []
  try {
    const make = (index: number) => makeReviews(new Random(seed, index), `reviews-${seed}-${index}`)
    for await (const vector of answersAbout(oracle, make)) {
      vectors.push(vector)
      if (vectors.length === count) break
    }
  } finally {
    oracle.close()
  }
  writeLines(MADE_REVIEWS, vectors)
  const command = `pnpm conformance:data --reviews --seed ${seed}`
  return writeMadeNote<ReviewCounts>(MADE_REVIEWS, command, { counts: countsOf(vectors) })
}

export function readReviewNote(): ReviewNote {
  return readMadeNote<ReviewCounts>(MADE_REVIEWS)
}

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '@authz-playground/engine/internal/vectors'
import { REVIEW_VECTORS, writeLines } from '../files.ts'
import { OracleProcess, runOracle } from '../fuzz/oracle.ts'
import { type AskedReviews, makeReviews } from './generate.ts'
import { countsOf, type ReviewVector } from './review-vector.ts'

/** Generated policies with reviews and writes, and the note about their origin. */
export const MADE_REVIEWS = join(REVIEW_VECTORS, 'reviews-1.36.3.ndjson.gz')
const NOTE = join(REVIEW_VECTORS, 'made.json')

/** The origin of the vectors, and how many of each kind they have. */
export interface ReviewNote {
  /** The upstream release whose code answered. */
  readonly madeFrom: string
  /** The command that makes them again. */
  readonly command: string
  readonly counts: ReturnType<typeof countsOf>
  readonly digest: string
}

type Answered = ReviewVector & { readonly error?: string; readonly dropped?: string }

/**
 * Makes the vectors again, with at least `count` of each kind of review and write: the same seed makes the same vectors. Policies that the
 * API server refuses are left out.
 */
export async function makeReviewVectors(seed: number, count: number): Promise<ReviewNote> {
  const oracle = new OracleProcess<AskedReviews, Answered>('review')
  const vectors: ReviewVector[] = []
  try {
    for (let index = 0; vectors.length < count; index++) {
      const asked = makeReviews(new Random(seed, index), `reviews-${seed}-${index}`)
      const { error, dropped, ...vector } = await oracle.ask(asked)
      if (error === undefined && dropped === undefined) vectors.push(vector)
    }
  } finally {
    oracle.close()
  }
  writeLines(MADE_REVIEWS, vectors)
  const note: ReviewNote = {
    madeFrom: runOracle('version').trim(),
    command: `pnpm conformance:data --reviews --seed ${seed}`,
    counts: countsOf(vectors),
    digest: digestNow(),
  }
  writeFileSync(NOTE, `${JSON.stringify(note, undefined, 2)}\n`)
  return note
}

export function readReviewNote(): ReviewNote {
  return JSON.parse(readFileSync(NOTE, 'utf8')) as ReviewNote
}

/** The digest of the current file. */
export function digestNow(): string {
  return `sha256:${createHash('sha256').update(readFileSync(MADE_REVIEWS)).digest('hex')}`
}

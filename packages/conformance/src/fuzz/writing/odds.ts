import type { Random } from '@authz-playground/engine/vectors'

/** How often something odd is put into a request: what the API server refuses, mostly. */
export type Odds = (probability: number) => boolean

/**
 * Of most requests none: one slip is enough to be refused, so that half of the requests would never come to what is behind
 * it. The others have so many more.
 */
export function odds(random: Random): Odds {
  const times = random.weighted([
    [7, 0],
    [3, 3],
  ])
  return (probability) => random.chance(probability * times)
}

import type { Random } from '@authz-playground/engine/internal/vectors'

/** How often a request has a mistake, which the API server mostly refuses. */
export type MistakeRate = (probability: number) => boolean

/**
 * Most requests have no mistake: a single one is enough for a refusal, which hides the later checks. The others have
 * more mistakes instead.
 */
export function mistakeRate(random: Random): MistakeRate {
  const times = random.weighted([
    [7, 0],
    [3, 3],
  ])
  return (probability) => random.chance(probability * times)
}

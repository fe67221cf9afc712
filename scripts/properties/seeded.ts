import { createRequire } from 'node:module'
import type { IRawProperty, Parameters } from 'fast-check'

// Not imported: in the tests the name fast-check is this file.
const fc: typeof import('fast-check').default = createRequire(import.meta.url)('fast-check')

const { PROPERTY_SEED, PROPERTY_TIMES } = process.env

/** The seed of a property that states none, so that a run of the tests passes or fails the same each time. */
const SEED = 5284

/** The runs of a property that states no number: fast-check's own default. */
const RUNS = 100

function parametersOf<Values>(stated: Parameters<Values> = {}): Parameters<Values> {
  if (PROPERTY_TIMES === undefined) return { seed: SEED, ...stated }
  return { ...stated, seed: Number(PROPERTY_SEED), numRuns: Number(PROPERTY_TIMES) * (stated.numRuns ?? RUNS) }
}

const assert = <Values>(property: IRawProperty<Values>, parameters?: Parameters<Values>) =>
  fc.assert(property, parametersOf(parameters))

/**
 * fast-check in all tests, by vitest.config.ts: no property passes by chance. In `pnpm conformance:properties` each runs
 * PROPERTY_TIMES times as often as it states, with the seed of the whole run in place of its own.
 */
// biome-ignore lint/style/noDefaultExport: fast-check is imported as a default.
export default { ...fc, assert }

import { createRequire } from 'node:module'
import type { IRawProperty, Parameters } from 'fast-check'

// Not imported: in a long run the name fast-check is this file.
const fc: typeof import('fast-check').default = createRequire(import.meta.url)('fast-check')

const seed = Number(process.env.PROPERTY_SEED)
const times = Number(process.env.PROPERTY_TIMES)

/** The runs of a property that states no number: fast-check's own default. */
const RUNS = 100

const assert = <Values>(property: IRawProperty<Values>, parameters?: Parameters<Values>) =>
  fc.assert(property, { ...parameters, seed, numRuns: times * (parameters?.numRuns ?? RUNS) })

/**
 * fast-check in `pnpm conformance:properties`, by vitest.config.ts: each property runs many times as often as it states, with the
 * seed of the whole run in place of its own.
 */
// biome-ignore lint/style/noDefaultExport: fast-check is imported as a default.
export default { ...fc, assert }

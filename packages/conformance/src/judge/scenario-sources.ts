import { playScenario, Random, type VectorScenario, vectorAnswer } from '@authz-playground/engine/internal/vectors'
import type { Example } from '@authz-playground/examples'
import { ALL_DESIGNS } from '../all-designs.ts'
import { makeScenario } from '../fuzz/generate.ts'
import type { OracleAnswer } from '../fuzz/oracle.ts'
import { type Askable, askable, toAsk } from './scenarios.ts'

/** A scenario for a server, with its origin. */
export interface SourcedScenario {
  readonly from: 'the gallery' | 'the gallery, under another design' | 'roles and bindings written' | 'generated'
  readonly id: string
  readonly askable: Askable
}

/**
 * The gallery: each example under its own design where that is a released one, and under the other released ones, which
 * may answer differently.
 */
export function gallery(examples: readonly Example[]): readonly SourcedScenario[] {
  return examples.flatMap(({ id, scenario }): readonly SourcedScenario[] => {
    const { version, constrainedImpersonation = version === '1.36' || version === '1.37' } = scenario.cluster
    const own = scenario.design === 'constrained' && !constrainedImpersonation ? 'legacy' : scenario.design
    return (['constrained', 'legacy'] as const).map((design) => ({
      from: design === own ? 'the gallery' : 'the gallery, under another design',
      id: `${id}-${design}`,
      askable: askable(`${id}-${design}`, scenario, design),
    }))
  })
}

/** One scenario of the fuzzer. The engine answers where the fuzzer would use the oracle. */
export async function generated(seed: number, index: number): Promise<SourcedScenario> {
  const id = `seed${seed}-${index}`
  const { answered } = await makeScenario(new Random(seed, index), id, (scenario) =>
    Promise.resolve(answeredByEngine(scenario)),
  )
  const { expect: _, error: __, ...scenario } = answered
  return { from: 'generated', id, askable: toAsk(scenario) }
}

function answeredByEngine(scenario: VectorScenario): OracleAnswer {
  const played = playScenario(scenario, ALL_DESIGNS)
  if (played.kind !== 'played') return { ...scenario, error: played.kind }
  return {
    ...scenario,
    expect: played.requests.flatMap((one) =>
      !('trace' in one) ? [] : [vectorAnswer(one.trace, played.design, one.request)],
    ),
  }
}

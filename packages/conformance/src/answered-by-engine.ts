import { playScenario, type VectorScenario, vectorAnswer } from '@authz-playground/engine/internal/vectors'
import { ALL_DESIGNS } from './all-designs.ts'

/** A scenario with the engine's answers, which the vectors hold to kube-apiserver's code. Without answers where it is not played. */
export function answeredByEngine(scenario: VectorScenario): VectorScenario {
  const play = playScenario(scenario, ALL_DESIGNS)
  if (play.kind !== 'played') return scenario
  const expected = play.requests.map((one) =>
    'trace' in one ? vectorAnswer(one.trace, play.design, one.request) : { checks: [], code: 400 },
  )
  return { ...scenario, expect: expected }
}

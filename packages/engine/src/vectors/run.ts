import type { Design } from '../designs/index.ts'
import { vectorAnswer } from './answer.ts'
import { type Difference, differences } from './compare.ts'
import { conditionDifferences } from './condition-values.ts'
import { playScenario, type VectorPlay } from './play.ts'
import type { VectorAnswer, VectorScenario } from './vector.ts'

/**
 * Why a request was not compared: the engine does not support something that it needs. For example, the engine ignores
 * documents of kinds that a policy does not have, because a cluster may have such kinds.
 */
export type Beyond = `the design ${string}` | 'the kinds of all APIs' | 'the words for bodies that cannot be read'

/** The result of one request of a vectors file. */
export type VectorVerdict =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'disagrees'; readonly differences: readonly Difference[] }
  | { readonly kind: 'beyond'; readonly needs: Beyond }

/** The result of one request of a scenario. */
export interface RequestVerdict {
  readonly scenario: string
  /** Index of the request in its scenario. */
  readonly request: number
  readonly verdict: VectorVerdict
}

/**
 * Answers every request of a scenario and compares. A policy that the API server does not read counts as one request.
 * @param designs what a scenario may name: those of `loadDesigns`
 */
export function runScenario(scenario: VectorScenario, designs: readonly Design[]): readonly RequestVerdict[] {
  return verdictsOf(scenario, playScenario(scenario, designs))
}

/** Compares the answers to every request of a scenario, as {@link runScenario} does, where they are there already. */
export function verdictsOf(scenario: VectorScenario, played: VectorPlay): readonly RequestVerdict[] {
  const { id, expect = [], error = '' } = scenario
  const verdictFor = (request: number, verdict: VectorVerdict): RequestVerdict => ({ scenario: id, request, verdict })
  const forEach = (verdict: VectorVerdict) => expect.map((_, i) => verdictFor(i, verdict))
  if (error !== '') {
    if (played.kind === 'refused') return [verdictFor(0, { kind: 'agrees' })]
    if (played.kind === 'played' && played.cluster.policy.notRead.length > 0)
      return [verdictFor(0, { kind: 'beyond', needs: 'the kinds of all APIs' })]
    return [verdictFor(0, unread(error, 'the policy was read'))]
  }
  switch (played.kind) {
    case 'refused': {
      const complaint = played.diagnostics.map(({ range, message }) => `line ${range.line}: ${message}`).join('; ')
      return forEach(unread('texts that can be read', complaint))
    }
    case 'unknown-design':
      return forEach({ kind: 'beyond', needs: `the design ${played.design}` })
    case 'unknown-assumption':
      return forEach(unread(`one of ${played.design.id}`, played.chosen, 'assumptions'))
    case 'played':
      return played.requests.map((one, i) => {
        if ('complaint' in one) return verdictFor(i, unread('a change that can be computed', one.complaint.message))
        const expected = expect[i] as VectorAnswer
        if ('unreadable' in one) {
          // The engine must be able to read everything that the API server can read.
          return UNREADABLE.has(expected.code) || refusedBefore(expected)
            ? verdictFor(i, { kind: 'beyond', needs: 'the words for bodies that cannot be read' })
            : verdictFor(i, unread('a body that can be read', one.unreadable.message))
        }
        const found = [
          ...differences(expected, vectorAnswer(one.trace, played.design, one.request), scenario.compare),
          ...conditionDifferences(expected, one.trace),
        ]
        return verdictFor(i, found.length === 0 ? { kind: 'agrees' } : { kind: 'disagrees', differences: found })
      })
  }
}

/** Whether the handler never saw the body. */
function refusedBefore({ code, checks }: VectorAnswer): boolean {
  return code === 403 && !checks.some(({ phase }) => phase === 'handler')
}

/** The codes with which the API server answers bodies that it cannot decode, and patches that do not apply. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 409, 422, 500])

function unread(expected: string, found: string, field = 'policy'): VectorVerdict {
  return { kind: 'disagrees', differences: [{ field, expected, found }] }
}

import { type Answer, type Authorizer, type Design, type Trace, userInfo } from '@authz-playground/engine'
import { traceOf } from '@authz-playground/engine/internal/decide'
import { ServerMemory } from '@authz-playground/engine/internal/designs'
import { differences, httpRequest, vectorAnswer } from '@authz-playground/engine/internal/vectors'
import { increments } from '@authz-playground/engine/report'
import { ALL_DESIGNS } from '../all-designs.ts'
import type { ComparedVersion, ReleaseAnswer } from './release.ts'
import { type ScriptedScenario, severalExtraKeys } from './scripted-scenarios.ts'

/** The first field in which the engine, set to a version, differs from the answer of that release. */
export type EngineVerdict = 'agrees' | { readonly request: number; readonly field: string }

const COMPARED = ['checks', 'reasons', 'impersonatedUser', 'constraint', 'code', 'message'] as const

/**
 * Answers a scenario with the engine, whose checks get the release's answers in order. Undefined where the two cannot
 * be compared: the engine's authorizers have no errors, it checks extras in header order, and requests that net/http
 * refuses do not reach it.
 */
export function engineVerdict(
  version: ComparedVersion,
  { constrained, script, requests }: ScriptedScenario,
  answers: readonly ReleaseAnswer[],
): EngineVerdict | undefined {
  if (script.errors || requests.some(severalExtraKeys) || answers.some(({ refused }) => refused)) return undefined
  const design = ALL_DESIGNS.find(({ id }) => id === 'constrained') as Design
  const memory = new ServerMemory()
  for (const [request, sent] of requests.entries()) {
    const answer = answers[request] as ReleaseAnswer
    const settings = { version, constrainedImpersonation: constrained, authorizationModes: ['RBAC'] } as const
    memory.wait(sent.after)
    const asked = httpRequest(sent)
    const trace = traceOf(design, asked, userInfo({ username: '', ...sent.requestor }), settings, replayed(answer), {
      memory,
    })
    const { metrics, ...expected } = answer
    const [difference] = differences(expected, vectorAnswer(trace, design, asked), COMPARED)
    if (difference !== undefined) return { request, field: difference.field }
    if (JSON.stringify(counted(trace, version)) !== JSON.stringify(counters(metrics)))
      return { request, field: 'metrics' }
  }
  return 'agrees'
}

/** Returns the recorded answers in order; the comparison checks that the checks are the same. */
function replayed({ checks }: ReleaseAnswer): Authorizer {
  const rest = checks.map(({ decision, reason = '' }) => ({ decision, reason }) as Answer)
  return { authorize: () => rest.shift() ?? { decision: 'NoOpinion', reason: 'nobody asked this' } }
}

type Counted = readonly (readonly [string, number])[]

function counted(trace: Trace, version: ComparedVersion): Counted {
  return sorted(
    increments(trace, version).map(({ name, labels, by }) => {
      const printed = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`)
      return [`${name}{${printed.sort().join(',')}}`, by]
    }),
  )
}

/** Without the histograms, which the engine does not compute. */
function counters(metrics: Readonly<Record<string, number>>): Counted {
  return sorted(Object.entries(metrics).filter(([name]) => name.includes('_total{')))
}

function sorted(counted: Counted): Counted {
  return [...counted].sort(([a], [b]) => (a < b ? -1 : 1))
}

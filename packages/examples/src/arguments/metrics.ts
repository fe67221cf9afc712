import { increments, type Trace } from '@authz-playground/engine'
import { http, scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, caseOf, verdict } from './argument.ts'
import { EIGHT_PARTS } from './eight-parts.ts'
import { checksOf } from './found.ts'
import { DEPUTY, deputyIsJaneByLegacy, deputyListsAsJane, janeReads } from './grants.ts'

const LIST = http('GET /api/v1/namespaces/prod/pods', { 'Impersonate-User': 'jane' })
const STAYED = documents(janeReads(), deputyIsJaneByLegacy())

const RUNS = {
  off: caseOf(
    'list pods as jane by `impersonate`, feature off',
    scenario(STAYED, DEPUTY, LIST, { constrainedImpersonation: false }),
  ),
  on: caseOf('the same rules, feature on', scenario(STAYED, DEPUTY, LIST)),
  moved: caseOf(
    'the same request by the new rules',
    scenario(documents(janeReads(), deputyListsAsJane()), DEPUTY, LIST),
  ),
  eight: caseOf('the request with eight parts', EIGHT_PARTS, 'constrained'),
}
const NAMES = ['off', 'on', 'moved', 'eight'] as const

/** How often `authorization_attempts_total` is incremented. */
function attempts(trace: Trace): number {
  return incrementsOf(trace, 'authorization_attempts_total')
}

function incrementsOf(trace: Trace, counter: string): number {
  return increments(trace, '1.36')
    .filter(({ name }) => name === counter)
    .reduce((sum, { by }) => sum + by, 0)
}

/** How often `apiserver_authorization_decisions_total` is incremented. */
function decisions(trace: Trace): number {
  return incrementsOf(trace, 'apiserver_authorization_decisions_total')
}

/** The counters that show the checks of impersonation, and those that do not. */
export const metricArguments: readonly Argument[] = [
  argument({
    id: 'rollback-metric',
    title: 'The extra checks show in `authorization_attempts_total`',
    claim: {
      quote: 'authorization_attempts_total shows greatly increased number.',
      document: 'kep',
      section: 'What specific metrics should inform a rollback?',
    },
    cases: RUNS,
    settle(of) {
      const [off, on] = [of('off'), of('on')]
      return verdict(
        checksOf(on).length > checksOf(off).length && attempts(on) > attempts(off),
        `The same rules cost ${checksOf(off).length} checks with the feature off and ${checksOf(on).length} with it on, and the request with eight parts costs ${
          checksOf(of('eight')).length
        }. The counter goes up by ${attempts(off)}, ${attempts(on)} and ${attempts(of('eight'))}, so it shows none of the additional checks.`,
      )
    },
  }),
  argument({
    id: 'metrics-handler',
    title: '`authorization_attempts_total` counts requests, not checks',
    claim: {
      quote: 'These tell you about the WithAuthorization request handler, not actual authz calls.',
      document: 'thread',
      section: 'on What specific metrics should inform a rollback?',
    },
    assumes:
      '`apiserver_authorization_decisions_total` counts terminal decisions: Allow and Deny of a configured authorizer, and not NoOpinion.',
    cases: RUNS,
    settle(of) {
      const traces = NAMES.map((name) => of(name))
      const checks = traces.map((trace) => checksOf(trace).length)
      return verdict(
        traces.every((trace) => attempts(trace) === 1) && Math.max(...checks) > 1,
        `${traces.length} requests with ${checks.join(', ')} checks increment it by ${traces
          .map(attempts)
          .join(', ')}. \`apiserver_authorization_decisions_total\`, which the comment names, goes up by ${traces
          .map(decisions)
          .join(
            ', ',
          )}: it counts checks that an authorizer decides, and not those without an opinion, such as the constrained check before legacy.`,
      )
    },
  }),
]

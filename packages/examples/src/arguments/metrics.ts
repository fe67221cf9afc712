import type { Trace } from '@authz-playground/engine'
import { increments } from '@authz-playground/engine/report'
import { scenario } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, type Case, caseOf, countTable, verdict, verdictIf } from './argument.ts'
import { EIGHT_PARTS } from './eight-parts.ts'
import { checksOf } from './found.ts'
import { DEPUTY, deputyIsJaneByLegacy, deputyListsAsJane, janeReads } from './grants.ts'
import { LIST } from './requests.ts'

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

const SHOWN: Readonly<Record<(typeof NAMES)[number], Case>> = RUNS

function countersOf(traces: readonly Trace[]) {
  return countTable(
    'Counted',
    NAMES.map((name) => SHOWN[name].shows),
    [
      ['checks', traces.map((trace) => checksOf(trace).length)],
      ['`authorization_attempts_total`', traces.map(attempts)],
      ['`apiserver_authorization_decisions_total`', traces.map(decisions)],
    ],
  )
}

/** The counters that show the checks of impersonation, and those that do not. */
export const metricArguments: readonly Argument[] = [
  argument({
    id: 'rollback-metric',
    title: 'The extra checks show in `apiserver_authorization_decisions_total`',
    claim: {
      quote: '`apiserver_authorization_decisions_total` shows greatly increased number.',
      document: 'kep',
      section: 'What specific metrics should inform a rollback?',
    },
    cases: RUNS,
    settle(of) {
      const [off, on, moved] = [of('off'), of('on'), of('moved')]
      return verdictIf(
        'an authorizer allows or denies them',
        checksOf(moved).length > checksOf(off).length && decisions(moved) > decisions(off),
        checksOf(on).length > checksOf(off).length && decisions(on) > decisions(off),
        `The same rules cost ${checksOf(off).length} checks with the feature off and ${checksOf(on).length} with it on; the counter goes up by ${decisions(off)} and by ${decisions(on)}, because NoOpinion is not counted. With the new rules it is ${checksOf(moved).length} checks, and the counter goes up by ${decisions(moved)}. The text under review named \`authorization_attempts_total\`, which counts requests; the merge mended that.`,
        countersOf(NAMES.map((name) => of(name))),
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
      'Decisions are counted for each authorizer of `--authorization-mode` or `--authorization-config`, as the released server does: Allow and Deny, and not NoOpinion.',
    cases: RUNS,
    settle(of) {
      const traces = NAMES.map((name) => of(name))
      const checks = traces.map((trace) => checksOf(trace).length)
      return verdict(
        traces.every((trace) => attempts(trace) === 1) && Math.max(...checks) > 1,
        `Each of ${traces.length} requests increments it once, whatever its checks are: up to ${Math.max(...checks)}. \`apiserver_authorization_decisions_total\`, which the comment names, counts the checks that an authorizer decides, and not those without an opinion, such as the constrained check before legacy.`,
        countersOf(traces),
      )
    },
  }),
]

import { type ClusterSettings, readRequest, type SentRequest, userInfo } from '@authz-playground/engine'
import { writeScenarioDocument } from '@authz-playground/engine/documents'
import {
  type FallenRow,
  fallenRow,
  type ImpersonatorRow,
  impersonatorRow,
  type JudgedRow,
  judgedRow,
  type ProofRow,
  proofRow,
  type WideningRow,
  wideningRows,
} from '@authz-playground/engine/internal/answers'
import { GATE_TABLE, type GateRow, withFeature } from '@authz-playground/engine/internal/cluster'
import {
  fallenThrough,
  Migration,
  planScenario,
  readiness,
  sentRequest,
  type WayStep,
  wayThere,
} from '@authz-playground/engine/internal/constrain'
import { constrained } from '@authz-playground/engine/internal/designs'
import { RequestDecider, seenRequest } from '@authz-playground/engine/internal/logs'
import { subjectKey } from '@authz-playground/engine/internal/rights'
import {
  type ConstrainPlan,
  type DecidedRequest,
  type FallenThrough,
  type JudgedRequest,
  mergeObservations,
  type Observation,
  planMarkdown,
  type Unread,
  type Verdict,
  type Widening,
} from '@authz-playground/engine/logs'
import { type Marked, OUTCOME_MARKS } from '@authz-playground/pictures'
import { createTwoFilesPatch } from 'diff'
import type { ScenarioDecision } from './decisions.ts'
import { observedIn, readTimes, type WhichLog } from './log-files.ts'

/** What a plan is made from, beside the policy of the answer. */
export interface AskedConstraint {
  /** How many times the page had files read. Where it is 0 for the first log, `requests` are what was observed. */
  readonly logs: Readonly<Record<WhichLog, number>>
  /** Requests of this visit. */
  readonly requests: readonly SentRequest[]
  readonly widen: readonly Widening[]
}

/** The worker was started anew and has not the logs: have them read again. */
export type Forgotten = 'forgotten'

/** A plan as the page shows it. */
export interface PlanView {
  readonly impersonators: readonly ImpersonatorRow[]
  /** The rules to add, with comments. */
  readonly added: string
  /** The number of different requests with impersonation that were observed. */
  readonly observed: number
  readonly unread: readonly Unread[]
  readonly way: readonly WayStep[]
  readonly gates: readonly GateRow[]
  /** Of the second log. */
  readonly second?: {
    readonly fallen: readonly FallenRow[]
    readonly total: number
    readonly unread: readonly Unread[]
  }
  /** Whether the legacy rules can go now; see `readiness`. */
  readonly isSafe: boolean
  readonly breaks: number
  /** The cluster with the feature on, for requests under the new rules. */
  readonly cluster: ClusterSettings
}

/** An observed request with its answers before and after. */
export interface JudgedView extends JudgedRow {
  readonly before: OutcomeView
  readonly after: OutcomeView
  /** Absent where no request line is read so. */
  readonly sent?: SentRequest
}

export interface OutcomeView {
  readonly mark: Marked
  readonly code: number
  /** The constraint in the audit event; empty for legacy impersonation, and where nobody is impersonated. */
  readonly constraint: string
}

/** The requests of one impersonator, those first that cannot go over, and the proof. */
export interface RequestsView {
  readonly requests: readonly JudgedView[]
  readonly total: number
  readonly proof: ProofRow
}

/** `whole`: the policy with the rules and without the legacy rights. `both`: with the rules, and with the legacy rights. */
export type PlanForm = 'whole' | 'both' | 'diff' | 'markdown' | 'scenario'

/** The most requests that are listed. */
const MOST = 500

type OfDecision = Pick<ScenarioDecision, 'decided' | 'scenario'>

let lastMigration: { readonly policy: object; readonly observation: Observation; readonly of: Migration } | undefined
let lastPlan: { readonly of: Migration; readonly widen: string; readonly plan: ConstrainPlan } | undefined
let lastRequests: { readonly key: string; readonly observation: Observation } | undefined

/**
 * Asks about the plan for the policy of an answer. Undefined where the policy has errors: a plan for a part of it could take away
 * what is used.
 */
function askedOfPlan<Answer>(
  { decided: { cluster } }: OfDecision,
  asked: AskedConstraint,
  answer: (plan: ConstrainPlan, of: Migration) => Answer,
): Answer | Forgotten | undefined {
  const { policy } = cluster
  if (policy.diagnostics.some(({ severity }) => severity === 'error')) return undefined
  if (isForgotten(asked)) return 'forgotten'
  const observation = asked.logs.first > 0 ? observedIn('first') : observedHere(asked.requests)
  if (lastMigration?.policy !== policy || lastMigration.observation !== observation) {
    lastMigration = { policy, observation, of: new Migration(cluster, observation) }
  }
  const { of } = lastMigration
  return answer(planned(of, asked.widen), of)
}

function isForgotten({ logs }: AskedConstraint): boolean {
  return readTimes('first') !== logs.first || readTimes('second') !== logs.second
}

/** The requests of a visit as observed, each once. */
function observedHere(requests: readonly SentRequest[]): Observation {
  const key = JSON.stringify(requests)
  if (lastRequests?.key === key) return lastRequests.observation
  const seen = new Set<string>()
  const observations = requests.flatMap(({ request, requestor }): readonly Observation[] => {
    const { request: one, command, diagnostics } = readRequest(request)
    if (diagnostics.some(({ severity }) => severity === 'error')) return []
    const all = command?.map((of) => of.request) ?? (one === undefined ? [] : [one])
    return all.flatMap((of) => {
      const found = seenRequest(of, userInfo(requestor), '')
      const parts = JSON.stringify(found)
      if (found === undefined || seen.has(parts)) return []
      seen.add(parts)
      return [{ requests: [found], unread: [] }]
    })
  })
  lastRequests = { key, observation: mergeObservations(observations) }
  return lastRequests.observation
}

function planned(of: Migration, widen: readonly Widening[]): ConstrainPlan {
  const key = [...widen].sort().join()
  if (lastPlan?.of !== of || lastPlan.widen !== key) lastPlan = { of, widen: key, plan: of.plan({ widen }) }
  return lastPlan.plan
}

/** The requests of the second log that fell through; undefined without a second log. */
function fallenOf(plan: ConstrainPlan, { logs }: AskedConstraint): readonly FallenThrough[] | undefined {
  return logs.second > 0 ? fallenThrough(plan, observedIn('second')) : undefined
}

/** The plan for the policy of an answer. */
export function constrainPlan(decision: OfDecision, asked: AskedConstraint): PlanView | Forgotten | undefined {
  return askedOfPlan(decision, asked, (plan, of) => {
    const fallen = fallenOf(plan, asked)
    const { isSafe, breaks } = readiness(plan, fallen)
    const { requests, unread } = of.observation
    return {
      impersonators: plan.impersonators.map(impersonatorRow),
      added: plan.added,
      observed: requests.filter(({ target }) => target !== undefined).length,
      unread,
      way: wayThere(plan, of.cluster, fallen),
      gates: GATE_TABLE,
      ...(fallen && {
        second: {
          fallen: fallen.slice(0, MOST).map(fallenRow),
          total: fallen.length,
          unread: observedIn('second').unread,
        },
      }),
      isSafe,
      breaks: breaks.length,
      cluster: withFeature(decision.scenario.cluster),
    }
  })
}

/** The order of the list. */
const ORDER: readonly Verdict[] = ['stays', 'differs', 'moves', 'constrained', 'failed']

/** The observed requests of one impersonator, by its key, and the proof. */
export function constrainRequests(
  decision: OfDecision,
  asked: AskedConstraint,
  key: string,
): RequestsView | Forgotten | undefined {
  return askedOfPlan(decision, asked, (plan, of) => {
    const one = plan.impersonators.find(({ subject }) => subjectKey(subject) === key)
    if (one === undefined) return undefined
    const decider = new RequestDecider(constrained, true)
    const sorted = [...one.requests].sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
    return {
      requests: sorted.slice(0, MOST).map((each) => judgedView(each, decider)),
      total: sorted.length,
      proof: proofRow(one, plan, of.cluster),
    }
  })
}

function judgedView(one: JudgedRequest, decider: RequestDecider): JudgedView {
  const sent = sentRequest(one.request, decider)
  return { ...judgedRow(one), before: outcomeView(one.before), after: outcomeView(one.after), ...(sent && { sent }) }
}

function outcomeView({ outcome: { kind, code }, constraint = '' }: DecidedRequest): OutcomeView {
  return { mark: OUTCOME_MARKS[kind], code, constraint }
}

/** The switches, and what each would open. */
export function constrainWidenings(
  decision: OfDecision,
  asked: AskedConstraint,
): readonly WideningRow[] | Forgotten | undefined {
  return askedOfPlan(decision, asked, (_, of) => wideningRows(of, { widen: asked.widen }))
}

/** A plan as text. Undefined also where there is nothing to write. */
export function constrainText(
  decision: OfDecision,
  asked: AskedConstraint,
  form: PlanForm,
): string | Forgotten | undefined {
  const { text } = decision.decided.cluster.policy
  return askedOfPlan(decision, asked, (plan, of) => {
    const diff = (): string =>
      text === plan.whole ? '' : createTwoFilesPatch('policy.yaml', 'policy.yaml', text, plan.whole, 'before', 'after')
    switch (form) {
      case 'whole':
        return plan.whole
      case 'both':
        return withAdded(text, plan.added)
      case 'diff':
        return diff()
      case 'markdown': {
        const second = fallenOf(plan, asked)
        return planMarkdown(plan, of.cluster, { diff: diff(), ...(second && { second }) })
      }
      case 'scenario': {
        const written = planScenario(plan, withFeature(decision.scenario.cluster))
        return written && writeScenarioDocument(written.document)
      }
    }
  })
}

function withAdded(policy: string, added: string): string {
  if (added === '' || policy.trim() === '') return added === '' ? policy : added
  return `${policy.endsWith('\n') ? policy : `${policy}\n`}---\n${added}`
}

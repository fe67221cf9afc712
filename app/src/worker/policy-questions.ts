import type { AskedAction, Cluster, SubjectName } from '@authz-playground/engine'
import {
  type AccessMatrixAnswer,
  type AnswerWithin,
  accessMatrixAnswer,
  listedRules,
  ofOtherDesign,
  within,
} from '@authz-playground/engine/internal/answers'
import { aboutDesign } from '@authz-playground/engine/internal/designs'
import { resourceName } from '@authz-playground/engine/internal/kube'
import { printAccessList, subjectsOf } from '@authz-playground/engine/internal/query'
import { subjectInWords } from '@authz-playground/engine/internal/rights'
import {
  type AskedSubject,
  askedSubject,
  discoveryOf,
  readAction,
  type WhatCanAnswer,
  type WhoCanAnswer,
  type WhomCanAnswer,
  type WhomCanQuestion,
  whatCanAnswer,
  whoCanAnswer,
  whomCanAnswer,
} from '@authz-playground/engine/questions'
import type { ScenarioDecision } from './decisions.ts'

/** A subject as typed, and groups beside those that its name implies. */
export interface TypedSubject {
  readonly word: string
  readonly groups: readonly string[]
}

/** Whom somebody can become, or who can become somebody. */
export type AskedWhomCan =
  | { readonly of: TypedSubject }
  /** `cluster-admin`: who can do everything. */
  | { readonly to: string }

/** The subjects, namespaces and resources that questions about a policy can name. */
export interface Askable {
  readonly subjects: readonly SubjectName[]
  readonly namespaces: readonly string[]
  /** As in kubectl: `deployments.apps`. */
  readonly resources: readonly string[]
}

/** The subject’s word names nobody. */
export type Nobody = 'nobody'

/** The output of `kubectl auth can-i --list`. */
export interface AccessListView {
  readonly namespace: string
  readonly out: string
  readonly err: string
}

/** A matrix, or how far its computation is. */
export type MatrixView = { readonly done: number; readonly total: number } | AccessMatrixAnswer

/** Undefined while the policy was not understood, unless the person chose to go on with the rest. */
function clusterOf({ decided: { cluster, state } }: ScenarioDecision): Cluster | undefined {
  const hasErrors = cluster.policy.diagnostics.some(({ severity }) => severity === 'error')
  return hasErrors && state !== 'partly' ? undefined : cluster
}

function answered<Answer>(
  decision: ScenarioDecision,
  ask: (cluster: Cluster) => Answer,
): AnswerWithin<Answer> | undefined {
  const cluster = clusterOf(decision)
  return cluster && within(() => ask(cluster))
}

/** An answer about the subject that a person typed. */
function answeredOf<Answer>(
  decision: ScenarioDecision,
  { word, groups }: TypedSubject,
  ask: (subject: AskedSubject, cluster: Cluster) => Answer,
): AnswerWithin<Answer | Nobody> | undefined {
  return answered(decision, (cluster): Answer | Nobody => {
    const subject = askedSubject(word, groups, cluster)
    return subject === undefined ? 'nobody' : ask(subject, cluster)
  })
}

export function askable(decision: ScenarioDecision): AnswerWithin<Askable> | undefined {
  return answered(decision, (cluster) => ({
    subjects: subjectsOf(cluster.rightsInForce),
    namespaces: [...cluster.rightsInForce.namespaces].sort(),
    resources: discoveryOf(cluster).resources.map(resourceName),
  }))
}

/** A namespace that is not named is every one. */
export function whoCan(decision: ScenarioDecision, asked: AskedAction): AnswerWithin<WhoCanAnswer> | undefined {
  return answered(decision, (cluster) =>
    whoCanAnswer(readAction({ namespace: '', ...asked }, discoveryOf(cluster)), cluster),
  )
}

/** `namespace`: what counts there; empty: everywhere. */
export function whatCan(
  decision: ScenarioDecision,
  typed: TypedSubject,
  namespace: string,
): AnswerWithin<WhatCanAnswer | Nobody> | undefined {
  return answeredOf(decision, typed, (subject, cluster) => whatCanAnswer(subject, namespace, cluster))
}

/** The list of one namespace. */
export function accessList(
  decision: ScenarioDecision,
  typed: TypedSubject,
  namespace: string,
): AnswerWithin<AccessListView | Nobody> | undefined {
  return answeredOf(decision, typed, (subject, cluster) => {
    const { rules, namespace: within } = listedRules(subject, namespace, cluster)
    return { namespace: within, ...printAccessList(rules) }
  })
}

/** Whom somebody can become, or who can become somebody. */
export function whomCan(
  decision: ScenarioDecision,
  asked: AskedWhomCan,
): AnswerWithin<WhomCanAnswer | Nobody> | undefined {
  return answered(decision, (cluster): WhomCanAnswer | Nobody => {
    const question = questionOf(asked, cluster)
    if (question === undefined) return 'nobody'
    const answer = whomCanAnswer(question, cluster)
    return { ...answer, remarks: [...ofOtherDesign(aboutDesign(decision.scenario.design)), ...answer.remarks] }
  })
}

function questionOf(asked: AskedWhomCan, cluster: Cluster): WhomCanQuestion | undefined {
  if ('of' in asked) {
    const of = askedSubject(asked.of.word, asked.of.groups, cluster)
    return of && { kind: 'subject', ...of, who: subjectInWords(of.subject, 'members of group') }
  }
  if (asked.to === 'cluster-admin') return { kind: 'cluster-admin' }
  const target = askedSubject(asked.to, [], cluster)
  return target && { kind: 'to', target: target.subject }
}

/** For so long a matrix is computed before other questions are answered. Milliseconds. */
const TURN = 50

let computing: { readonly of: Cluster; readonly steps: ReturnType<typeof accessMatrixAnswer> } | undefined

/**
 * Goes on with the matrix of all subjects for a moment. The page asks again until it has the matrix, and stops it by asking no
 * more. `begin`: anew, with what counts in `namespace`; empty: everywhere.
 */
export function matrix(
  decision: ScenarioDecision,
  namespace: string,
  begin: boolean,
): AnswerWithin<MatrixView> | undefined {
  return answered(decision, (cluster) => {
    if (begin || computing?.of !== cluster) computing = { of: cluster, steps: accessMatrixAnswer(namespace, cluster) }
    const { steps } = computing
    const until = performance.now() + TURN
    for (;;) {
      const next = steps.next()
      if (next.done) computing = undefined
      if (next.done || performance.now() > until) return next.value
    }
  })
}

import type { AskedAction, Cluster, SubjectName } from '@authz-playground/engine'
import {
  type AnswerWithin,
  listedRules,
  unaskedAboutRights,
  unjudged,
  within,
} from '@authz-playground/engine/internal/answers'
import { customResourcesOf } from '@authz-playground/engine/internal/cluster'
import { aboutDesign } from '@authz-playground/engine/internal/designs'
import { API_RESOURCES, REQUEST_VERBS, resourceInGroup, resourceName } from '@authz-playground/engine/internal/kube'
import {
  type AccessMatrix,
  accessMatrix,
  type MatrixResource,
  printAccessList,
  subjectsOf,
} from '@authz-playground/engine/internal/query'
import { subjectInWords } from '@authz-playground/engine/internal/rights'
import {
  type AskedSubject,
  askedSubject,
  type Remark,
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
export type AskedBecoming =
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
export type MatrixView =
  | { readonly done: number; readonly total: number }
  | { readonly matrix: AccessMatrix; readonly namespaces: readonly string[]; readonly remarks: readonly Remark[] }

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
    resources: [...API_RESOURCES, ...customResourcesOf(cluster)].map(resourceName),
  }))
}

/** A namespace that is not named is every one. */
export function whoCan(decision: ScenarioDecision, asked: AskedAction): AnswerWithin<WhoCanAnswer> | undefined {
  return answered(decision, (cluster) =>
    whoCanAnswer(readAction({ namespace: '', ...asked }, customResourcesOf(cluster)), cluster),
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
  asked: AskedBecoming,
): AnswerWithin<WhomCanAnswer | Nobody> | undefined {
  return answered(decision, (cluster): WhomCanAnswer | Nobody => {
    const question = questionOf(asked, cluster)
    if (question === undefined) return 'nobody'
    const answer = whomCanAnswer(question, cluster)
    return { ...answer, remarks: [...ofOtherDesign(decision), ...answer.remarks] }
  })
}

function questionOf(asked: AskedBecoming, cluster: Cluster): WhomCanQuestion | undefined {
  if ('of' in asked) {
    const of = askedSubject(asked.of.word, asked.of.groups, cluster)
    return of && { kind: 'subject', ...of, who: subjectInWords(of.subject, 'members of group') }
  }
  if (asked.to === 'cluster-admin') return { kind: 'cluster-admin' }
  const target = askedSubject(asked.to, [], cluster)
  return target && { kind: 'to', target: target.subject }
}

/** The designs in which a user acts as another one as released. */
const AS_RELEASED: ReadonlySet<string> = new Set(['constrained', 'fine-grained'])

function ofOtherDesign({ scenario }: ScenarioDecision): readonly Remark[] {
  const about = AS_RELEASED.has(scenario.design) ? undefined : aboutDesign(scenario.design)
  if (about === undefined) return []
  const message = `This is for the released API server. It may differ in the design on the page, “${about.title}”.`
  return [{ severity: 'note', code: 'other-design', message }]
}

/** The resources of a matrix at most. */
const COLUMNS = 60

/** Resources that people ask about, for policies that name few. */
const USUAL: readonly (readonly [apiGroup: string, resources: string])[] = [
  ['', 'pods pods/exec pods/log services configmaps secrets serviceaccounts serviceaccounts/token namespaces nodes'],
  ['apps', 'deployments statefulsets daemonsets'],
  ['batch', 'jobs cronjobs'],
  ['networking.k8s.io', 'ingresses networkpolicies'],
  ['rbac.authorization.k8s.io', 'roles rolebindings clusterroles clusterrolebindings'],
]

/** For so long a matrix is computed before other questions are answered. Milliseconds. */
const TURN = 50

let computing:
  | { readonly of: Cluster; readonly total: number; readonly steps: Generator<number, AccessMatrix> }
  | undefined

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
    if (begin || computing?.of !== cluster) {
      const subjects = subjectsOf(cluster.rightsInForce)
      const within = namespace === '' ? undefined : namespace
      const steps = accessMatrix(cluster.rightsInForce, subjects, columnsOf(cluster), REQUEST_VERBS, within)
      computing = { of: cluster, total: subjects.length, steps }
    }
    const { steps, total } = computing
    const until = performance.now() + TURN
    for (;;) {
      const next = steps.next()
      if (next.done) {
        computing = undefined
        return {
          matrix: next.value,
          namespaces: cluster.rightsInForce.namespaces,
          remarks: [...unjudged(cluster.unread, cluster.rightsInForce), ...unaskedAboutRights(cluster.settings)],
        }
      }
      if (performance.now() > until) return { done: next.value, total }
    }
  })
}

/** The resources that most rules name, then usual ones; those of the core group first. */
function columnsOf(cluster: Cluster): readonly MatrixResource[] {
  const counts = new Map<string, { readonly apiGroup: string; readonly resource: string; count: number }>()
  const count = (apiGroup: string, resource: string, by: number): void => {
    const key = `${apiGroup}/${resource}`
    const known = counts.get(key) ?? { apiGroup, resource, count: 0 }
    known.count += by
    counts.set(key, known)
  }
  for (const { rules } of cluster.rightsInForce.roles)
    for (const { apiGroups, resources } of rules)
      for (const apiGroup of apiGroups)
        for (const resource of resources)
          if (apiGroup !== '*' && !resource.startsWith('*')) count(apiGroup, resource, 1)
  for (const [apiGroup, resources] of USUAL) for (const resource of resources.split(' ')) count(apiGroup, resource, 0)
  const most = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, COLUMNS)
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return most
    .sort((a, b) => compare(a.apiGroup, b.apiGroup) || compare(a.resource, b.resource))
    .map(({ apiGroup, resource }) => {
      const [parent = ''] = resource.split('/')
      const known =
        resourceInGroup(apiGroup, parent) ??
        customResourcesOf(cluster).find((one) => one.apiGroup === apiGroup && one.resource === parent)
      return { apiGroup, resource, ...(known && { namespaced: known.namespaced }) }
    })
}

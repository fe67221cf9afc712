import {
  type Attributes,
  aboutDesign,
  type ClusterSettings,
  type Evidence,
  identityInWords,
  type Policy,
  type RichText,
  type SourceRange,
  type UserInfo,
  userInfo,
} from '@authz-playground/engine'
import {
  API_RESOURCES,
  type APIResource,
  type AskedAction,
  readAction,
  resourceInGroup,
} from '@authz-playground/engine/names'
import {
  type AccessMatrix,
  type ActionGrant,
  type AllowedSubject,
  accessMatrix,
  type BecomingTarget,
  BeyondLimit,
  becomerInWords,
  becoming,
  becomingInWords,
  becomingOf,
  customResources,
  equivalents,
  equivalentsOf,
  type Goal,
  type MatrixResource,
  notReadInWords,
  type Path,
  pathInWords,
  pathsTo,
  pathTo,
  printAccessList,
  type Rights,
  rightsOf,
  type SubjectName,
  subjectInWords,
  subjectNamed,
  subjectRules,
  subjectsOf,
  userOfSubject,
  type WhatCan,
  wayInWords,
  whatCan,
  whoCan,
  whoCanInWords,
} from '@authz-playground/engine/query'
import {
  type BecomingAnswer,
  becomingRequests,
  impersonating,
  requestOfPath,
  requestOfWay,
  type WordedRow,
} from './becoming-requests.ts'
import type { ScenarioDecision } from './decisions.ts'

/** A subject as typed, and groups beside those that its name implies. */
export interface AskedSubject {
  readonly word: string
  readonly groups: readonly string[]
}

/** Whom somebody can become, or who can become somebody. */
export type AskedBecoming =
  | { readonly of: AskedSubject }
  /** `cluster-admin`: who can do everything. */
  | { readonly to: string }

/** An answer; or why it would take too long. */
export type PolicyAnswer<Answer> =
  | { readonly answer: Answer }
  | { readonly beyond: { readonly message: string; readonly fix?: string; readonly range?: SourceRange } }

/** The subjects, namespaces and resources that questions about a policy can name. */
export interface Askable {
  readonly subjects: readonly SubjectName[]
  readonly namespaces: readonly string[]
  /** As in kubectl: `deployments.apps`. */
  readonly resources: readonly string[]
}

/** Who may do something. */
export interface WhoCanView {
  readonly attributes: Attributes
  readonly words: RichText
  readonly subjects: readonly AllowedSubject[]
  readonly errors: readonly string[]
  readonly remarks: readonly RichText[]
}

/** What somebody may do. */
export interface WhatCanView {
  readonly subject: SubjectName
  /** The one that was asked about; empty: everywhere. */
  readonly namespace: string
  readonly who: RichText
  readonly groups: readonly string[]
  readonly can: WhatCan
  readonly remarks: readonly RichText[]
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
  | { readonly matrix: AccessMatrix; readonly namespaces: readonly string[]; readonly remarks: readonly RichText[] }

/** The roles and bindings of an answer, as RBAC has them. */
interface AskedCluster {
  readonly policy: Policy
  readonly bound: Rights
  readonly settings: ClusterSettings
  readonly custom: readonly APIResource[]
}

const clusters = new WeakMap<ScenarioDecision, AskedCluster>()

/** Undefined while the policy was not understood, unless the person chose to go on with the rest. */
function clusterOf(decision: ScenarioDecision): AskedCluster | undefined {
  const { decided, scenario } = decision
  const { policy, defaultRoles, state } = decided
  if (state !== 'partly' && policy.diagnostics.some(({ severity }) => severity === 'error')) return undefined
  const known = clusters.get(decision)
  if (known !== undefined) return known
  const settings = scenario.cluster
  const reads = settings.authorizationModes.includes('RBAC')
  const bound = reads ? rightsOf(policy, defaultRoles) : rightsOf({ ...policy, roles: [], bindings: [] })
  const custom = customResources(`${policy.text}\n---\n${scenario.schema ?? ''}`)
  const cluster = { policy, bound, settings, custom }
  clusters.set(decision, cluster)
  return cluster
}

function answered<Answer>(
  decision: ScenarioDecision,
  ask: (cluster: AskedCluster) => Answer,
): PolicyAnswer<Answer> | undefined {
  const cluster = clusterOf(decision)
  if (cluster === undefined) return undefined
  try {
    return { answer: ask(cluster) }
  } catch (error) {
    if (!(error instanceof BeyondLimit)) throw error
    const { message, fix } = error.problem
    return { beyond: { message, ...(fix !== undefined && { fix }), ...(error.range && { range: error.range }) } }
  }
}

export function askable(decision: ScenarioDecision): PolicyAnswer<Askable> | undefined {
  return answered(decision, ({ bound, custom }) => ({
    subjects: subjectsOf(bound),
    namespaces: [...bound.namespaces].sort(),
    resources: [...API_RESOURCES, ...custom].map(({ resource, apiGroup }) =>
      apiGroup === '' ? resource : `${resource}.${apiGroup}`,
    ),
  }))
}

export function whoCanView(decision: ScenarioDecision, asked: AskedAction): PolicyAnswer<WhoCanView> | undefined {
  return answered(decision, ({ bound, settings, custom }) => {
    // A namespace that is not named is every one.
    const { attributes, remarks: read } = readAction({ namespace: '', ...asked }, custom)
    const remarks = read.map(({ message, fix }): RichText => [fix === undefined ? message : `${message} ${fix}`])
    const { subjects, errors } = whoCan(bound, attributes)
    const words = whoCanInWords({ subjects }, attributes)
    return { attributes, words, subjects, errors, remarks: [...remarks, ...notAsked(settings)] }
  })
}

/** What authorizers beside RBAC may add. */
function notAsked(settings: ClusterSettings): readonly RichText[] {
  const node: RichText = ['The Node authorizer may allow more to nodes; only RBAC is listed.']
  const [, ...others] = notReadInWords(settings)
  return [...(settings.authorizationModes.includes('Node') ? [node] : []), ...others]
}

/** A named subject, and its user with the groups that are given. */
function subjectOf({ word, groups }: AskedSubject, bound: Rights) {
  const subject = subjectNamed(word.trim(), subjectsOf(bound))
  if (subject === undefined) return undefined
  const user = userOfSubject(subject)
  return { subject, user: { ...user, groups: [...new Set([...groups, ...user.groups])] } }
}

/** `namespace`: what counts there; empty: everywhere. */
export function whatCanView(
  decision: ScenarioDecision,
  asked: AskedSubject,
  namespace: string,
): PolicyAnswer<WhatCanView | Nobody> | undefined {
  return answered(decision, ({ bound, settings, custom }) => {
    const named = subjectOf(asked, bound)
    if (named === undefined) return 'nobody'
    const { subject, user } = named
    const served = [...API_RESOURCES, ...custom]
    const can = whatCan(bound, user, { served, ...(namespace !== '' && { namespace }) })
    return { subject, namespace, who: subjectInWords(subject), groups: user.groups, can, remarks: notAsked(settings) }
  })
}

/** The list of one namespace; as kubectl does, of `default` where none is given. */
export function accessListView(
  decision: ScenarioDecision,
  asked: AskedSubject,
  namespace: string,
): PolicyAnswer<AccessListView | Nobody> | undefined {
  return answered(decision, ({ bound, settings }) => {
    const named = subjectOf(asked, bound)
    if (named === undefined) return 'nobody'
    const within = namespace === '' ? 'default' : namespace
    const rules = subjectRules(bound, settings.authorizationModes, named.user, within)
    return { namespace: within, ...printAccessList(rules) }
  })
}

/** The resources of a matrix at most. */
const COLUMNS = 60

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']

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
  | { readonly of: AskedCluster; readonly total: number; readonly steps: Generator<number, AccessMatrix> }
  | undefined

/**
 * Goes on with the matrix of all subjects for a moment. The page asks again until it has the matrix, and stops it by asking no
 * more. `begin`: anew, with what counts in `namespace`; empty: everywhere.
 */
export function matrixView(
  decision: ScenarioDecision,
  namespace: string,
  begin: boolean,
): PolicyAnswer<MatrixView> | undefined {
  return answered(decision, (cluster) => {
    if (begin || computing?.of !== cluster) {
      const subjects = subjectsOf(cluster.bound)
      const within = namespace === '' ? undefined : namespace
      const steps = accessMatrix(cluster.bound, subjects, columnsOf(cluster), VERBS, within)
      computing = { of: cluster, total: subjects.length, steps }
    }
    const { steps, total } = computing
    const until = performance.now() + TURN
    for (;;) {
      const next = steps.next()
      if (next.done) {
        computing = undefined
        return { matrix: next.value, namespaces: cluster.bound.namespaces, remarks: notAsked(cluster.settings) }
      }
      if (performance.now() > until) return { done: next.value, total }
    }
  })
}

/** The resources that most rules name, then usual ones; those of the core group first. */
function columnsOf({ bound, custom }: AskedCluster): readonly MatrixResource[] {
  const counts = new Map<string, { readonly apiGroup: string; readonly resource: string; count: number }>()
  const count = (apiGroup: string, resource: string, by: number): void => {
    const key = `${apiGroup}/${resource}`
    const known = counts.get(key) ?? { apiGroup, resource, count: 0 }
    known.count += by
    counts.set(key, known)
  }
  for (const { rules } of bound.roles)
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
        resourceInGroup(apiGroup, parent) ?? custom.find((one) => one.apiGroup === apiGroup && one.resource === parent)
      return { apiGroup, resource, ...(known && { namespaced: known.namespaced }) }
    })
}

/** Whom somebody can become, or who can become somebody. */
export function whomCanView(
  decision: ScenarioDecision,
  asked: AskedBecoming,
): PolicyAnswer<BecomingAnswer | Nobody> | undefined {
  return answered(decision, ({ bound, settings }) => {
    const remarks = [...ofOtherDesign(decision), ...notReadInWords(settings)]
    if ('of' in asked) {
      const named = subjectOf(asked.of, bound)
      return named === undefined ? 'nobody' : { ...becomingFrom(named.subject, named.user, bound, settings), remarks }
    }
    if (asked.to === 'cluster-admin') {
      return { impersonations: [], ways: [], paths: pathsIn({ kind: 'everything' }, bound, settings), remarks }
    }
    const target = subjectNamed(asked.to.trim(), subjectsOf(bound))
    return target === undefined ? 'nobody' : { ...becomingTo(target, bound, settings), remarks }
  })
}

/** The designs in which a user acts as another one as released. */
const AS_RELEASED: ReadonlySet<string> = new Set(['constrained', 'fine-grained'])

function ofOtherDesign({ scenario }: ScenarioDecision): readonly RichText[] {
  const about = AS_RELEASED.has(scenario.design) ? undefined : aboutDesign(scenario.design)
  return about === undefined
    ? []
    : [[`This is for the released API server. It may differ in the design on the page, “${about.title}”.`]]
}

function becomingFrom(
  subject: SubjectName,
  user: UserInfo,
  bound: Rights,
  settings: ClusterSettings,
): Omit<BecomingAnswer, 'remarks'> {
  const who = subjectInWords(subject)
  const from = becoming(bound, user, settings)
  const path = pathTo({ kind: 'everything' }, user, bound, settings)
  const requests = becomingRequests(from.modes)
  return {
    impersonations: becomingInWords(from, who).map(({ words, evidence }, at) => ({
      subject,
      words,
      evidence,
      ...(requests[at] && { request: requests[at] }),
    })),
    ways: equivalents(bound, user, settings).map((way) => wayRow(subject, wayInWords(way, who), way)),
    paths: path === undefined ? [] : [pathRow(subject, pathInWords(path, who), path)],
  }
}

function becomingTo(target: SubjectName, bound: Rights, settings: ClusterSettings): Omit<BecomingAnswer, 'remarks'> {
  const user = userInfo({ username: target.kind === 'Group' ? '' : userOfSubject(target).username })
  const of: BecomingTarget = target.kind === 'Group' ? { kind: 'group', group: target.name } : { kind: 'user', user }
  const whom: RichText =
    target.kind === 'Group' ? ['a user in group ', { code: target.name }] : identityInWords({ username: user.username })
  const paths = pathsIn({ kind: 'subject', subject: target }, bound, settings, ['become ', ...whom])
  return {
    impersonations: becomingOf(bound, of, settings).map((becomer) => ({
      subject: becomer.subject,
      words: becomerInWords(becomer, of),
      evidence: [...becomer.evidence, ...actionEvidence(becomer.actions)],
      ...impersonating(becomer, of, () => becoming(bound, userOfSubject(becomer.subject), settings)),
    })),
    ways: equivalentsOf(bound, target, settings).map(({ subject, way }) =>
      wayRow(subject, wayInWords(way, subjectInWords(subject)), way),
    ),
    // Those of one step are above.
    paths: paths.filter(({ steps }) => steps > 1),
  }
}

function pathsIn(goal: Goal, bound: Rights, settings: ClusterSettings, to?: RichText): BecomingAnswer['paths'] {
  return pathsTo(goal, bound, settings).map((path) =>
    pathRow(path.subject, pathInWords(path, subjectInWords(path.subject), to), path),
  )
}

function wayRow(subject: SubjectName, words: RichText, way: Parameters<typeof requestOfWay>[0]): WordedRow {
  return { subject, words, evidence: way.evidence, ...requestOfWay(way) }
}

function pathRow(subject: SubjectName, words: RichText, path: Path): BecomingAnswer['paths'][number] {
  const evidence = path.steps.flatMap((step) =>
    step.kind === 'way' ? step.way.evidence : [...step.evidence, ...actionEvidence(step.actions)],
  )
  return {
    subject,
    words,
    evidence: [...evidence, ...(path.goal && isShown(path.goal) ? [path.goal] : [])],
    certain: path.certain,
    steps: path.steps.length,
    ...requestOfPath(path),
  }
}

function actionEvidence(actions: readonly ActionGrant[]): readonly Evidence[] {
  return actions.map(({ evidence }) => evidence)
}

/** At the end of a path that writes its own rules or bindings, nothing in the policy is the evidence. */
function isShown({ authorizer, rule, binding }: Evidence): boolean {
  return authorizer !== 'RBAC' || rule !== undefined || binding !== undefined
}

import type { Authorizer } from '../authorizers/index.ts'
import { type Cluster, clusterOf } from '../cluster/index.ts'
import { constrained } from '../designs/index.ts'
import { type NewAccess, newAccessBetween } from '../explain/index.ts'
import { ALL_AUTHENTICATED, type ConstrainedMode, type SubjectName, type UserInfo } from '../kube/index.ts'
import { type DecidedRequest, type Observation, RequestDecider, type SeenRequest } from '../logs/index.ts'
import { readPolicy } from '../policy/index.ts'
import { type Rights, subjectIn, subjectKey, subjectOfUsername, userOf } from '../rights/index.ts'
import { edited } from '../text/index.ts'
import { addDocuments } from '../yaml/index.ts'
import { type LegacyRight, legacyRights } from './legacy-rights.ts'
import { type Need, needOf, type StayCause } from './needs.ts'
import type { ConstrainOptions, Widening } from './options.ts'
import { type PlannedRole, plannedRoles, type Taken } from './planned-roles.ts'
import { type NeededCheck, plannedRules } from './planned-rules.ts'
import { plannedObjects, plannedText } from './planned-text.ts'
import { withoutLegacy } from './without-legacy.ts'

/**
 * What becomes of an observed request. `moves`: legacy impersonation allows it, and the new rules do. `constrained`:
 * constrained impersonation allows it already. `stays`: no mode takes it, so only legacy impersonation can allow it. `failed`:
 * it is refused anyway. `differs`: the log says allowed, and the policy does not allow it: it is not the policy of that cluster.
 */
export type Verdict = 'moves' | 'constrained' | 'stays' | 'failed' | 'differs'

/** An observed request with impersonation, and what becomes of it. */
export interface JudgedRequest {
  readonly request: SeenRequest
  readonly verdict: Verdict
  /** The decision under the policy as it is. */
  readonly before: DecidedRequest
  /** The decision with the new rules, and without the legacy rights that are taken away. */
  readonly after: DecidedRequest
  /** Of `moves`: the mode that it needs. */
  readonly mode?: ConstrainedMode
  /** Of `stays`: why no mode takes it. */
  readonly because?: StayCause
}

/** One subject that may impersonate, or did. */
export interface Impersonator {
  readonly subject: SubjectName
  /** What it holds: its rights to use the legacy verb. */
  readonly rights: readonly LegacyRight[]
  /** What it used. */
  readonly requests: readonly JudgedRequest[]
  /** What it needs: the modes, and the roles to add. */
  readonly modes: readonly ConstrainedMode[]
  readonly roles: readonly PlannedRole[]
  /** The rights that stay, its own and those of its groups: a change of the policy's text does not take them away. */
  readonly left: readonly LegacyRight[]
}

/** The way from legacy to constrained impersonation, for one policy and what was asked. */
export interface ConstrainPlan {
  /** Those with requests first, then by what they hold. */
  readonly impersonators: readonly Impersonator[]
  /** The roles and bindings to add, as YAML with comments. Empty where there are none. */
  readonly added: string
  /** The policy with them, and without the legacy rights. Every other byte as it was. */
  readonly whole: string
  /** The cluster with `whole` as its policy. */
  readonly after: Cluster
  readonly observation: Observation
}

/**
 * Makes the rules of constrained impersonation that allow what was observed, takes the legacy rights away, and decides every
 * observed request before and after. The policy must have no errors.
 *
 * @throws BeyondLimit as `rightsOf` does, where roles aggregate too many others
 */
export function constrain(cluster: Cluster, observation: Observation, options?: ConstrainOptions): ConstrainPlan {
  return new Migration(cluster, observation).plan(options)
}

/** The observed requests of one policy, decided once for any number of plans. */
export class Migration {
  readonly #rights: readonly LegacyRight[]
  readonly #bound: Rights
  readonly #judged: readonly JudgedToday[]

  /** @throws BeyondLimit as `rightsOf` does */
  constructor(
    readonly cluster: Cluster,
    readonly observation: Observation,
  ) {
    this.#bound = cluster.rights
    this.#rights = legacyRights(this.#bound, cluster.policy)
    const today = new Judge(cluster.rbac, new RequestDecider(constrained, cluster.hasFeature(constrained)))
    this.#judged = observation.requests.flatMap((request) =>
      request.target === undefined ? [] : [{ ...today.judge(request), request }],
    )
  }

  plan(options: ConstrainOptions = {}): ConstrainPlan {
    const { cluster, observation } = this
    const { planned, stripped, isChosen } = this.#planned(options)
    const roles = planned.flatMap((one) => one.roles)
    const added = plannedText(roles)
    const whole = joined(stripped.text, added, roles)
    const after = withText(cluster, whole)
    const tomorrow = new RequestDecider(constrained, true)
    const { rbac } = after
    const unremovable = new Set(stripped.unremovable)
    const impersonators = planned.map(({ subject, rights, judged, roles }): Impersonator => {
      const requests = judged.map(({ request, verdict, before, needs, because }): JudgedRequest => {
        const decided = tomorrow.decide(request, ({ attributes }) => rbac.authorize(attributes))
        const mode = needs[0]?.mode
        return { request, verdict, before, after: decided, ...(mode && { mode }), ...(because && { because }) }
      })
      const modes = [...new Set(requests.flatMap(({ mode }) => (mode === undefined ? [] : [mode])))]
      const left = this.#legacyRightsOf(subject, requests).filter(
        (right) => right.left !== undefined || unremovable.has(right) || !isChosen(right.subject),
      )
      return { subject, rights, requests, modes, roles, left }
    })
    impersonators.sort((a, b) => Number(b.requests.length > 0) - Number(a.requests.length > 0))
    return { impersonators, added, whole, after, observation }
  }

  /** What one widening more would open, beyond the rules of these options. */
  costOf(widening: Widening, options: ConstrainOptions = {}): readonly NewAccess[] {
    const { widen = [] } = options
    const rolesOf = (widen: readonly Widening[]) =>
      readPolicy(plannedText(this.#planned({ ...options, widen }).planned.flatMap(({ roles }) => roles)))
    return newAccessBetween(clusterOf(rolesOf(widen)), clusterOf(rolesOf([...widen, widening])))
  }

  #planned({ widen = [], for: only }: ConstrainOptions) {
    const { policy } = this.cluster
    const chosen = only && new Set(only.map(subjectKey))
    const isChosen = (subject: SubjectName): boolean => chosen?.has(subjectKey(subject)) ?? true
    const names = new Set([...this.#bound.roles, ...this.#bound.bindings].map(nameKey))
    const taken: Taken = (namespace, name) => names.has(nameKey({ namespace, name }))
    const stripped = withoutLegacy(policy, this.#bound, this.#rights, ({ subject }) => isChosen(subject), taken)
    const held = withText(this.cluster, stripped.text).rbac
    const planned = this.#bySubject().flatMap((entry) => {
      if (!isChosen(entry.subject)) return []
      const needed = entry.judged.flatMap(({ request, needs }) =>
        needs.flatMap(({ checks }) => checks.map((check): NeededCheck => ({ check, request }))),
      )
      // What other rules grant already needs no new one.
      const missing = needed.filter(({ check }) => held.authorize(check.attributes).decision !== 'Allow')
      const roles = plannedRoles(entry.subject, plannedRules(missing, widen), taken)
      for (const { name, boundIn } of roles) {
        for (const namespace of ['', ...boundIn]) names.add(nameKey({ namespace, name }))
      }
      return [{ ...entry, roles }]
    })
    return { planned, stripped, isChosen }
  }

  /** The rights of a subject, and those that the users who sent its requests have by their groups or names. */
  #legacyRightsOf(subject: SubjectName, requests: readonly JudgedRequest[]): readonly LegacyRight[] {
    const users = requests.map(({ request }) => request.requestor)
    const names = new Set(users.map(({ username }) => subjectKey(subjectOfUsername(username))))
    const own = subject.kind === 'Group' ? [subject.name] : userOf(subject).groups
    const groups = new Set([...own, ...users.flatMap((one) => one.groups)])
    return this.#rights.filter(
      (right) =>
        subjectKey(right.subject) === subjectKey(subject) ||
        names.has(subjectKey(right.subject)) ||
        (right.subject.kind === 'Group' && groups.has(right.subject.name)),
    )
  }

  #bySubject() {
    const entries = new Map<string, { subject: SubjectName; rights: LegacyRight[]; judged: JudgedToday[] }>()
    const entryOf = (subject: SubjectName) => {
      const entry = entries.get(subjectKey(subject)) ?? { subject, rights: [], judged: [] }
      entries.set(subjectKey(subject), entry)
      return entry
    }
    for (const one of this.#judged) entryOf(one.subject).judged.push(one)
    for (const right of this.#rights) entryOf(right.subject).rights.push(right)
    return [...entries.values()]
  }
}

function nameKey({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`
}

/** The cluster with another text of the policy. */
function withText(cluster: Cluster, text: string): Cluster {
  return cluster.withPolicy(readPolicy(text, cluster.reading))
}

/** The text with the new roles at its end. JSON gets JSON, which has no comments. */
function joined(text: string, added: string, roles: readonly PlannedRole[]): string {
  if (roles.length === 0) return text
  const { documents } = readPolicy(text)
  if (documents.at(-1)?.syntax === 'json') return edited(text, [addDocuments(text, plannedObjects(roles))])
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  const isOpen = before.trim() === '' || /(?:^|\n)---[ \t]*(?:#.*)?$/.test(before.trimEnd())
  return `${before}${isOpen ? '' : '---\n'}${added}`
}

type NeededRules = Extract<Need, { kind: 'rules' }>

/** An observed request under the policy as it is. */
interface JudgedToday extends Pick<JudgedRequest, 'request' | 'verdict' | 'before' | 'because'> {
  /** Whose right it used, or tried to. */
  readonly subject: SubjectName
  /** For each reading of its headers, the checks that must be allowed. Empty where it needs no rules. */
  readonly needs: readonly NeededRules[]
}

/** Decides observed requests under the policy as it is. */
class Judge {
  readonly #onGate = new RequestDecider(constrained, true)

  constructor(
    readonly authorizer: Authorizer,
    readonly decider: RequestDecider,
  ) {}

  judge(request: SeenRequest): Omit<JudgedToday, 'request'> {
    const target = request.target && this.decider.targetOf(request.target, request.constraint)
    if (target === undefined) throw new Error('a request without impersonation needs no rules for it')
    const before = this.#decide(request, target)
    const subject = impersonatorOf(request, before)
    const none = { before, subject, needs: [] }
    if (before.impersonatedUser === undefined)
      return { ...none, verdict: request.answer === 'allowed' ? 'differs' : 'failed' }
    if (before.constraint !== undefined) return { ...none, verdict: 'constrained' }
    // The message of a refused impersonation names a part of the target only: the policy may allow that part.
    if (request.answer === 'forbidden') return { ...none, verdict: 'failed' }
    if (before.outcome.kind !== 'allowed' && request.answer !== 'allowed') return { ...none, verdict: 'failed' }
    const need = needOf(request, target, this.#onGate)
    if (need.kind === 'stays') return { ...none, verdict: 'stays', because: need.because }
    const explicit = this.#withEverybody(request, target)
    return { ...none, verdict: 'moves', needs: explicit === undefined ? [need] : [need, explicit] }
  }

  #decide(request: SeenRequest, target: UserInfo): DecidedRequest {
    return this.decider.decideAs(request, target, ({ attributes }) => this.authorizer.authorize(attributes))
  }

  /**
   * The need of a client that asks for `system:authenticated` itself, as many do that send all groups of a user. The log shows
   * the group either way. Every user is in it, so the rule for it opens nothing.
   */
  #withEverybody(request: SeenRequest, target: UserInfo): NeededRules | undefined {
    const isShown = request.target?.groups.at(-1) === ALL_AUTHENTICATED
    if (!isShown || target.groups.length === 0 || target.groups.includes(ALL_AUTHENTICATED)) return undefined
    const asked = { ...target, groups: [...target.groups, ALL_AUTHENTICATED] }
    if (this.#decide(request, asked).impersonatedUser === undefined) return undefined
    const need = needOf(request, asked, this.#onGate)
    return need.kind === 'rules' ? need : undefined
  }
}

/** The subject of the binding that allowed the username; the requestor itself where none did. */
function impersonatorOf({ requestor }: SeenRequest, { checks }: DecidedRequest): SubjectName {
  const allowed = checks.find(
    ({ phase, purpose, answer }) => phase === 'impersonation' && purpose === 'username' && answer.decision === 'Allow',
  )
  const { subject, binding } = allowed?.answer.evidence ?? {}
  const named = subject && subjectIn(subject, { namespace: binding?.namespace ?? '' })
  return named ?? subjectOfUsername(requestor.username)
}

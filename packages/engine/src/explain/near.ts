import { type Cluster, discoveryOf } from '../cluster/index.ts'
import {
  type Attributes,
  type Binding,
  type Discovery,
  type Evidence,
  type Policy,
  type PolicyRule,
  type Role,
  type RoleRef,
  roleNamed,
  type Subject,
} from '../kube/index.ts'
import { isDefaultRole, nodeBelow } from '../policy/index.ts'
import { bindingEvidence, covers, evidenceOf, type Rights, ruleEvidence } from '../rights/index.ts'
import { nearest, type SourceRange } from '../text/index.ts'
import type { UntriedMode } from '../trace/index.ts'
import { type Asking, asking, nearestSubject, scopeMismatch } from './binding-mismatch.ts'
import { Comparison, type RuleFit } from './comparison.ts'
import { type At, type Dimension, FARTHEST, MISTAKE, type Mismatch, type PlacedMismatch } from './mismatch.ts'

/** A rule that almost allows a check, with the binding and the subject by which it would. */
export interface NearMatch extends Pick<Evidence, 'role' | 'rule' | 'binding' | 'subject'> {
  /** True where a dimension fits. Dimensions that do not apply are absent: a path has no resource. */
  readonly marks: Readonly<Partial<Record<Dimension, boolean>>>
  /** At least one. */
  readonly mismatches: readonly Mismatch[]
  /** The mode that the rule grants and that was not tried. */
  readonly untried?: UntriedMode
  /** The role that the binding names, where it does not exist. */
  readonly roleRef?: Pick<RoleRef, 'kind' | 'name'>
  /** How far it is from the check: 1 for a typo in one word. The nearest has the least. */
  readonly distance: number
}

/** The most rules that are named for one check. */
export const MOST_NEAR = 5

/**
 * The most rules that are compared with one check, some ten times those of a large cluster, and the most roles that aggregating
 * roles look through. A text may multiply roles by aggregation; what is beyond is not looked at.
 */
const MOST_COMPARED = 100_000
const MOST_AGGREGATED = 200_000

const NOT_BOUND = 3
const ROLE_NOT_FOUND = 2.5
const NO_LABEL = 2.75

/** Finds the rules that almost allow a check. */
export class NearRules {
  readonly bound: Rights
  readonly #policies: readonly Policy[]
  readonly #discovery: Discovery
  /** Roles that others aggregate. */
  readonly #aggregated: ReadonlySet<Role>
  readonly #aggregating: readonly Role[]
  readonly #passedOver: ReadonlySet<Role>
  /** Bindings whose role does not exist. */
  readonly #toNoRole: readonly Binding[]

  constructor(cluster: Cluster) {
    const { rights, policy, defaultRoles } = cluster
    this.bound = rights
    this.#policies = defaultRoles === undefined ? [policy] : [policy, defaultRoles]
    this.#discovery = discoveryOf(cluster)
    const { roles } = this.bound
    const aggregating = roles.filter(({ aggregationRule }) => aggregationRule !== undefined)
    const most = Math.max(1, Math.floor(MOST_AGGREGATED / Math.max(1, roles.length)))
    this.#aggregating = aggregating.slice(0, most)
    this.#passedOver = new Set(aggregating.slice(most))
    this.#aggregated = new Set(
      this.#aggregating.flatMap((role) =>
        this.bound.rulesIn(role).flatMap((one) => (one.role === role ? [] : [one.role])),
      ),
    )
    this.#toNoRole = this.bound.bindings.filter((binding) => this.bound.roleOf(binding) === undefined)
  }

  /** How many roles and bindings are looked at for a check; at least 1. */
  get size(): number {
    return Math.max(1, this.bound.roles.length + this.bound.bindings.length)
  }

  /** The rules that come closest to allowing a check, the nearest first; at most five. */
  nearTo(attributes: Attributes): readonly NearMatch[] {
    const asked = asking(attributes)
    const comparison = new Comparison(attributes, this.#discovery)
    const found = new NearestFound()
    const ofEveryCluster = new NearestFound()
    const add = (candidate: Candidate | undefined) =>
      (candidate !== undefined && isOfEveryCluster(candidate) ? ofEveryCluster : found).add(candidate)
    const allowing: RuleFit[] = []
    let left = MOST_COMPARED
    for (const role of this.bound.roles) {
      if (this.#passedOver.has(role)) continue
      const rules = this.bound.rulesIn(role)
      left -= rules.length
      if (left < 0) break
      const most = Math.max(found.most, ofEveryCluster.most)
      const best = comparison.bestOf(rules, most)
      if (best === undefined) continue
      if (best.distance === 0) allowing.push(best)
      const bindings = this.bound.bindingsTo(role)
      if (bindings.length > 0) add(boundBest(role, best, bindings, asked, most))
      // The rules of a role that another one aggregates count there.
      else if (!this.#aggregated.has(role)) add(unbound(role, best))
    }
    for (const binding of this.#toNoRole) add(this.#missingRole(binding, asked, comparison))
    for (const one of this.#unselected(comparison, asked, allowing)) add(one)
    for (const one of this.#overwritten(comparison, asked)) add(one)
    return [found, ofEveryCluster]
      .flatMap(({ candidates }) => candidates.sort((a, b) => a.distance - b.distance || this.#rank(a) - this.#rank(b)))
      .slice(0, MOST_NEAR)
      .map((one) => this.#near(one, attributes, comparison))
  }

  /** Of equally near ones, those of the policy come first. */
  #rank({ fit, binding }: Candidate): number {
    const of = fit?.effective.role ?? binding
    return of !== undefined && this.bound.linesOf(of).source === 'policy' ? 0 : 1
  }

  /** A binding to a role that does not exist, with the role that was probably meant. */
  #missingRole(binding: Binding, asked: Asking, comparison: Comparison): Candidate | undefined {
    if (scopeMismatch(binding, asked.attributes) !== undefined)
      return this.#withoutNamespace(binding, asked, comparison)
    const subject = nearestSubject(binding, asked)
    if (subject === undefined || subject.mismatch !== undefined) return undefined
    const { kind, name } = binding.roleRef
    const isDefault = isDefaultRole({ kind, namespace: binding.namespace, name })
    const meant = isDefault ? undefined : this.#meantRole(binding)
    const mismatch: PlacedMismatch = {
      dimension: 'role',
      cause: isDefault ? 'default-role' : 'role-not-found',
      has: [name],
      asked: '',
      ...(meant !== undefined && { instead: meant.name }),
      at: { of: 'binding', path: ['roleRef', 'name'] },
    }
    const fit = meant && comparison.bestOf(this.bound.rulesIn(meant))
    if (meant === undefined || fit === undefined) {
      const elsewhere = isDefault ? undefined : this.#roleElsewhere(binding, comparison)
      if (elsewhere === undefined)
        return { binding, subject: subject.subject, mismatches: [mismatch], distance: ROLE_NOT_FOUND }
      const { role } = elsewhere.effective
      return {
        fit: elsewhere,
        binding,
        subject: subject.subject,
        mismatches: [{ ...mismatch, cause: 'role-elsewhere', has: [role.namespace] }],
        distance: elsewhere.distance + MISTAKE,
      }
    }
    const otherKind: PlacedMismatch = {
      ...mismatch,
      cause: 'role-of-other-kind',
      has: [kind],
      instead: meant.kind,
      at: { of: 'binding', path: ['roleRef', 'kind'] },
    }
    return {
      fit,
      binding,
      subject: subject.subject,
      mismatches: [meant.kind === kind ? mismatch : otherKind],
      distance: fit.distance + MISTAKE,
    }
  }

  /** A RoleBinding whose namespace is not written, where its Role is in the namespace of the check. */
  #withoutNamespace(binding: Binding, asked: Asking, comparison: Comparison): Candidate | undefined {
    const { kind, name } = binding.roleRef
    const { namespace } = asked.attributes
    if (kind !== 'Role' || namespace === '') return undefined
    const role = this.bound.roleOf({ roleRef: { kind, name }, namespace })
    const fit = role && comparison.bestOf(this.bound.rulesIn(role))
    const subject = nearestSubject(binding, asked)
    if (fit === undefined || subject === undefined || subject.mismatch !== undefined) return undefined
    const policy = this.#policies.find((one) => one.lines === this.bound.linesOf(binding))
    const isWritten = policy === undefined || nodeBelow(policy, binding.span, ['metadata', 'namespace']) !== undefined
    if (isWritten) return undefined
    const mismatch: PlacedMismatch = {
      dimension: 'scope',
      cause: 'no-namespace',
      has: [binding.namespace],
      asked: namespace,
      instead: namespace,
      at: { of: 'binding', path: ['metadata'] },
    }
    return { fit, binding, subject: subject.subject, mismatches: [mismatch], distance: fit.distance + MISTAKE }
  }

  /** The role that a binding to a missing role was probably meant for: one in its reach with another kind or a similar name. */
  #meantRole({ roleRef: { kind, name }, namespace }: Binding): Role | undefined {
    const other = kind === 'Role' ? 'ClusterRole' : 'Role'
    const ofOtherKind = this.bound.roleOf({ roleRef: { kind: other, name }, namespace })
    if (ofOtherKind !== undefined) return ofOtherKind
    const inReach = this.bound.roles.filter(
      (role) => role.kind === kind && (kind === 'ClusterRole' || role.namespace === namespace),
    )
    const similar = nearest(
      name,
      inReach.map((role) => role.name),
    )
    return similar === undefined ? undefined : this.bound.roleOf({ roleRef: { kind, name: similar }, namespace })
  }

  /** The nearest rule of a Role with the name that a binding names, where the binding cannot have it. */
  #roleElsewhere({ roleRef: { name } }: Binding, comparison: Comparison): RuleFit | undefined {
    const others = this.bound.roles.filter((role) => role.kind === 'Role' && role.name === name)
    return comparison.bestOf(others.flatMap((role) => this.bound.rulesIn(role)))
  }

  /** The first binding of a role that grants it to the user where that is asked. */
  #grantOf(role: Role, asked: Asking): Pick<Required<Candidate>, 'binding' | 'subject'> | undefined {
    for (const binding of this.bound.bindingsTo(role)) {
      const nearest = nearestSubject(binding, asked)
      if (nearest === undefined || nearest.mismatch !== undefined) continue
      if (scopeMismatch(binding, asked.attributes) === undefined) return { binding, subject: nearest.subject }
    }
    return undefined
  }

  /** Rules written in an aggregated role of the user that would do, and that those of the roles that it selects replace. */
  #overwritten(comparison: Comparison, asked: Asking): readonly Candidate[] {
    return this.#aggregating.flatMap((role): readonly Candidate[] => {
      if (role.rules.length === 0 || this.bound.rulesIn(role).some((one) => one.role === role)) return []
      const fit = comparison.bestOf(role.rules.map((rule, index) => ({ rule, role, index })))
      const grant = fit?.distance === 0 ? this.#grantOf(role, asked) : undefined
      if (fit === undefined || grant === undefined) return []
      const label = onlyLabelOf(role)
      const mismatch: PlacedMismatch = {
        dimension: 'role',
        cause: 'overwritten',
        has: [role.name],
        asked: '',
        ...(label !== undefined && { instead: label }),
        at: { of: 'role', path: ['aggregationRule'] },
      }
      return [{ fit, ...grant, mismatches: [mismatch], distance: MISTAKE }]
    })
  }

  /** Roles that would do, and that an aggregated role of the user does not select for one label. */
  #unselected(comparison: Comparison, asked: Asking, allowing: readonly RuleFit[]): readonly Candidate[] {
    if (allowing.length === 0) return []
    return this.#aggregating.flatMap((role): readonly Candidate[] => {
      const grant = this.#grantOf(role, asked)
      if (grant === undefined) return []
      const counting = this.bound.rulesIn(role)
      const selected = new Set(counting.map((one) => one.role))
      // The controller replaces the rules that are written in the role by those of the first role that it selects.
      const own = selected.has(role) ? role.rules : []
      return allowing.flatMap((fit): readonly Candidate[] => {
        const source = fit.effective.role
        if (source.kind !== 'ClusterRole' || source === role || selected.has(source)) return []
        const instead = this.bound.rulesIn(source)
        if (!own.every((rule) => instead.some((one) => covers(one.rule, rule)))) return []
        const label = nearlySelected(role, source, this.#aggregating)
        const wanted = onlyLabelOf(role)
        if (label === undefined && wanted !== undefined && !isDefaultRole(source)) {
          const mismatch: PlacedMismatch = {
            dimension: 'role',
            cause: 'no-label',
            has: [role.name],
            asked: '',
            instead: wanted,
            at: { of: 'role', path: ['metadata'] },
          }
          return [{ fit, ...grant, mismatches: [mismatch], distance: NO_LABEL }]
        }
        if (label === undefined || comparison.bestOf(instead) === undefined) return []
        return [
          {
            fit,
            ...grant,
            mismatches: [
              {
                dimension: 'role',
                cause: 'labels',
                has: [label.has],
                asked: '',
                instead: label.wanted,
                at: { of: 'role', path: ['metadata', 'labels'] },
              },
            ],
            distance: MISTAKE,
          },
        ]
      })
    })
  }

  #near(
    { fit, role: unboundRole, binding, subject, mismatches, distance }: Candidate,
    asked: Attributes,
    comparison: Comparison,
  ): NearMatch {
    const { bound } = this
    const evidence: Pick<Evidence, 'role' | 'rule' | 'binding' | 'subject'> = {
      ...(fit && ruleEvidence(fit.effective, (unboundRole ?? fit.effective.role).name, bound)),
      ...(fit && binding && subject && evidenceOf({ binding, subject }, fit.effective, bound)),
      ...(binding && bindingEvidence({ binding, ...(subject && { subject }) }, bound)),
    }
    const { role, rule, binding: inBinding, subject: inSubject } = evidence
    const all = fit === undefined ? mismatches : [...comparison.mismatchesOf(fit), ...mismatches]
    const named = all.map(
      ({ at, ...mismatch }): Mismatch => ({ ...mismatch, range: this.#rangeOf(at, fit, binding, subject) }),
    )
    return {
      ...(role && { role }),
      ...(rule && { rule }),
      ...(inBinding && { binding: inBinding }),
      ...(inSubject && { subject: inSubject }),
      ...(binding && this.#toNoRole.includes(binding) && { roleRef: binding.roleRef }),
      marks: marksOf(named, asked, fit?.effective.rule, binding !== undefined),
      mismatches: named,
      distance,
    }
  }

  #rangeOf(
    { of, path }: At,
    fit: RuleFit | undefined,
    binding: Binding | undefined,
    subject: Subject | undefined,
  ): SourceRange {
    const [object, span] =
      of === 'rule'
        ? ([fit?.effective.role, fit?.effective.rule.span] as const)
        : of === 'role'
          ? ([fit?.effective.role, fit?.effective.role.span] as const)
          : of === 'subject'
            ? ([binding, subject?.span] as const)
            : ([binding, binding?.span] as const)
    if (object === undefined || span === undefined) throw new Error('a mismatch is about something that is not there')
    const lines = this.bound.linesOf(object)
    const policy = this.#policies.find((one) => one.lines === lines)
    return lines.range((policy && nodeBelow(policy, span, path)) ?? span)
  }
}

interface Candidate {
  readonly fit?: RuleFit
  /** The role that no binding grants to anybody. The rule may be written in another, which it aggregates. */
  readonly role?: Role
  readonly binding?: Binding
  readonly subject?: Subject
  /** Beside those of the rule. */
  readonly mismatches: readonly PlacedMismatch[]
  readonly distance: number
}

/** The candidates that may be among the nearest. */
class NearestFound {
  readonly candidates: Candidate[] = []
  /** The distances of the nearest ones, the least first. */
  readonly #least: number[] = []

  /** What is farther away than this is not among the nearest. */
  get most(): number {
    return this.#least.length < MOST_NEAR ? FARTHEST : (this.#least[MOST_NEAR - 1] as number)
  }

  /** Takes a candidate, unless it allows the check or is too far away. */
  add(candidate: Candidate | undefined): void {
    if (candidate === undefined || candidate.distance === 0 || candidate.distance > this.most) return
    this.candidates.push(candidate)
    this.#least.push(candidate.distance)
    this.#least.sort((a, b) => a - b)
    this.#least.length = Math.min(this.#least.length, MOST_NEAR)
  }
}

/** Whether a candidate is there in every cluster, and grants others, or nobody, by design. */
function isOfEveryCluster({ role, binding, mismatches }: Candidate): boolean {
  if (binding === undefined) return role !== undefined && isDefaultRole(role)
  const isDefault = /^system:|^cluster-admin$/.test(binding.name) && isDefaultRole(roleNamed(binding))
  return isDefault && mismatches.some(({ dimension, cause }) => dimension === 'subject' && forOthers(cause))
}

function forOthers(cause: PlacedMismatch['cause']): boolean {
  return cause === undefined || cause === 'not-in-group' || cause === 'no-subjects'
}

function unbound(role: Role, fit: RuleFit): Candidate {
  const mismatch: PlacedMismatch = {
    dimension: 'role',
    cause: 'not-bound',
    has: [],
    asked: '',
    at: { of: 'role', path: ['metadata', 'name'] },
  }
  return { fit, role, mismatches: [mismatch], distance: fit.distance + NOT_BOUND }
}

/** The nearest binding of a role; undefined where each is farther away than `most`. */
function boundBest(
  role: Role,
  fit: RuleFit,
  bindings: readonly Binding[],
  asked: Asking,
  most: number,
): Candidate | undefined {
  let best: Candidate | undefined
  for (const binding of bindings) {
    const scope = scopeMismatch(binding, asked.attributes)
    const soFar = fit.distance + (scope?.distance ?? 0)
    if (soFar > most || (best !== undefined && best.distance <= soFar)) continue
    const nearestOne = nearestSubject(binding, asked)
    if (nearestOne === undefined) continue
    const distance = soFar + (nearestOne.mismatch?.distance ?? 0)
    if (best !== undefined && best.distance <= distance) continue
    const mismatches = [...(scope?.mismatches ?? []), ...(nearestOne.mismatch?.mismatches ?? [])]
    best = { fit, binding, subject: nearestOne.subject, mismatches, distance }
  }
  return bindings.some(({ subjects }) => subjects.length > 0) ? best : boundToNobody(role, fit, bindings, asked)
}

/** A role whose bindings have no subjects. */
function boundToNobody(role: Role, fit: RuleFit, bindings: readonly Binding[], asked: Asking): Candidate | undefined {
  const here = bindings.find((binding) => scopeMismatch(binding, asked.attributes) === undefined) ?? bindings[0]
  if (here === undefined) return undefined
  const scope = scopeMismatch(here, asked.attributes)
  const mismatch: PlacedMismatch = {
    dimension: 'subject',
    cause: 'no-subjects',
    has: [],
    asked: asked.attributes.user.username,
    at: { of: 'binding', path: ['subjects'] },
  }
  const distance = fit.distance + (scope?.distance ?? 0) + NOT_BOUND
  return { fit, role, binding: here, mismatches: [...(scope?.mismatches ?? []), mismatch], distance }
}

function marksOf(
  mismatches: readonly Mismatch[],
  asked: Attributes,
  rule: PolicyRule | undefined,
  isBound: boolean,
): NearMatch['marks'] {
  const missed = new Set(mismatches.map(({ dimension }) => dimension))
  const applies: Readonly<Record<Dimension, boolean>> = {
    verb: rule !== undefined,
    apiGroup: rule !== undefined && asked.isResourceRequest,
    resource: rule !== undefined && asked.isResourceRequest,
    subresource: rule !== undefined && asked.isResourceRequest && asked.subresource !== '',
    name: rule !== undefined && asked.isResourceRequest && (asked.name !== '' || rule.resourceNames.length > 0),
    path: rule !== undefined && !asked.isResourceRequest,
    role: true,
    scope: isBound,
    subject: isBound,
    // Of rules for modes that were not tried alone.
    mode: false,
  }
  const marks: Partial<Record<Dimension, boolean>> = {}
  for (const dimension of Object.keys(applies) as readonly Dimension[]) {
    if (applies[dimension] || missed.has(dimension)) marks[dimension] = !missed.has(dimension)
  }
  return marks
}

/** The label by which an aggregated role selects others, where one is enough: `key: value`. */
function onlyLabelOf({ aggregationRule }: Role): string | undefined {
  for (const { matchLabels, matchExpressions } of aggregationRule?.clusterRoleSelectors ?? []) {
    const [label, ...others] = matchLabels
    if (label !== undefined && others.length + matchExpressions.length === 0) return label.join(': ')
  }
  return undefined
}

/** The label that keeps an aggregated role from selecting a role: all but one requirement of a selector are met. */
function nearlySelected(
  { aggregationRule }: Role,
  { labels }: Role,
  aggregating: readonly Role[],
): { readonly has: string; readonly wanted: string } | undefined {
  for (const { matchLabels, matchExpressions } of aggregationRule?.clusterRoleSelectors ?? []) {
    if (matchExpressions.length > 0) continue
    const unmet = [...matchLabels].filter(([key, value]) => labels.get(key) !== value)
    const [only] = unmet
    if (unmet.length !== 1 || only === undefined) continue
    const [key, value] = only
    const wanted = `${key}: ${value}`
    const other = labels.get(key)
    if (other !== undefined) return { has: `${key}: ${other}`, wanted }
    const similar = nearest(key, [...labels.keys()]) ?? unselectedLike(key, value, labels, aggregating)
    if (similar !== undefined) return { has: `${similar}: ${labels.get(similar)}`, wanted }
  }
  return undefined
}

/** A label with the same domain and value, which no aggregated role selects. */
function unselectedLike(
  key: string,
  value: string,
  labels: ReadonlyMap<string, string>,
  aggregating: readonly Role[],
): string | undefined {
  const domain = /^[^/]+\//.exec(key)?.[0]
  if (domain === undefined) return undefined
  const selectors = aggregating.flatMap(({ aggregationRule }) => aggregationRule?.clusterRoleSelectors ?? [])
  const isSelected = (label: string) =>
    selectors.some(({ matchLabels, matchExpressions }) => {
      return matchLabels.has(label) || matchExpressions.some((one) => one.key === label)
    })
  const [only, ...others] = [...labels.keys()].filter(
    (label) => label.startsWith(domain) && labels.get(label) === value && !isSelected(label),
  )
  return others.length === 0 ? only : undefined
}

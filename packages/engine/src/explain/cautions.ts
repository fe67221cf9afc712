import type { Cluster } from '../cluster/index.ts'
import { aboutDesign, type Design } from '../designs/index.ts'
import {
  AUTHENTICATION_GROUP,
  hasVerbBeginning,
  RBAC_GROUP,
  type Rule,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
} from '../kube/index.ts'
import {
  allowsEveryResource,
  apiGroupMatches,
  type HeldRule,
  hasOlderVerb,
  isMoreThanDiscovery,
  liftingRule,
  modeOfIdentity,
  type Rights,
  resourceMatches,
  type UnsafeSubject,
  unsafeSubject,
  verbMatches,
  wildcardLists,
} from '../rights/index.ts'
import type { NewAccess } from './new-access.ts'

/** Why a change is made only by somebody who asks for it. */
export interface Caution {
  /**
   * Those of a subject are in {@link UnsafeSubject}. `superusers`: the change leads to all rights. `lifts-constraint`: after it the
   * subject has the verb `impersonate` for the targets of constrained rules, which then limit nothing. `open-identity`: it grants an action to
   * a subject that may take every identity, by a `*` among verbs.
   */
  readonly id: UnsafeSubject['id'] | 'superusers' | 'lifts-constraint' | 'open-identity'
  /** What the change leads to, in a sentence. */
  readonly danger: string
}

/**
 * The cautions of a change from one cluster to another, each once.
 *
 * @param design the one that decides
 */
export function cautionsOf(
  adds: readonly NewAccess[],
  before: Cluster,
  after: Cluster,
  design?: Pick<Design, 'origin' | 'graph'>,
): readonly Caution[] {
  const found = [...adds.flatMap(unsafeSubjectOf), ...adds.flatMap(({ rule }) => ofSuperusers(rule, after.rights))]
  const gate = aboutDesign('constrained')
  const constrained = gate !== undefined && after.hasFeature(gate)
  const isOwn = design?.origin === 'own'
  const asksLegacy = isOwn ? design.graph.nodes.some(({ mode }) => mode === 'legacy') : constrained
  const lifted = asksLegacy && liftsConstraint(adds, before, after) ? [isOwn ? LIFTED_BY_OWN : LIFTED] : []
  const open = constrained && !isOwn && opensIdentities(adds, after.rights) ? [OPEN] : []
  return [...new Map([...found, ...lifted, ...open].map((one) => [one.danger, one])).values()]
}

/** The subject of new access, where it should not be bound. A crowd may have what discovery needs. */
function unsafeSubjectOf({ subject, namespace, rule }: NewAccess): readonly Caution[] {
  const unsafe = unsafeSubject(subject)
  const isCrowd = unsafe?.id === 'anonymous' || unsafe?.id === 'everybody'
  return unsafe === undefined || (isCrowd && !isMoreThanDiscovery(rule, namespace)) ? [] : [unsafe]
}

function ofSuperusers(rule: Rule, rights: Rights): readonly Caution[] {
  const { verbs, resourceNames } = rule
  if (allowsEveryResource(rule)) return [{ id: 'superusers', danger: 'It allows everything.' }]
  if (
    verbs.includes('impersonate') &&
    rule.resources.includes('groups') &&
    resourceNames.includes(SYSTEM_PRIVILEGED_GROUP)
  )
    return [{ id: 'superusers', danger: 'No role limits the members of group system:masters.' }]
  const binds = verbMatches(rule, 'bind') && apiGroupMatches(rule, RBAC_GROUP) && resourceMatches(rule, 'clusterroles')
  const role = binds ? resourceNames.find((name) => rights.allowsEverythingBy(name)) : undefined
  return role === undefined
    ? []
    : [{ id: 'superusers', danger: `ClusterRole ${role} allows everything, and this allows bindings of it.` }]
}

const LIFTED: Caution = {
  id: 'lifts-constraint',
  danger:
    'Constrained rules limit nobody who has the verb impersonate for the same target: it is checked last, and needs no right on the action.',
}

/** Under a design as a text, which asks for the older verb where it wants to. */
const LIFTED_BY_OWN: Caution = {
  id: 'lifts-constraint',
  danger:
    'Constrained rules limit nobody who has the verb impersonate for the same target: it needs no right on the action.',
}

/**
 * Whether a subject has constrained rules and the verb `impersonate` for identities of one kind only after the change, or more of its
 * constrained rules limit nothing.
 */
function liftsConstraint(adds: readonly NewAccess[], before: Cluster, after: Cluster): boolean {
  const subjects = adds.flatMap(({ rule, subject }) => (hasVerbBeginning(rule.verbs, 'impersonate') ? [subject] : []))
  return subjects.some((subject) => {
    const had = constraintsOf(rulesOf(before.rights, subject))
    const has = constraintsOf(rulesOf(after.rights, subject))
    return has.lifted > had.lifted || (has.besideOlder && !had.besideOlder)
  })
}

function constraintsOf(held: readonly HeldRule[]): { readonly lifted: number; readonly besideOlder: boolean } {
  const besideOlder = held.some((constrained) => {
    const mode = modeOfIdentity(constrained.rule)
    return mode !== undefined && held.some(({ rule }) => hasOlderVerb(rule, mode))
  })
  return { lifted: held.filter((one) => liftingRule(one, held) !== undefined).length, besideOlder }
}

const OPEN: Caution = {
  id: 'open-identity',
  danger:
    'A * among the verbs of another rule includes impersonation: this can be done as every user whom that rule allows.',
}

/** Whether a subject gets an action as somebody else, and holds `*` on identities. */
function opensIdentities(adds: readonly NewAccess[], rights: Rights): boolean {
  const acting = adds.filter(({ rule }) => hasVerbBeginning(rule.verbs, 'impersonate-on:'))
  return acting.some(({ subject }) => rulesOf(rights, subject).some(({ rule }) => isEveryIdentity(rule)))
}

function isEveryIdentity(rule: Rule): boolean {
  const identities = ['users', 'serviceaccounts', 'nodes']
  return (
    wildcardLists(rule).includes('verbs') &&
    rule.apiGroups.includes(AUTHENTICATION_GROUP) &&
    identities.some((resource) => resourceMatches(rule, resource))
  )
}

function rulesOf(rights: Rights, subject: SubjectName): readonly HeldRule[] {
  const holder = rights.holder(subject)
  return holder === undefined ? [] : rights.heldByHolder(holder).rules
}

import {
  AUTHENTICATION_GROUP,
  type Binding,
  hasVerbBeginning,
  identityOf,
  mayBeName,
  objectKey,
  type PolicyRule,
  type Role,
  roleNamed,
} from '../kube/index.ts'
import { isMasters, type Rights, ruleAllowsAction, selects, subjectsIn } from '../rights/index.ts'
import { countsItself, grantedRules } from './impersonators.ts'
import type { Linted } from './rule.ts'
import { listed } from './words.ts'

/** The beginning of the labels by which default roles aggregate others. */
export const AGGREGATE_TO = 'rbac.authorization.k8s.io/aggregate-to-'

/** A mode of constrained impersonation whose targets a rule may name. */
export interface OpenMode {
  readonly verb: string
  readonly resource: string
  /** The resource that the verb “impersonate” is checked about for the same targets, in the core group. */
  readonly legacy: string
  readonly every: string
  readonly one: string
  /** It is checked without a namespace, where no RoleBinding counts. */
  readonly clusterWide: boolean
}

/** The modes whose target is not the requestor’s own node (Go: `mode.go` of the impersonation filter). */
export const OPEN_MODES: readonly OpenMode[] = [
  {
    verb: 'impersonate:user-info',
    resource: 'users',
    legacy: 'users',
    every: 'every user who is not a service account or node',
    one: 'user',
    clusterWide: true,
  },
  {
    verb: 'impersonate:serviceaccount',
    resource: 'serviceaccounts',
    legacy: 'serviceaccounts',
    every: 'every service account',
    one: 'service account',
    clusterWide: false,
  },
  {
    verb: 'impersonate:arbitrary-node',
    resource: 'nodes',
    legacy: 'users',
    every: 'every node',
    one: 'node',
    clusterWide: true,
  },
]

/** Whether a rule grants the identity half of a mode, on anybody who can exist. */
export function grantsIdentity(rule: PolicyRule, mode: OpenMode): boolean {
  const { verb, resource } = mode
  const isOnSomebody = rule.resourceNames.length === 0 || targetsOf(rule, mode).length > 0
  return isOnSomebody && ruleAllowsAction(rule, { verb, apiGroup: AUTHENTICATION_GROUP, resource })
}

/** Of the names in a rule those that a check of a mode can ask for. */
function targetsOf({ resourceNames }: PolicyRule, { resource }: OpenMode): readonly string[] {
  return resourceNames.filter((name) =>
    resource === 'users' ? identityOf(name, { legacy: false }) === undefined : mayBeName(resource, name),
  )
}

/**
 * Whether the identities of a mode can be granted by the rules of a role: they count, and somebody else than system:masters may
 * hold them where they are checked.
 */
export function isHeldFor(mode: OpenMode, role: Role, rights: Rights): boolean {
  if (!countsItself(role, rights)) return false
  const bindings = bindingsToOthers(role, rights)
  if (bindings.length === 0)
    return rights.bindingsTo(role).length === 0 && (role.kind === 'ClusterRole' || !mode.clusterWide)
  return !mode.clusterWide || bindings.some(({ kind }) => kind === 'ClusterRoleBinding')
}

/** The texts whose bindings decide where a role counts. */
export type BoundIn = Pick<Linted, 'rights' | 'others'>

/**
 * The namespaces where a role counts alone, in their order; undefined where it may count in all of them: by a binding of any text,
 * or as a part of an aggregated role.
 */
export function namespacesOf(role: Role, { rights, others }: BoundIn): readonly string[] | undefined {
  if (role.kind === 'Role') return [role.namespace]
  const elsewhere = others.flatMap(({ bindings }) =>
    bindings.filter((one) => objectKey(roleNamed(one)) === objectKey(role)),
  )
  const bindings = [...bindingsToOthers(role, rights), ...elsewhere]
  const everywhere =
    bindings.some(({ kind }) => kind === 'ClusterRoleBinding') || mayBeAggregated(role, { rights, others })
  if (bindings.length === 0 || everywhere) return undefined
  return [...new Set(bindings.map(({ namespace }) => namespace))].sort()
}

/** Whether an aggregation may select a role: one of the texts, or one of a default role by its label. */
export function mayBeAggregated(role: Role, { rights, others }: BoundIn): boolean {
  return (
    [...role.labels.keys()].some((key) => key.startsWith(AGGREGATE_TO)) ||
    [rights, ...others].some(({ roles }) => roles.some((one) => selects(one, role)))
  )
}

function bindingsToOthers(role: Role, rights: Rights): readonly Binding[] {
  return rights.bindingsTo(role).filter(({ subjects }) => !subjects.every(isMasters))
}

/** The rule by which a holder of a role may do something in a mode, that of the role first. Undefined where no text has one. */
export function actionFor(mode: OpenMode, role: Role, rights: Rights): PolicyRule | undefined {
  const own = role.rules.find((rule) => grantsAction(rule, mode))
  if (own !== undefined) return own
  for (const binding of rights.bindingsTo(role)) {
    for (const subject of subjectsIn(binding)) {
      for (const match of rights.holder(subject)?.matches ?? []) {
        const found = grantedRules(rights, match.binding)?.find(({ rule }) => grantsAction(rule, mode))
        if (found !== undefined) return found.rule
      }
    }
  }
  return undefined
}

/** Whether a rule lets its holder do something in a mode. The group of identities itself has only reviews. */
function grantsAction({ verbs, apiGroups, nonResourceURLs }: PolicyRule, { verb }: OpenMode): boolean {
  const prefix = verb.replace(/^impersonate:/, 'impersonate-on:')
  const about = nonResourceURLs.length > 0 || apiGroups.some((group) => group !== AUTHENTICATION_GROUP)
  const asked = verbs.filter((one) => !one.endsWith(':*'))
  return about && hasVerbBeginning(asked, `${prefix}:`)
}

/** Whom a rule of a role lets its holder impersonate in some modes, in a sentence. */
export function targetsInWords(rule: PolicyRule, modes: readonly OpenMode[], role: Role, bound: BoundIn): string {
  const namespaces = namespacesOf(role, bound)
  const within = namespaces ? ` of namespace${namespaces.length === 1 ? '' : 's'} ${listed(namespaces)}` : ''
  const words = modes.map((mode) => {
    const targets = rule.resourceNames.length === 0 ? mode.every : `${mode.one} ${listed(targetsOf(rule, mode), 'or')}`
    return mode.clusterWide ? targets : `${targets}${within}`
  })
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

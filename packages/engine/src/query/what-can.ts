import { compareBytes } from '../go/index.ts'
import {
  type APIResource,
  type Evidence,
  type PolicyRule,
  REQUEST_VERBS,
  SYSTEM_PRIVILEGED_GROUP,
  type UserInfo,
} from '../kube/index.ts'
import {
  type BindingMatch,
  evidenceOf,
  grantedVerbs,
  isAskedInNoNamespace,
  type Rights,
  roleNotFound,
} from '../rights/index.ts'
import { Combinations } from './access-list.ts'

/** Where, and for which names, something is allowed. */
export interface Reach {
  /** Empty: cluster-wide, so in every namespace, and for resources outside of namespaces. */
  readonly namespace: string
  /** Absent: all names, and requests without a name. */
  readonly names?: readonly string[]
  /** The rules that allow it, each with its binding. */
  readonly ways: readonly Evidence[]
}

/** A verb that is allowed for a resource. */
export interface AllowedVerb {
  /** `*` is every verb. */
  readonly verb: string
  /**
   * `all`: everywhere, for all names. `namespaces`: in some namespaces, for all names. `names`: for some names only.
   */
  readonly extent: 'all' | 'namespaces' | 'names'
  /** Cluster-wide ones first, then by namespace. */
  readonly reaches: readonly Reach[]
}

/** A resource as rules name it: `*` is every group or resource, and every subresource. */
export interface RuleResource {
  readonly apiGroup: string
  /** With its subresource: `pods/log`, or `*` before the slash for that of every resource. */
  readonly resource: string
}

/** What may be done with a resource. */
export interface ResourceRow extends RuleResource {
  readonly verbs: readonly AllowedVerb[]
}

/** What may be done with a path. */
export interface PathRow {
  /** As the rule has it: it may end in `*`. */
  readonly url: string
  readonly verbs: readonly { readonly verb: string; readonly ways: readonly Evidence[] }[]
}

/** Everything that a user can do by RBAC, or as a superuser. */
export interface WhatCan {
  /** Whether the user is in `system:masters`, whose members may do everything. */
  readonly superuser: boolean
  /** By group: wildcards first, then the core group, then by name. */
  readonly resources: readonly ResourceRow[]
  readonly paths: readonly PathRow[]
  /** One for each binding to a role that does not exist, in the API server's words. */
  readonly errors: readonly string[]
}

/** What to list of a user's rules. */
export interface WhatCanOptions {
  /** What counts in this namespace; absent: in every namespace that has bindings. */
  readonly namespace?: string
  /** The resources that the cluster serves, to know which of them are outside of namespaces. */
  readonly served?: readonly APIResource[]
}

/**
 * Everything that a user can do, cluster-wide and in namespaces, with the rules that allow it. Leaves out what no request
 * can use: in a RoleBinding, paths, resources that are outside of namespaces, and identities that are checked there. May throw `BeyondLimit`.
 */
export function whatCan(bound: Rights, user: UserInfo, { namespace, served = [] }: WhatCanOptions = {}): WhatCan {
  const namespaces = namespace === undefined ? bound.namespaces : [namespace]
  const matches = [
    ...bound.clusterWide(user),
    ...[...namespaces].sort(compareBytes).flatMap((one) => bound.within(one, user)),
  ]
  const table = new Table(bound, outsideOfNamespaces(served))
  for (const match of matches) table.add(match)
  return {
    superuser: user.groups.includes(SYSTEM_PRIVILEGED_GROUP),
    resources: table.resources(),
    paths: table.paths(),
    errors: table.errors,
  }
}

/** The served resources that a row covers, with the subresource of the row; those of wildcards, too. */
export function servedResources(
  { apiGroup, resource }: RuleResource,
  served: readonly APIResource[],
): readonly RuleResource[] {
  const inGroup = served.filter((one) => apiGroup === '*' || one.apiGroup === apiGroup)
  const all = inGroup.flatMap((one) =>
    [one.resource, ...[...one.subresources.keys()].map((sub) => `${one.resource}/${sub}`)].map((name) => ({
      apiGroup: one.apiGroup,
      resource: name,
    })),
  )
  const [, every] = /^\*(\/.*)$/.exec(resource) ?? []
  return all.filter(
    (one) => resource === '*' || one.resource === resource || (every !== undefined && one.resource.endsWith(every)),
  )
}

/**
 * Whether a resource is outside of namespaces, as far as it is served. A request for a namespace has the namespace’s own name as
 * its namespace.
 */
export function outsideOfNamespaces(served: readonly APIResource[]): (resource: RuleResource) => boolean {
  const all = served.filter(
    ({ namespaced, apiGroup, resource }) => !namespaced && !(apiGroup === '' && resource === 'namespaces'),
  )
  const keys = new Set(all.map(({ apiGroup, resource }) => `${apiGroup}/${resource}`))
  return ({ apiGroup, resource }) => keys.has(`${apiGroup}/${resource.split('/')[0]}`)
}

/** The cells of a table while they are filled. */
class Table {
  readonly errors: string[] = []
  readonly #bound: Rights
  readonly #isOutside: (resource: RuleResource) => boolean
  readonly #combinations = new Combinations()
  readonly #rows = new Map<string, { readonly of: RuleResource; readonly verbs: Map<string, Map<string, OpenReach>> }>()
  readonly #paths = new Map<string, Map<string, Evidence[]>>()

  constructor(bound: Rights, isOutside: (resource: RuleResource) => boolean) {
    this.#bound = bound
    this.#isOutside = isOutside
  }

  add(match: BindingMatch): void {
    const { binding } = match
    const rules = this.#bound.rulesOf(binding)
    if (rules === undefined) this.errors.push(roleNotFound(binding))
    for (const effective of rules ?? []) {
      const evidence = evidenceOf(match, effective, this.#bound)
      this.#combinations.spend(effective.rule)
      this.#addResources(effective.rule, binding.namespace, evidence)
      if (binding.kind === 'ClusterRoleBinding') this.#addPaths(effective.rule, evidence)
    }
  }

  #addResources({ apiGroups, resources, ...rule }: PolicyRule, namespace: string, evidence: Evidence): void {
    const { resourceNames } = rule
    const verbs = grantedVerbs(rule)
    if (verbs.length === 0 && rule.verbs.length > 0) return
    for (const apiGroup of apiGroups) {
      for (const resource of resources) {
        if (namespace !== '' && this.#isOutside({ apiGroup, resource })) continue
        const isAsked = (verb: string) => namespace === '' || !isAskedInNoNamespace({ verb, apiGroup, resource })
        const granted = verbs.filter(isAsked)
        if (granted.length === 0 && verbs.length > 0) continue
        const key = JSON.stringify([apiGroup, resource])
        const row = this.#rows.get(key) ?? { of: { apiGroup, resource }, verbs: new Map() }
        this.#rows.set(key, row)
        for (const verb of granted) {
          const reaches = row.verbs.get(verb) ?? new Map<string, OpenReach>()
          row.verbs.set(verb, reaches)
          addReach(reaches, namespace, resourceNames, evidence)
        }
      }
    }
  }

  #addPaths({ nonResourceURLs, verbs }: PolicyRule, evidence: Evidence): void {
    for (const url of nonResourceURLs) {
      const row = this.#paths.get(url) ?? new Map<string, Evidence[]>()
      this.#paths.set(url, row)
      for (const verb of verbs) {
        const ways = row.get(verb)
        if (ways === undefined) row.set(verb, [evidence])
        else if (ways.at(-1) !== evidence) ways.push(evidence)
      }
    }
  }

  resources(): readonly ResourceRow[] {
    return [...this.#rows.values()]
      .map(({ of, verbs }) => ({
        ...of,
        verbs: inVerbOrder([...verbs]).map(([verb, reaches]) => allowedVerb(verb, reaches)),
      }))
      .sort((a, b) => wildcardsFirst(a.apiGroup, b.apiGroup) || wildcardsFirst(a.resource, b.resource))
  }

  paths(): readonly PathRow[] {
    return [...this.#paths]
      .map(([url, verbs]) => ({ url, verbs: inVerbOrder([...verbs]).map(([verb, ways]) => ({ verb, ways })) }))
      .sort((a, b) => wildcardsFirst(a.url, b.url))
  }
}

interface OpenReach {
  readonly namespace: string
  /** Undefined: all names. */
  readonly names: Set<string> | undefined
  readonly ways: Evidence[]
}

/** Rules for all names, and rules for some, are separate reaches of a namespace. */
function addReach(
  reaches: Map<string, OpenReach>,
  namespace: string,
  names: readonly string[],
  evidence: Evidence,
): void {
  const named = names.length > 0
  const key = `${named ? 'named' : 'all'} ${namespace}`
  const reach = reaches.get(key) ?? { namespace, names: named ? new Set<string>() : undefined, ways: [] }
  reaches.set(key, reach)
  for (const name of names) reach.names?.add(name)
  if (reach.ways.at(-1) !== evidence) reach.ways.push(evidence)
}

function allowedVerb(verb: string, open: ReadonlyMap<string, OpenReach>): AllowedVerb {
  const reaches = [...open.values()]
    .sort(
      (a, b) => compareBytes(a.namespace, b.namespace) || Number(a.names !== undefined) - Number(b.names !== undefined),
    )
    .map(
      ({ namespace, names, ways }): Reach => ({
        namespace,
        ...(names && { names: [...names].sort(compareBytes) }),
        ways,
      }),
    )
  const unnamed = reaches.filter(({ names }) => names === undefined)
  const extent = unnamed.length === 0 ? 'names' : unnamed.some((one) => one.namespace === '') ? 'all' : 'namespaces'
  return { verb, extent, reaches }
}

const VERB_ORDER = ['*', ...REQUEST_VERBS]

function inVerbOrder<Value>(verbs: readonly (readonly [string, Value])[]): readonly (readonly [string, Value])[] {
  const rank = (verb: string) => (VERB_ORDER.includes(verb) ? VERB_ORDER.indexOf(verb) : VERB_ORDER.length)
  return verbs.toSorted(([a], [b]) => rank(a) - rank(b) || compareBytes(a, b))
}

function wildcardsFirst(a: string, b: string): number {
  return Number(b === '*') - Number(a === '*') || compareBytes(a, b)
}

import type { Binding, SubjectName } from '../kube/index.ts'
import {
  apiGroupMatches,
  type EffectiveRule,
  grantedVerbs,
  isSuperuser,
  type Rights,
  resourceMatches,
  userOf,
  verbMatches,
} from '../rights/index.ts'
import { outsideOfNamespaces, type RuleResource, type WhatCanOptions } from './what-can.ts'

/** How far something is allowed: not at all, for some names only, in some namespaces only, or everywhere for all names. */
export const EXTENTS = ['none', 'names', 'namespaces', 'all'] as const

/** What many subjects can do with many resources. */
export interface AccessMatrix {
  readonly subjects: readonly SubjectName[]
  readonly resources: readonly RuleResource[]
  readonly verbs: readonly string[]
  /** An index of {@link EXTENTS} for each subject, resource and verb: `(subject × resources + resource) × verbs + verb`. */
  readonly cells: Uint8Array
}

/** Subjects between two reports of progress. */
const STEP = 256

/**
 * Computes what many subjects can do by RBAC. Yields how many subjects are done, so that the caller can show it, let
 * others run, or stop. For a resource that is not among the served ones RoleBindings count. May throw `BeyondLimit`, as
 * `aggregate` does.
 */
export function* accessMatrix(
  bound: Rights,
  subjects: readonly SubjectName[],
  resources: readonly RuleResource[],
  verbs: readonly string[],
  { namespace, served = [] }: WhatCanOptions = {},
): Generator<number, AccessMatrix, void> {
  const width = resources.length * verbs.length
  const cells = new Uint8Array(subjects.length * width)
  const isOutside = outsideOfNamespaces(served)
  const columns = resources.map((one) => ({ ...one, isOutside: isOutside(one) }))
  const granted = new GrantedCells(bound, columns, verbs)
  for (const [at, subject] of subjects.entries()) {
    if (at % STEP === 0) yield at
    const row = cells.subarray(at * width, (at + 1) * width)
    const user = userOf(subject)
    if (isSuperuser(user)) row.fill(EXTENTS.indexOf('all'))
    for (const { binding } of bound.anywhere(user))
      if (namespace === undefined || binding.namespace === '' || binding.namespace === namespace)
        granted.addTo(row, binding)
  }
  return { subjects, resources, verbs, cells }
}

type Column = RuleResource & { readonly isOutside: boolean }

/** The cells that bindings grant, computed once for each role. */
class GrantedCells {
  readonly #bound: Rights
  readonly #columns: readonly Column[]
  readonly #verbs: readonly string[]
  readonly #clusterWide = new Map<readonly EffectiveRule[], readonly number[]>()
  readonly #namespaced = new Map<readonly EffectiveRule[], readonly number[]>()

  constructor(bound: Rights, columns: readonly Column[], verbs: readonly string[]) {
    this.#bound = bound
    this.#columns = columns
    this.#verbs = verbs
  }

  addTo(row: Uint8Array, binding: Binding): void {
    const rules = this.#bound.rulesOf(binding)
    if (rules === undefined) return
    const known = binding.kind === 'ClusterRoleBinding' ? this.#clusterWide : this.#namespaced
    const cells = known.get(rules) ?? this.#cellsOf(rules, binding.kind === 'ClusterRoleBinding')
    known.set(rules, cells)
    // Each cell is a pair of a position and an extent.
    for (let at = 0; at < cells.length; at += 2) {
      const position = cells[at] as number
      const extent = cells[at + 1] as number
      if (extent > (row[position] as number)) row[position] = extent
    }
  }

  #cellsOf(rules: readonly EffectiveRule[], clusterWide: boolean): readonly number[] {
    const found = new Map<number, number>()
    for (const { rule } of rules) {
      if (rule.resources.length === 0) continue
      const isGranted = (verb: string): boolean => grantedVerbs({ ...rule, verbs: [verb] }).length > 0
      const extent = EXTENTS.indexOf(rule.resourceNames.length > 0 ? 'names' : clusterWide ? 'all' : 'namespaces')
      const verbs = this.#verbs.flatMap((verb, at) => (verbMatches(rule, verb) && isGranted(verb) ? [at] : []))
      for (const [at, resource] of this.#columns.entries()) {
        const matches = apiGroupMatches(rule, resource.apiGroup) && resourceMatches(rule, resource.resource)
        if (!matches || (!clusterWide && resource.isOutside)) continue
        for (const verb of verbs) {
          const position = at * this.#verbs.length + verb
          if (extent > (found.get(position) ?? 0)) found.set(position, extent)
        }
      }
    }
    return [...found].flat()
  }
}

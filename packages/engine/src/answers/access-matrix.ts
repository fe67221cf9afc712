import { type Cluster, discoveryOf } from '../cluster/index.ts'
import { REQUEST_VERBS, resourceName } from '../kube/index.ts'
import { type AccessMatrix, accessMatrix, EXTENTS, type RuleResource, subjectsOf } from '../query/index.ts'
import type { Remark } from './remarks.ts'
import { unaskedAboutRights, unjudged } from './unjudged.ts'

/** What all subjects may do with many resources. */
export interface AccessMatrixAnswer {
  /** How large the matrix is, in a sentence. */
  readonly lead: string
  readonly subjects: AccessMatrix['subjects']
  /** One for each verb. */
  readonly sections: readonly MatrixSection[]
  readonly remarks: readonly Remark[]
}

/** What all subjects may do by one verb. */
export interface MatrixSection {
  readonly verb: string
  /** The resources with which some subject may do it. Rights to everything do not count. */
  readonly columns: readonly MatrixColumn[]
  /** Which resources have no column. */
  readonly note?: string
}

/** What all subjects may do by one verb with one resource. */
export interface MatrixColumn {
  readonly resource: RuleResource
  /** `deployments.apps`, and in short `deployments` where no other column has that name. */
  readonly whole: string
  readonly short: string
  /** An index of `EXTENTS` for each subject. */
  readonly cells: Uint8Array
}

/** How far something is allowed to a subject. */
export type Extent = (typeof EXTENTS)[number]

/** The extent of a cell. */
export function extentAt({ cells }: MatrixColumn, subject: number): Extent {
  return EXTENTS[cells[subject] ?? 0] ?? 'none'
}

/**
 * Answers what all subjects of the bindings may do; in a namespace, where one is named. Yields how many subjects are done. May
 * throw `BeyondLimit`.
 */
export function* accessMatrixAnswer(
  namespace: string,
  cluster: Cluster,
): Generator<{ readonly done: number; readonly total: number }, AccessMatrixAnswer> {
  const { rightsInForce: bound, settings, unread } = cluster
  const subjects = subjectsOf(bound)
  const served = discoveryOf(cluster).resources
  const resources = askedResources(cluster)
  const steps = accessMatrix(bound, subjects, resources, REQUEST_VERBS, { served, ...(namespace && { namespace }) })
  let next = steps.next()
  for (; !next.done; next = steps.next()) yield { done: next.value, total: subjects.length }
  const matrix = next.value
  const who = subjects.length === 1 ? 'one subject' : `${subjects.length.toLocaleString('en')} subjects`
  return {
    lead:
      subjects.length === 0
        ? 'The bindings of the policy name no subjects.'
        : `What ${who} may do with ${resources.length.toLocaleString('en')} resources.`,
    subjects,
    sections: REQUEST_VERBS.map((verb, at) => sectionOf(matrix, verb, at)),
    remarks: [...unjudged(unread, bound), ...unaskedAboutRights(settings)],
  }
}

function sectionOf({ subjects, resources, verbs, cells }: AccessMatrix, verb: string, at: number): MatrixSection {
  const all = resources.map((resource, column) => {
    const extents = subjects.map((_, row) => cells[(row * resources.length + column) * verbs.length + at] ?? 0)
    return { resource, cells: Uint8Array.from(extents) }
  })
  const everywhere = EXTENTS.indexOf('all')
  const mayAll = subjects.map((_, row) => all.every((one) => one.cells[row] === everywhere))
  const used = all.filter((one) => one.cells.some((extent, row) => extent !== 0 && !mayAll[row]))
  const count = resources.length
  return {
    verb,
    columns: used.map(({ resource, cells }) => {
      const isOnly = used.filter((other) => other.resource.resource === resource.resource).length === 1
      const whole = resourceName(resource)
      return { resource, whole, short: isOnly ? resource.resource : whole, cells }
    }),
    ...(used.length < count && {
      note: `${count - used.length} of ${count} resources have no column: only a subject that may ${verb} all ${count} may ${verb} them.`,
    }),
  }
}

/** The resources of a matrix at most. */
const MOST_RESOURCES = 60

/** Resources that people ask about, for policies that name few. */
const USUAL: readonly (readonly [apiGroup: string, resources: string])[] = [
  ['', 'pods pods/exec pods/log services configmaps secrets serviceaccounts serviceaccounts/token namespaces nodes'],
  ['apps', 'deployments statefulsets daemonsets'],
  ['batch', 'jobs cronjobs'],
  ['networking.k8s.io', 'ingresses networkpolicies'],
  ['rbac.authorization.k8s.io', 'roles rolebindings clusterroles clusterrolebindings'],
]

/** The resources that most rules name, then usual ones; those of the core group first. */
function askedResources({ rightsInForce: { roles } }: Cluster): readonly RuleResource[] {
  const counts = new Map<string, { readonly of: RuleResource; count: number }>()
  const count = (apiGroup: string, resources: readonly string[], by: number): void => {
    for (const resource of resources) {
      if (apiGroup === '*' || resource.startsWith('*')) continue
      const key = `${apiGroup} ${resource}`
      counts.set(key, { of: { apiGroup, resource }, count: (counts.get(key)?.count ?? 0) + by })
    }
  }
  for (const { rules } of roles)
    for (const { apiGroups, resources } of rules) for (const apiGroup of apiGroups) count(apiGroup, resources, 1)
  for (const [apiGroup, resources] of USUAL) count(apiGroup, resources.split(' '), 0)
  const most = [...counts].sort(([, a], [, b]) => b.count - a.count).slice(0, MOST_RESOURCES)
  return most.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { of }]) => of)
}

import { resourceName } from '@authz-playground/engine/internal/kube'
import { type AccessMatrix, EXTENTS, type MatrixResource } from '@authz-playground/engine/internal/query'
import type { RuleAction, WhatCan } from '@authz-playground/engine/questions'

/** How far something is allowed. */
export type Extent = (typeof EXTENTS)[number]

/** The extent of a verb for a subject and a resource, each by its index. */
export function extentAt(
  { cells, resources, verbs }: AccessMatrix,
  subject: number,
  resource: number,
  verb: number,
): Extent {
  return EXTENTS[cells[(subject * resources.length + resource) * verbs.length + verb] ?? 0] ?? 'none'
}

/** The resources with which some subject may do a verb, by their indices. Rights to everything do not count. */
export function usedResources(matrix: AccessMatrix, verb: number): readonly number[] {
  const { subjects, resources } = matrix
  const counted = subjects.flatMap((_, subject) =>
    resources.every((_, at) => extentAt(matrix, subject, at, verb) === 'all') ? [] : [subject],
  )
  return resources.flatMap((_, at) =>
    counted.some((subject) => extentAt(matrix, subject, at, verb) !== 'none') ? [at] : [],
  )
}

/** The names of resources: `deployments.apps`, and in short `deployments` where no other one has that name. */
export function columnHeadings(
  resources: readonly MatrixResource[],
): readonly { readonly whole: string; readonly short: string }[] {
  return resources.map((one) => {
    const isOnly = resources.every((other) => other === one || other.resource !== one.resource)
    const whole = resourceName(one)
    return { whole, short: isOnly ? one.resource : whole }
  })
}

/** What a cell stands for: the widest right of a subject to use a verb on a resource; without one, the verb itself. */
export function actionOfCell(
  { resources }: Pick<WhatCan, 'resources'>,
  verb: string,
  { apiGroup, resource }: MatrixResource,
  namespace: string,
): RuleAction {
  const slash = resource.indexOf('/')
  const covers = (rule: string): boolean =>
    rule === '*' || rule === resource || (slash !== -1 && rule === `*${resource.slice(slash)}`)
  const reaches = resources
    .filter((row) => (row.apiGroup === '*' || row.apiGroup === apiGroup) && covers(row.resource))
    .flatMap((row) => row.verbs.filter((one) => one.verb === '*' || one.verb === verb))
    .flatMap((one) => one.reaches)
  const unnamed = reaches.filter(({ names }) => names === undefined)
  const best = unnamed.find((one) => one.namespace === '') ?? unnamed[0] ?? reaches[0]
  const [name] = best?.names ?? []
  // Cluster-wide rights hold in the chosen namespace, too.
  const where = best?.namespace || namespace
  return { verb, apiGroup, resource, namespace: where, ...(name !== undefined && { name }) }
}

import { ANY_VERSION, resourceInGroup } from '@authz-playground/engine/internal/kube'
import type { FieldChoice } from './choices.ts'

/** A resource to choose: its API group, its preferred version, and whether it is namespaced. */
export interface ResourceChoice extends FieldChoice {
  readonly apiGroup: string
  readonly apiVersion: string
  readonly namespaced: boolean
}

/** All resources of the engine, with the names that kubectl accepts. */
export const RESOURCES: readonly ResourceChoice[] = ANY_VERSION.resources.map(
  ({ apiGroup, versions, resource, singular, shortNames, namespaced }) => ({
    value: resource,
    aliases: [singular, ...shortNames],
    ...(apiGroup === '' ? {} : { detail: apiGroup }),
    apiGroup,
    apiVersion: versions[0] ?? 'v1',
    namespaced,
  }),
)

/** Every API group but the core one, whose name is empty. */
export const API_GROUP_CHOICES: readonly FieldChoice[] = [
  ...new Set(ANY_VERSION.resources.map(({ apiGroup }) => apiGroup)),
]
  .filter((group) => group !== '')
  .sort()
  .map((value) => ({ value }))

export function subresourcesOf(apiGroup: string, resource: string): readonly FieldChoice[] {
  return [...(resourceInGroup(apiGroup, resource)?.subresources.keys() ?? [])].map((value) => ({ value }))
}

import type { KubernetesVersion } from '@authz-playground/engine'
import { Discovery } from '@authz-playground/engine/questions'
import type { FieldChoice } from './choices.ts'

/** A resource to choose: its API group, its preferred version, and whether it is namespaced. */
export interface ResourceChoice extends FieldChoice {
  readonly apiGroup: string
  readonly apiVersion: string
  readonly namespaced: boolean
}

/** What may be chosen in the form of a request to a cluster of some version. */
export interface ResourceChoices {
  /** All resources of the engine, with the names that kubectl accepts. */
  readonly resources: readonly ResourceChoice[]
  /** Every API group but the core one, whose name is empty. */
  readonly apiGroups: readonly FieldChoice[]
  subresourcesOf(apiGroup: string, resource: string): readonly FieldChoice[]
}

export function resourceChoices(version: KubernetesVersion): ResourceChoices {
  const discovery = new Discovery(version)
  const groups = new Set(discovery.resources.map(({ apiGroup }) => apiGroup))
  return {
    resources: discovery.resources.map(({ apiGroup, versions, resource, singular, shortNames, namespaced }) => ({
      value: resource,
      aliases: [singular, ...shortNames],
      ...(apiGroup === '' ? {} : { detail: apiGroup }),
      apiGroup,
      apiVersion: versions[0] ?? 'v1',
      namespaced,
    })),
    apiGroups: [...groups]
      .filter((group) => group !== '')
      .sort()
      .map((value) => ({ value })),
    subresourcesOf: (apiGroup, resource) =>
      [...(discovery.find(apiGroup, resource)?.subresources.keys() ?? [])].map((value) => ({ value })),
  }
}

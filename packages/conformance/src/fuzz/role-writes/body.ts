import type { Random } from '@authz-playground/engine/internal/vectors'
import type { JsonData, KubeObject } from '../draft.ts'
import type { RuleObject } from '../rbac-objects.ts'
import type { MistakeRate } from './mistake-rate.ts'
import { narrowed, someRules } from './rules.ts'

const GROUP = 'rbac.authorization.k8s.io'
export const VERSION = `${GROUP}/v1`

export const KIND_OF = {
  roles: 'Role',
  clusterroles: 'ClusterRole',
  rolebindings: 'RoleBinding',
  clusterrolebindings: 'ClusterRoleBinding',
} as const

export type RoleResource = keyof typeof KIND_OF

/** The object of a request, and the stored object. */
export interface WriteTarget {
  readonly resource: RoleResource
  /** Empty for cluster-scoped objects. */
  readonly namespace: string
  readonly policy: readonly KubeObject[]
}

/** A role or binding as a request sends it; `name` may be empty. */
export function generatedObject(
  random: Random,
  odd: MistakeRate,
  place: WriteTarget,
  name: string,
  held: readonly RuleObject[],
  method: string,
): KubeObject {
  const { resource } = place
  const kind = odd(0.02) ? random.pick([...Object.values(KIND_OF), 'Foo', 'role']) : KIND_OF[resource]
  const version = odd(0.03)
    ? random.pick([`${GROUP}/v1beta1`, `${GROUP}/v1beta1`, `${GROUP}/v2`, 'example.com/v1', 'a/b/c'])
    : VERSION
  const head: KubeObject = {
    ...(random.chance(0.9) && { apiVersion: version }),
    ...(random.chance(0.95) && { kind }),
    metadata: metadata(random, odd, name, place, method),
    ...(odd(0.04) && { [random.pick(['rulez', 'spec', 'Rules'])]: [] }),
  }
  return resource.endsWith('bindings')
    ? { ...head, ...bindingParts(random, odd, place) }
    : { ...head, ...roleParts(random, odd, resource, held) }
}

function metadata(random: Random, odd: MistakeRate, name: string, place: WriteTarget, method: string): KubeObject {
  const { namespace } = place
  return {
    ...(name !== '' && { name }),
    ...(odd(0.02) && { generateName: 'made-' }),
    ...(odd(0.03) && { namespace: random.pick(['elsewhere', '']) }),
    ...(random.chance(0.3) && { namespace }),
    ...(random.chance(0.2) && { labels: { team: 'a' } }),
    ...(odd(0.03) && { labels: { 'bad key': '-' } }),
    ...(random.chance(0.04) && { finalizers: ['example.com/x'] }),
    ...(odd(0.02) && { finalizers: [random.pick(['not qualified', 'orphan'])] }),
    ...(random.chance(0.03) && { annotations: { a: 'b' } }),
    ...(!isStored(place, name === '' ? 'r0' : name) && odd(0.03) && { uid: 'u-1' }),
    // Stored objects have version 7.
    ...(random.chance(method === 'PUT' ? 0.1 : 0) && { resourceVersion: '7' }),
    ...(odd(0.03) && { resourceVersion: random.pick(['7', '0', 'x', '99999999999999999999']) }),
  }
}

/** The uid of a stored object is random, so a sent uid would not be comparable. */
function isStored({ resource, namespace, policy }: WriteTarget, name: string): boolean {
  return policy.some(({ kind, metadata }) => {
    const { name: own, namespace: where = '' } = metadata as { readonly name: string; readonly namespace?: string }
    return kind === KIND_OF[resource] && own === name && where === namespace
  })
}

function roleParts(random: Random, odd: MistakeRate, resource: RoleResource, held: readonly RuleObject[]): KubeObject {
  const namespaced = resource === 'roles'
  const covered = narrowed(random, held, namespaced)
  const rules = odd(0.1)
    ? random.pick<readonly RuleObject[]>([
        someRules(random, random.between(0, 3), false),
        [...covered, { verbs: [] }],
        [...covered, { nonResourceURLs: ['/x'], apiGroups: [''], verbs: ['get'] }],
      ])
    : random.weighted<readonly RuleObject[]>([
        [8, covered],
        [3, [...covered, ...someRules(random, 1, namespaced)]],
        [2, someRules(random, random.between(0, 3), namespaced)],
      ])
  const selectors: JsonData = random.pick<JsonData>([
    [{ matchLabels: { team: 'a' } }],
    [{ matchExpressions: [{ key: 'team', operator: 'In', values: ['a'] }] }],
  ])
  return {
    ...(random.chance(0.95) && { rules: rules.map((rule) => ({ ...rule })) }),
    ...(!namespaced && random.chance(0.12) && { aggregationRule: { clusterRoleSelectors: selectors } }),
    ...(!namespaced && odd(0.02) && { aggregationRule: random.pick<JsonData>([{}, { clusterRoleSelectors: [] }]) }),
  }
}

function bindingParts(random: Random, odd: MistakeRate, { resource, namespace, policy }: WriteTarget): KubeObject {
  const kind = resource === 'clusterrolebindings' && !odd(0.05) ? 'ClusterRole' : random.pick(['ClusterRole', 'Role'])
  const bindable = policy.flatMap((object) => {
    const { name, namespace: own = '' } = object.metadata as { readonly name: string; readonly namespace?: string }
    return object.kind === kind && own === (kind === 'Role' ? namespace : '') ? [name] : []
  })
  const name =
    bindable.length === 0 || odd(0.15)
      ? random.pick(['a/b', 'gone', 'gone', 'view', 'cluster-admin', ''])
      : random.pick(bindable)
  const roleRef = {
    ...(random.chance(0.9) && { apiGroup: odd(0.03) ? 'apps' : GROUP }),
    ...(!odd(0.02) && { kind: odd(0.03) ? random.pick(['Foo', 'role']) : kind }),
    ...(name !== '' && { name }),
  }
  const subjects = random.some<JsonData>(
    [
      { kind: 'User', name: 'jane' },
      { kind: 'Group', name: 'ops', apiGroup: GROUP },
      { kind: 'ServiceAccount', name: 'sa1', namespace: 'prod' },
    ],
    3,
  )
  const wrong = odd(0.04)
    ? random.pick<JsonData>([
        { kind: 'ServiceAccount', name: 'sa1' },
        { kind: 'user', name: '' },
      ])
    : null
  return {
    ...(!odd(0.02) && { roleRef }),
    ...(random.chance(0.95) && { subjects: wrong === null ? subjects : [...subjects, wrong] }),
  }
}

import type { Random } from '@authz-playground/engine/internal/vectors'
import type { KubeObject } from './draft.ts'
import { bindingObject, type RuleObject, roleObject } from './rbac-objects.ts'
import { GROUPS, USERS } from './words.ts'

const PODS: RuleObject = { apiGroups: [''], resources: ['pods', 'secrets', 'pods/log'], verbs: ['get', 'list'] }
const EVERYTHING: RuleObject = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }
const PATHS: RuleObject = { nonResourceURLs: ['/healthz', '/metrics', '/custom/*'], verbs: ['get'] }

/** Roles and bindings related to the default ones: they replace them, aggregate into them, or use them. */
export function besideDefaults(random: Random): readonly KubeObject[] {
  const objects: KubeObject[] = []
  if (random.chance(0.4)) {
    const replaced = [
      'view',
      'edit',
      'admin',
      'cluster-admin',
      'system:discovery',
      'system:public-info-viewer',
    ] as const
    const keepsAggregating = random.chance(0.3)
    objects.push(
      roleObject(random.pick(replaced), random.some([PODS, EVERYTHING, PATHS], 2), {
        ...(keepsAggregating && {
          selectors: [{ matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } }],
        }),
      }),
    )
  }
  if (random.chance(0.5)) {
    const labels = { [`rbac.authorization.k8s.io/aggregate-to-${random.pick(['view', 'edit', 'admin'])}`]: 'true' }
    const widgets = { apiGroups: ['example.com'], resources: ['widgets', 'nodes'], verbs: ['get', 'list', 'delete'] }
    objects.push(roleObject('more', [random.pick([widgets, PODS])], { labels }))
  }
  if (random.chance(0.3)) {
    const name = random.pick(['system:discovery', 'system:basic-user', 'cluster-admin', 'system:public-info-viewer'])
    objects.push(bindingObject(name, { kind: 'ClusterRole', name: random.pick([name, 'view']) }, [subject(random)]))
  }
  if (random.chance(0.6)) {
    const used = ['view', 'edit', 'admin', 'cluster-admin', 'system:node', 'system:kube-scheduler'] as const
    const namespace = random.chance(0.4) ? 'prod' : undefined
    objects.push(bindingObject('use', { kind: 'ClusterRole', name: random.pick(used) }, [subject(random)], namespace))
  }
  return objects
}

function subject(random: Random): { readonly kind: 'User' | 'Group'; readonly name: string } {
  return random.chance(0.5)
    ? { kind: 'User', name: random.pick(USERS) }
    : { kind: 'Group', name: random.pick([...GROUPS, 'system:authenticated', 'system:serviceaccounts']) }
}

import type { Random } from '@authz-playground/engine/internal/vectors'
import type { RuleObject } from '../rbac-objects.ts'

/** The namespaces in which roles and bindings are written. */
export const ROLE_NAMESPACES = ['prod', 'default'] as const

export const EVERYTHING: readonly RuleObject[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
]

const VERBS = [
  'get',
  'list',
  'create',
  'delete',
  '*',
  'impersonate:user-info',
  'impersonate-on:user-info:list',
] as const
const KINDS = [
  'pods',
  'pods/log',
  'pods/exec',
  '*/log',
  '*',
  'secrets',
  'deployments',
  'deployments/scale',
  'users',
  'logs',
] as const
const URLS = ['/healthz', '/healthz/*', '/health*', '*', '/metrics', '/', '/healthz/etcd', '/**'] as const

export function someRules(random: Random, count: number, namespaced = false): readonly RuleObject[] {
  return Array.from({ length: count }, () => {
    const verbs = random.some(VERBS, 3, 1)
    if (!namespaced && random.chance(0.2)) return { nonResourceURLs: random.some(URLS, 2, 1), verbs }
    return {
      apiGroups: random.some(['', 'apps', '*', 'authentication.k8s.io'], 2, 1),
      resources: random.some(KINDS, 3, 1),
      ...(random.chance(0.3) && { resourceNames: random.some(['a', 'b', '*', 'x"y', 'é<&'], 2, 1) }),
      verbs,
    }
  })
}

/** Parts of rules, which these mostly cover. */
export function narrowed(random: Random, held: readonly RuleObject[], namespaced: boolean): readonly RuleObject[] {
  const usable = held.filter(({ nonResourceURLs }) => !namespaced || nonResourceURLs === undefined)
  return random.some(usable, 3).map((rule) => {
    const { verbs, nonResourceURLs, apiGroups = [], resources = [], resourceNames } = rule
    const lessVerbs = verbs.includes('*') && random.chance(0.5) ? random.some(VERBS, 2, 1) : random.some(verbs, 3, 1)
    if (nonResourceURLs !== undefined) {
      const urls = nonResourceURLs.map((url) =>
        url.endsWith('*') && random.chance(0.5) ? url.replace(/\*+$/, 'x') : url,
      )
      return { nonResourceURLs: urls, verbs: lessVerbs }
    }
    const names =
      resourceNames === undefined
        ? random.chance(0.2)
          ? ['a']
          : undefined
        : random.some(resourceNames, 2, random.chance(0.1) ? 0 : 1)
    return {
      apiGroups: apiGroups.includes('*') && random.chance(0.5) ? ['apps', 'x.example.com'] : apiGroups,
      resources: resources.map((one) =>
        one === '*' && random.chance(0.5) ? 'secrets/x' : one === '*/log' && random.chance(0.5) ? 'jobs/log' : one,
      ),
      ...(names && names.length > 0 && { resourceNames: names }),
      verbs: lessVerbs,
    }
  })
}

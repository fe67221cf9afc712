import type { VectorScenario } from '@authz-playground/engine/internal/vectors'

/**
 * Gives the requestors of a scenario names that no other scenario has, so that the API server has no cache entries for
 * them: in the policy, the stored objects, the requestors and the requests. If a name also occurs with another meaning,
 * nothing is lost, because both sides answer the renamed scenario.
 */
export function withUniqueUsernames(scenario: VectorScenario, mark: string): VectorScenario {
  const parts = new Set(usernamesIn(scenario).flatMap((username) => ownPart(username) ?? []))
  if (parts.size === 0) return scenario
  const escaped = [...parts]
    .sort((a, b) => b.length - a.length)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${escaped.join('|')})(?![A-Za-z0-9])`, 'g')
  const { id, ...rest } = scenario
  return { id, ...(inStrings(rest, (text) => text.replaceAll(pattern, `$&-${mark}`)) as Omit<VectorScenario, 'id'>) }
}

/** Every requestor of a scenario. */
export function usernamesIn({ requestor, requests }: VectorScenario): readonly string[] {
  return [...new Set(requests.map((request) => (request.requestor ?? requestor)?.username ?? ''))]
}

/** The part of a username that can be replaced; undefined where the name has a meaning for the API server. */
function ownPart(username: string): string | undefined {
  const [, namespace = '', name = ''] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username) ?? []
  const [, node] = /^system:node:([A-Za-z0-9-]+)/.exec(username) ?? []
  if (namespace !== '') return [name, namespace].find(canBeAnother)
  if (node !== undefined) return canBeAnother(node) ? node : undefined
  const [local = ''] = username.split('@')
  return !username.startsWith('system:') && canBeAnother(local) ? local : undefined
}

/** Words of Kubernetes: replacing them would change the meaning of a policy. */
const KNOWN = new Set(
  [
    'admin apps cluster-admin create default delete edit get groups kube-node-lease kube-public kube-system',
    'list namespaces node nodes patch pods prod role roles secrets services system update user users v1 verbs view watch',
  ]
    .join(' ')
    .split(' '),
)

function canBeAnother(part: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,40}[A-Za-z0-9])?$/.test(part) && part.length > 1 && !KNOWN.has(part)
}

function inStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => inStrings(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inStrings(item, change)]))
}

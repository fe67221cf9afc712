import { type Cluster, clusterOf, DEFAULT_ROLES } from '../cluster/index.ts'
import type { SeenAnswer, SeenRequest } from '../logs/index.ts'
import { readPolicy } from '../policy/index.ts'

/** An observed request, from words: `list pods in prod` or `get pods/web in prod` or `get /healthz`. */
export function seen(
  who: string,
  as:
    | string
    | {
        readonly username: string
        readonly groups?: readonly string[]
        readonly uid?: string
        readonly extra?: Readonly<Record<string, readonly string[]>>
      },
  what: string,
  {
    answer = 'allowed' as SeenAnswer,
    groups = ['system:authenticated'],
    node = '',
    count = 1,
    at = 'audit.log:1',
  } = {},
): SeenRequest {
  const [, verb = '', object = '', namespace = ''] = /^(\S+) (\S+)(?: in (\S+))?$/.exec(what) ?? []
  const [resource = '', name = '', subresource = ''] = object.startsWith('/') ? [] : object.split('/')
  const [plural = '', ...group] = resource.split('.')
  const target = typeof as === 'string' ? { username: as } : as
  return {
    requestor: { username: who, groups, node },
    target: {
      uid: '',
      extra: {},
      ...target,
      groups: [
        ...(target.groups ?? []),
        ...(target.groups?.includes('system:authenticated') ? [] : ['system:authenticated']),
      ],
    },
    attributes: {
      verb,
      apiGroup: group.join('.'),
      apiVersion: object.startsWith('/') ? '' : 'v1',
      resource: plural,
      subresource,
      namespace,
      name,
      path: object.startsWith('/') ? object : '',
    },
    answer,
    constraint: '',
    count,
    first: '',
    last: '',
    seenAt: [at],
  }
}

/** A cluster with a policy, and without default roles. */
export function clusterWith(policy: string, { featureEnabled = true, defaults = false } = {}): Cluster {
  const defaultRoles = defaults ? readPolicy(DEFAULT_ROLES, { source: 'default-roles' }) : undefined
  return clusterOf(
    readPolicy(policy),
    { constrainedImpersonation: featureEnabled, defaultRoles: defaults },
    { defaultRoles },
  )
}

import type { PlainUser } from '@authz-playground/engine'
import { COLLECTION_VERBS } from '@authz-playground/engine/internal/kube'
import { boundTo, serviceAccount, user } from '../example.ts'
import {
  ASKED_VERBS,
  type AskedRequest,
  type AskedUser,
  type AskedVerb,
  askedHTTP,
  isNameless,
  type Resource,
  resourceName,
} from './asked.ts'

/** A request that differs from a wanted one in one or two parts. */
export interface NearRequest {
  /** The difference: "verb `delete` instead of `list`". Kubernetes nouns are in backticks. */
  readonly what: string
  readonly asked: AskedRequest
}

/** The number of near requests of each wanted one. */
export const NEAR_REQUESTS = 100

type Part = 'verb' | 'resource' | 'namespace' | 'name' | 'target' | 'group' | 'uid' | 'extra' | 'requestor' | 'itself'

/** One part changed. Undefined where the request has no such part to change, or it already has the value. */
interface Change {
  readonly part: Part
  of(asked: AskedRequest): NearRequest | undefined
}

const PODS: Resource = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' }
const DEPLOYMENTS: Resource = { group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment' }
const CONSOLE: Resource = {
  group: 'subresources.kubevirt.io',
  version: 'v1',
  resource: 'virtualmachines',
  subresource: 'console',
  kind: 'VirtualMachine',
}

const RESOURCES: readonly Resource[] = [
  { group: '', version: 'v1', resource: 'secrets', kind: 'Secret' },
  PODS,
  { ...PODS, subresource: 'log' },
  { ...PODS, subresource: 'exec' },
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  DEPLOYMENTS,
  { group: '', version: 'v1', resource: 'serviceaccounts', kind: 'ServiceAccount' },
  CONSOLE,
  { ...CONSOLE, subresource: 'vnc' },
  { group: '', version: 'v1', resource: 'nodes', kind: 'Node', clusterScoped: true },
  {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'clusterroles',
    kind: 'ClusterRole',
    clusterScoped: true,
  },
]
const NAMESPACES = ['prod', 'default', 'kube-system', 'prod-eu', '']
const NAMES = ['web', 'db', 'vm1', 'vm2']
const SELECTORS = ['spec.nodeName=node-1', 'spec.nodeName=node-2', 'metadata.name=web', undefined]
const USERNAMES = [
  'bob',
  'alice',
  'jane',
  'oidc:jane',
  'oidc:bob',
  'admin',
  'system:admin',
  'system:kube-controller-manager',
  'system:anonymous',
  'system:node:node-1',
  'system:node:node-2',
  'system:serviceaccount:prod:builder',
  'system:serviceaccount:kube-system:node-agent',
]
const GROUPS: readonly (readonly string[])[] = [
  ['developers'],
  ['release-managers'],
  ['oidc:developers'],
  ['oidc:developers', 'developers'],
  ['oidc:developers', 'oidc:admins'],
  ['system:masters'],
  ['system:nodes'],
  [],
]
const UIDS = ['0', '4711']
const EXTRAS: readonly (readonly [string, string])[] = [
  ['example.com/scopes', 'view'],
  ['example.com/scopes', 'admin'],
  ['scopes', 'view'],
]
const PATHS = [
  '/metrics',
  '/healthz',
  '/livez',
  '/readyz',
  '/version',
  '/openapi/v2',
  '/debug/pprof/profile',
  '/logs/kubelet.log',
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The pairs of parts that are changed together, in turn. */
const PAIRS: readonly (readonly [Part, Part])[] = [
  ['target', 'verb'],
  ['target', 'namespace'],
  ['target', 'resource'],
  ['target', 'name'],
  ['target', 'group'],
  ['itself', 'name'],
  ['itself', 'verb'],
  ['verb', 'namespace'],
  ['itself', 'resource'],
  ['verb', 'resource'],
  ['group', 'verb'],
  ['target', 'uid'],
  ['itself', 'namespace'],
  ['requestor', 'target'],
  ['resource', 'namespace'],
  ['target', 'extra'],
  ['group', 'resource'],
]

/**
 * A hundred requests near a wanted one, the same each time: all that differ from it in one part, then others with two
 * parts changed, using the pairs of parts in turn. All differ from each other and from the wanted one.
 */
export function nearRequests(wanted: AskedRequest): readonly NearRequest[] {
  const seen = new Set([keyOf(wanted)])
  const near: NearRequest[] = []
  const add = (one: NearRequest | undefined): boolean => {
    if (one === undefined || near.length === NEAR_REQUESTS || seen.has(keyOf(one.asked))) return false
    seen.add(keyOf(one.asked))
    near.push(one)
    return true
  }
  const changes = changesOf(wanted)
  const single = changes.filter((change) => add(change.of(wanted)))
  for (let turn = 0; near.length < NEAR_REQUESTS && turn < changes.length ** 2; turn++) {
    for (const [first, second] of PAIRS) {
      const firsts = single.filter(({ part }) => part === first)
      const seconds = single.filter(({ part }) => part === second)
      const change = firsts[turn % firsts.length]
      // Offset from the first, so that lists of equal length are not always combined at the same index.
      const other = seconds[(turn + Math.floor(turn / firsts.length)) % seconds.length]
      if (change !== undefined && other !== undefined) add(both(wanted, change, other))
    }
  }
  return near
}

function keyOf(asked: AskedRequest): string {
  return `${askedHTTP(asked)}\n${JSON.stringify(asked.requestor)}`
}

function both(wanted: AskedRequest, first: Change, second: Change): NearRequest | undefined {
  const one = first.of(wanted)
  const two = one && second.of(one.asked)
  return one && two && { what: `${one.what}; ${two.what}`, asked: two.asked }
}

function changesOf(wanted: AskedRequest): readonly Change[] {
  const { as, requestor } = wanted
  return [
    ...ASKED_VERBS.map((verb): Change => ({ part: 'verb', of: (asked) => withVerb(asked, verb) })),
    ...RESOURCES.map((resource): Change => ({ part: 'resource', of: (asked) => withResource(asked, resource) })),
    ...(wanted.path === undefined ? [] : pathChanges(wanted.path)),
    {
      part: 'resource',
      of: (asked) => ({
        what: `path \`/metrics\` instead of \`${thing(asked)}\``,
        asked: { ...asked, path: '/metrics' },
      }),
    },
    ...NAMESPACES.map((namespace): Change => ({ part: 'namespace', of: (asked) => withNamespace(asked, namespace) })),
    ...NAMES.map((name): Change => ({ part: 'name', of: (asked) => withName(asked, name) })),
    ...SELECTORS.map((selector): Change => ({ part: 'name', of: (asked) => withSelector(asked, selector) })),
    { part: 'itself', of: ({ as: _, ...asked }) => ({ what: 'as itself, without impersonating', asked }) },
    ...[...alikeFirst(USERNAMES, as?.username), ...like(as?.username)].map(
      (username): Change => ({ part: 'target', of: (asked) => withUsername(asked, username) }),
    ),
    ...GROUPS.map((groups): Change => ({ part: 'group', of: (asked) => withGroups(asked, groups) })),
    ...UIDS.map(
      (uid): Change => ({
        part: 'uid',
        of: (asked) => asked.as && { what: `with uid \`${uid}\``, asked: { ...asked, as: { ...asked.as, uid } } },
      }),
    ),
    ...EXTRAS.map(
      (extra): Change => ({
        part: 'extra',
        of: (asked) =>
          asked.as && {
            what: `with extra \`${extra.join('=')}\``,
            asked: { ...asked, as: { ...asked.as, extra: [extra] } },
          },
      }),
    ),
    ...(as === undefined ? [] : lessOf(as)),
    ...otherRequestors(requestor).map(
      ([what, other]): Change => ({
        part: 'requestor',
        of: (asked) => ({ what, asked: { ...asked, requestor: other } }),
      }),
    ),
  ]
}

/** Other paths and methods, and a request about a resource. */
function pathChanges(wanted: string): readonly Change[] {
  return [
    ...PATHS.filter((path) => path !== wanted).map(
      (path): Change => ({
        part: 'resource',
        of: (asked) => ({ what: `path \`${path}\` instead of \`${thing(asked)}\``, asked: { ...asked, path } }),
      }),
    ),
    ...[`${wanted.replace(/\/$/, '')}/more`, wanted.slice(0, -1)].flatMap((path): readonly Change[] =>
      path === '' || path === wanted
        ? []
        : [{ part: 'name', of: (asked) => ({ what: `path \`${path}\``, asked: { ...asked, path } }) }],
    ),
    ...METHODS.map(
      (method): Change => ({
        part: 'verb',
        of: (asked) =>
          asked.path === undefined || (asked.method ?? 'GET') === method
            ? undefined
            : { what: `\`${method}\` instead of \`${asked.method ?? 'GET'}\``, asked: { ...asked, method } },
      }),
    ),
    {
      part: 'resource',
      of: ({ path: _, method: __, ...asked }) => ({
        what: '`get pods/web` in `default` instead of the path',
        asked: { ...asked, verb: 'get', resource: PODS, namespace: 'default', name: 'web' },
      }),
    },
  ]
}

/** The same user with less: without its UID, its extras, or one of several groups; and its namesake elsewhere. */
function lessOf({ username, groups, uid, extra }: AskedUser): readonly Change[] {
  const as = (part: Part, what: string, change: (user: AskedUser) => AskedUser): Change => ({
    part,
    of: (asked) => asked.as && { what, asked: { ...asked, as: change(asked.as) } },
  })
  const [, , namespace, name] = /^(system:serviceaccount):([^:]+):([^:]+)$/.exec(username) ?? []
  return [
    ...(uid === undefined ? [] : [as('uid', 'without its UID', ({ uid: _, ...user }) => user)]),
    ...(extra === undefined ? [] : [as('extra', 'without its extras', ({ extra: _, ...user }) => user)]),
    ...(groups.length < 2
      ? []
      : groups.map((group) =>
          as('group', `without group \`${group}\``, (user) => ({
            ...user,
            groups: user.groups.filter((one) => one !== group),
          })),
        )),
    ...(namespace === undefined
      ? []
      : [`system:serviceaccount:other:${name}`, `system:serviceaccount:${namespace}:other`].map((other) =>
          as('target', `as \`${other}\` instead of \`${username}\``, (user) => ({ ...user, username: other })),
        )),
  ]
}

/** Names of the same kind first, so that they are combined with other changes. */
function alikeFirst(usernames: readonly string[], wanted = ''): readonly string[] {
  const kindOf = (username: string): string => /^(system:\w+:|\w+:|)/.exec(username)?.[0] ?? ''
  const alike = usernames.filter((username) => kindOf(username) === kindOf(wanted))
  return [...alike, ...usernames.filter((username) => !alike.includes(username))]
}

/** Names that a careless comparison would treat as equal. */
function like(username: string | undefined): readonly string[] {
  return username === undefined ? [] : [`${username}t`, username.slice(0, -1), username.toUpperCase()]
}

function otherRequestors(requestor: PlainUser): readonly (readonly [string, PlainUser])[] {
  const others: readonly (readonly [string, PlainUser])[] = [
    ['sent by another service account of its namespace', neighbourOf(requestor)],
    ['sent by the user `mallory`', user('mallory')],
  ]
  if (requestor.extra === undefined) return others
  const { extra: _, ...unbound } = requestor
  return [
    ...others,
    ['sent from `node-2`', boundTo('node-2', unbound)],
    ['sent with a token that is bound to no node', unbound],
  ]
}

function neighbourOf({ username, extra }: PlainUser): PlainUser {
  const [, , namespace = 'default'] = username.split(':')
  const other = serviceAccount(namespace, 'other')
  return extra === undefined ? other : { ...other, extra }
}

function thing({ resource, path }: AskedRequest): string {
  return path ?? resourceName(resource)
}

/** The verb, with what it needs: a name in the path and a namespace around it, or none. */
function verbed(asked: AskedRequest, verb: AskedVerb): AskedRequest {
  const { fieldSelector, ...rest } = asked
  const selects = COLLECTION_VERBS.has(verb)
  const nameless = isNameless(verb) && asked.resource.subresource === undefined
  return {
    ...rest,
    verb,
    name: nameless ? '' : asked.name === '' ? 'web' : asked.name,
    namespace: selects || asked.namespace !== '' || asked.resource.clusterScoped ? asked.namespace : 'prod',
    ...(selects && fieldSelector !== undefined && { fieldSelector }),
  }
}

function withVerb(asked: AskedRequest, verb: AskedVerb): NearRequest | undefined {
  const { resource, path } = asked
  if (verb === asked.verb || path !== undefined) return undefined
  if (resource.subresource !== undefined && COLLECTION_VERBS.has(verb)) {
    return undefined
  }
  return { what: `verb \`${verb}\` instead of \`${asked.verb}\``, asked: verbed(asked, verb) }
}

function withResource(asked: AskedRequest, resource: Resource): NearRequest | undefined {
  if (asked.path !== undefined || resourceName(resource) === resourceName(asked.resource)) return undefined
  const { fieldSelector: _, ...rest } = asked
  const changed = { ...rest, resource, namespace: resource.clusterScoped ? '' : asked.namespace }
  const what = `\`${resourceName(resource)}\` instead of \`${resourceName(asked.resource)}\``
  const many = isNameless(asked.verb) && asked.verb !== 'create'
  if (resource.subresource !== undefined && many) return { what: `\`get\` ${what}`, asked: verbed(changed, 'get') }
  return { what, asked: verbed(changed, asked.verb) }
}

function withNamespace(asked: AskedRequest, namespace: string): NearRequest | undefined {
  if (namespace === asked.namespace || asked.resource.clusterScoped || asked.path !== undefined) return undefined
  if (namespace === '' && (asked.name !== '' || asked.verb === 'create')) return undefined
  const before = asked.namespace === '' ? 'all' : `\`${asked.namespace}\``
  const now = namespace === '' ? 'all namespaces' : `namespace \`${namespace}\``
  return { what: `${now} instead of ${before}`, asked: { ...asked, namespace } }
}

function withName(asked: AskedRequest, name: string): NearRequest | undefined {
  if (asked.name === '' || name === asked.name || asked.path !== undefined) return undefined
  return { what: `name \`${name}\` instead of \`${asked.name}\``, asked: { ...asked, name } }
}

function withSelector(asked: AskedRequest, selector: string | undefined): NearRequest | undefined {
  if (asked.path !== undefined || asked.name !== '' || asked.verb === 'create') return undefined
  const { fieldSelector, ...rest } = asked
  if (selector === fieldSelector) return undefined
  if (selector === undefined) return { what: `without the field selector \`${fieldSelector}\``, asked: rest }
  const instead = fieldSelector === undefined ? '' : ` instead of \`${fieldSelector}\``
  return { what: `with field selector \`${selector}\`${instead}`, asked: { ...rest, fieldSelector: selector } }
}

function withUsername(asked: AskedRequest, username: string): NearRequest | undefined {
  if (asked.as === undefined || username === asked.as.username || username === asked.requestor.username)
    return undefined
  return {
    what: `as \`${username}\` instead of \`${asked.as.username}\``,
    asked: { ...asked, as: { ...asked.as, username } },
  }
}

function withGroups(asked: AskedRequest, groups: readonly string[]): NearRequest | undefined {
  if (asked.as === undefined || groups.join() === asked.as.groups.join()) return undefined
  const named = (of: readonly string[]): string => of.map((group) => `\`${group}\``).join(' and ')
  const now =
    groups.length === 0 ? 'without groups' : `with ${groups.length === 1 ? 'group' : 'groups'} ${named(groups)}`
  const before = asked.as.groups.length === 0 || groups.length === 0 ? '' : ` instead of ${named(asked.as.groups)}`
  return { what: `${now}${before}`, asked: { ...asked, as: { ...asked.as, groups } } }
}

import type { PlainUser } from '@authz-playground/engine'
import type { Random, VectorRequest } from '@authz-playground/engine/internal/vectors'
import type { AccessChange } from '@authz-playground/engine/policy'

/** Seconds between requests, so that no cache of the server has an answer. */
const APART = 60
const USERNAMES = [
  'jane',
  'bob',
  'ctl',
  'eve',
  'system:anonymous',
  'system:serviceaccount:prod:sa1',
  'system:serviceaccount:prod:ctl',
  'system:serviceaccount:default:sa1',
]
const GROUPS = ['devs', 'ops', 'view', 'g1', 'g2']
const NAMESPACES = ['', 'prod', 'default', 'team-a', 'elsewhere']
const API_GROUPS = ['', 'apps', 'example.com']
const RESOURCES = ['pods', 'secrets', 'deployments', 'nodes', 'widgets', 'pods/log', 'pods/exec', 'widgets/log']
const NAMES = ['', 'web', 'db', 'p1', 'x']
const PATHS = ['/a', '/a/', '/a/b', '/a/b/c', '/ab', '/healthz', '/healthz/ping', '/metrics', '/version/', '/']

/** What a request asks for, in the words of a rule. */
interface Asked {
  readonly verb: string
  readonly apiGroup: string
  /** With its subresource. */
  readonly resource: string
  readonly namespace: string
  readonly name: string
}

/** Random requests by random users, who may be in several groups; some as somebody else. */
export function sampledRequests(random: Random, count: number): readonly VectorRequest[] {
  return Array.from({ length: count }, (): VectorRequest => {
    const requestor = withImplied({ username: random.pick(USERNAMES), groups: random.some(GROUPS, 3) })
    const headers = random.chance(0.15) ? { headers: [['Impersonate-User', random.pick(USERNAMES)]] as const } : {}
    const about = random.chance(0.2)
      ? { method: random.pick(['GET', 'POST', 'PUT']), url: random.pick(PATHS) }
      : (requestFor({
          verb: random.pick(['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']),
          apiGroup: random.pick(API_GROUPS),
          resource: random.pick(RESOURCES),
          namespace: random.pick(NAMESPACES),
          name: random.pick(NAMES),
        }) ?? { method: 'GET', url: '/a' })
    return { ...about, ...headers, requestor, after: APART }
  })
}

/** A user with the groups that authentication adds. */
function withImplied({ username, groups = [] }: PlainUser): PlainUser {
  if (username === 'system:anonymous') return { username, groups: [...groups, 'system:unauthenticated'] }
  const [, namespace] = /^system:serviceaccount:([^:]+):[^:]+$/.exec(username) ?? []
  const ofAccount = namespace === undefined ? [] : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  return { username, groups: [...new Set([...groups, ...ofAccount, 'system:authenticated'])] }
}

/** Nobody has this name in a policy. */
const MEMBER = 'member-of-one-group'

/**
 * A request that a change names, by one of its subjects alone. Undefined where no request of HTTP asks for it: verbs that no
 * method stands for, and names that no URL has. What the change excepts may be drawn as well.
 */
export function drawnRequest(random: Random, change: AccessChange): VectorRequest | undefined {
  const { rule, namespaces } = change
  const subject = random.pick(change.subjects)
  const requestor: PlainUser =
    subject.kind === 'Group'
      ? { username: MEMBER, groups: [subject.name] }
      : withImplied({
          username:
            subject.kind === 'User' ? subject.name : `system:serviceaccount:${subject.namespace}:${subject.name}`,
        })
  const scope = random.pick(namespaces)
  const about =
    rule.nonResourceURLs.length > 0
      ? pathRequest(random, rule)
      : requestFor({
          verb: concrete(random, random.pick(rule.verbs), ['get', 'list', 'create', 'delete']),
          apiGroup: concrete(random, random.pick(rule.apiGroups), API_GROUPS),
          resource: resourceOf(random, random.pick(rule.resources)),
          namespace: scope === '' ? random.pick(NAMESPACES) : scope,
          name: rule.resourceNames.length === 0 ? random.pick(NAMES) : random.pick(rule.resourceNames),
        })
  return about && requestor.username !== '' ? { ...about, requestor, after: APART } : undefined
}

function concrete(random: Random, word: string, others: readonly string[]): string {
  return word === '*' ? random.pick(others) : word
}

function resourceOf(random: Random, word: string): string {
  if (word === '*') return random.pick(RESOURCES)
  return word.startsWith('*/') ? `${random.pick(['pods', 'widgets'])}${word.slice(1)}` : word
}

function pathRequest(random: Random, { nonResourceURLs, verbs }: AccessChange['rule']): VectorRequest | undefined {
  const url = random.pick(nonResourceURLs)
  const path = url.endsWith('*') ? `${url.replace(/\*+$/, '')}${random.pick(['', 'x', '/b', 'b/c'])}` : url
  const verb = concrete(random, random.pick(verbs), ['get', 'post'])
  if (!/^(?:get|post|put|patch|delete)$/.test(verb) || !/^\/[\w/.-]*$/.test(path) || path.includes('//'))
    return undefined
  return { method: verb.toUpperCase(), url: path }
}

/** The request of HTTP that asks for something. */
function requestFor({ verb, apiGroup, resource: combined, namespace, name }: Asked): VectorRequest | undefined {
  const [resource = '', subresource = '', more] = combined.split('/')
  const words = [resource, subresource, name, namespace, apiGroup]
  if (
    more !== undefined ||
    resource === 'namespaces' ||
    !words.every((word) => /^[\w.:@-]*$/.test(word) && !/^\.+$/.test(word))
  )
    return undefined
  const all = [
    apiGroup === '' ? '/api/v1' : `/apis/${apiGroup}/v1`,
    ...(namespace === '' ? [] : [`namespaces/${namespace}`]),
    resource,
  ].join('/')
  const one = [all, name, subresource].filter((part) => part !== '').join('/')
  if (subresource !== '' && name === '') return undefined
  const method = METHODS[verb]
  if (method === undefined) return undefined
  if (['list', 'watch', 'deletecollection'].includes(verb)) {
    if (subresource !== '') return undefined
    const query = [
      ...(verb === 'watch' ? ['watch=true'] : []),
      ...(name === '' ? [] : [`fieldSelector=metadata.name%3D${name}`]),
    ]
    return { method, url: query.length === 0 ? all : `${all}?${query.join('&')}` }
  }
  if (verb === 'create') return name !== '' && subresource === '' ? undefined : { method, url: one }
  return name === '' ? undefined : { method, url: one }
}

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
}

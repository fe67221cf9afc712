import type { SubjectName } from '@authz-playground/engine'
import type {
  Random,
  VectorAnswer,
  VectorCheck,
  VectorRequest,
  VectorScenario,
} from '@authz-playground/engine/internal/vectors'
import type { NewAccess } from '@authz-playground/engine/questions'

const COUNT = 20
/** Seconds between the neighbours, so that no cache of the server has an answer. */
const APART = 60

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const NAMES = ['prod', 'staging', 'default', 'web', 'web-2', 'pods', 'secrets', 'configmaps', 'deployments']
const USERS = ['jane', 'bob', 'ctl', 'system:serviceaccount:prod:sa1', 'system:serviceaccount:default:sa1']

/** A scenario with requests that differ in one thing each from the one request of another. */
export function neighbours(vector: VectorScenario, random: Random): VectorScenario {
  const [request] = vector.requests
  if (request === undefined) return vector
  const requests = Array.from({ length: COUNT }, () => ({ ...changed(request, vector, random), after: APART }))
  return { ...vector, requests }
}

function changed(request: VectorRequest, { requestor }: VectorScenario, random: Random): VectorRequest {
  const { headers = [], url } = request
  const kinds = ['method', 'segment', 'requestor', 'groups', 'target', 'alone'] as const
  switch (random.pick(kinds)) {
    case 'method':
      return { ...request, method: random.pick(METHODS) }
    case 'segment': {
      const [path = '', ...query] = url.split('?')
      const segments = path.split('/')
      const at = Math.floor(random.next() * segments.length)
      const other = segments.map((one, index) => (index === at && index > 0 ? random.pick(NAMES) : one)).join('/')
      return { ...request, url: [other, ...query].join('?') }
    }
    case 'requestor':
      return { ...request, requestor: { ...requestor, username: random.pick(USERS) } }
    case 'groups':
      return { ...request, requestor: { ...requestor, groups: ['devs', 'g1'] } }
    case 'target':
      return {
        ...request,
        headers: [
          ['Impersonate-User', random.pick(USERS)],
          ...headers.filter(([name]) => !/^impersonate-user$/i.test(name)),
        ],
      }
    case 'alone':
      return { ...request, headers: headers.filter(([name]) => !/^impersonate-/i.test(name)) }
  }
}

/** The requests that a change opens: how many, and those of which no allowed check is listed. */
export function unlisted(
  before: VectorScenario,
  after: VectorScenario,
  adds: readonly NewAccess[],
): { readonly opened: number; readonly unlisted: readonly VectorRequest[] } {
  const answers = (one: VectorScenario): readonly VectorAnswer[] => one.expect ?? []
  const added = after.requests.flatMap((request, index) => {
    const [then, now] = [answers(before)[index], answers(after)[index]]
    return then?.code === 403 && now !== undefined && now.code !== 403 ? [{ request, then, now }] : []
  })
  return {
    opened: added.length,
    unlisted: added.flatMap(({ request, then, now }) => {
      const allowed = new Set(then.checks.filter(isAllowed).map(keyOf))
      const newly = now.checks.filter((check) => isAllowed(check) && !allowed.has(keyOf(check)))
      return newly.every((check) => !adds.some((one) => covers(one, check))) ? [request] : []
    }),
  }
}

function isAllowed({ decision }: VectorCheck): boolean {
  return decision === 'Allow'
}

function keyOf({ decision: _, reason: __, ...check }: VectorCheck): string {
  return JSON.stringify(check)
}

/** Whether a rule of a subject in a scope allows a check; compared as upstream's documentation says, not by the engine. */
export function covers(
  { subject, namespace, rule }: Pick<NewAccess, 'subject' | 'namespace' | 'rule'>,
  check: VectorCheck,
): boolean {
  const { user, verb = '', apiGroup = '', resource = '', subresource = '', name = '', path } = check
  const has = (list: readonly string[], value: string) => list.includes('*') || list.includes(value)
  if (!isOf(subject, user) || !has(rule.verbs, verb)) return false
  if (resource === '' && path !== undefined && rule.nonResourceURLs.length > 0) {
    return (
      namespace === '' &&
      rule.nonResourceURLs.some(
        (url) => url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, ''))),
      )
    )
  }
  const combined = subresource === '' ? resource : `${resource}/${subresource}`
  const resources = rule.resources.some(
    (one) => one === '*' || one === combined || (subresource !== '' && one === `*/${subresource}`),
  )
  return (
    (namespace === '' || namespace === (check.namespace ?? '')) &&
    has(rule.apiGroups, apiGroup) &&
    resources &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  )
}

/** Whether a subject of a binding is a user, or one of the user's groups. */
export function isOf(
  { kind, name, namespace }: SubjectName,
  { username = '', groups = [] }: VectorCheck['user'],
): boolean {
  if (kind === 'Group') return groups.includes(name)
  return username === (kind === 'User' ? name : `system:serviceaccount:${namespace}:${name}`)
}

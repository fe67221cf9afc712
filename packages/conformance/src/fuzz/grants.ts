import type { Random, VectorCheck } from '@authz-playground/engine/internal/vectors'
import type { KubeObject } from './draft.ts'
import { edgeString } from './edge-strings.ts'
import { serviceAccountSubject } from './policy.ts'
import { bindingObject, type RuleObject, roleObject, type SubjectObject } from './rbac-objects.ts'
import { GROUPS, NAMESPACES } from './words.ts'

/**
 * Roles and bindings that would allow most of the denied checks. Names begin with `prefix`, so that rounds do not
 * collide.
 */
export function grants(random: Random, denied: readonly VectorCheck[], prefix: string): readonly KubeObject[] {
  const objects: KubeObject[] = []
  const wanted = denied.filter(() => random.chance(0.85))
  let rest = wanted
  for (let i = 0; rest.length > 0; i++) {
    const first = rest[0] as VectorCheck
    const same = (check: VectorCheck): boolean =>
      JSON.stringify(check.user) === JSON.stringify(first.user) && isPath(check) === isPath(first)
    const together = random.chance(0.5) ? rest.filter(same) : [first]
    rest = rest.filter((check) => !together.includes(check))
    // Names of roles and bindings may contain almost any character.
    const tail = random.chance(0.06) ? edgeString(random).replaceAll(/[/%]/g, '') : ''
    objects.push(...grant(random, together, `${prefix}${i}${tail}`))
  }
  return objects
}

function isPath({ path }: VectorCheck): boolean {
  return path !== undefined
}

function grant(random: Random, checks: readonly VectorCheck[], name: string): readonly KubeObject[] {
  const namespaces = new Set(checks.map(({ namespace }) => namespace))
  const [namespace] = namespaces
  const narrow = namespaces.size === 1 && namespace !== undefined && !checks.some(isPath) && random.chance(0.5)
  const scope = narrow ? (random.chance(0.95) ? namespace : random.pick(NAMESPACES)) : undefined
  const kind = scope !== undefined && random.chance(0.6) ? 'Role' : 'ClusterRole'
  const rules = checks.map((check) => rule(random, check))
  const decoy = random.chance(0.2) ? [{ apiGroups: ['example.com'], resources: ['nothing'], verbs: ['get'] }] : []
  const subject = subjectOf(random, (checks[0] as VectorCheck).user, scope)
  const others: readonly SubjectObject[] = random.chance(0.2) ? [{ kind: 'Group', name: random.pick(GROUPS) }] : []
  const made = [
    roleObject(
      name,
      random.shuffled([...decoy, ...rules]),
      kind === 'Role' && scope !== undefined ? { namespace: scope } : {},
    ),
    bindingObject(name, { kind, name }, random.shuffled([...others, subject]), scope),
  ]
  return random.shuffled(made)
}

function rule(
  random: Random,
  { verb = '', apiGroup = '', resource = '', subresource, name, path }: VectorCheck,
): RuleObject {
  const verbs = random.weighted<readonly string[]>([
    [12, [verb]],
    [2, ['*']],
    [2, random.shuffled([verb, 'impersonate-on:user-info:*', 'escalate'])],
    [1, [`${verb}*`]],
  ])
  if (path !== undefined) {
    const urls = random.weighted<readonly string[]>([
      [8, [path]],
      [2, [`${path.slice(0, random.between(0, path.length))}*`]],
      [2, ['*']],
      [1, [`${path}/*`]],
      [1, [`${path}**`]],
      [0.5, [`*${path}`]],
      [1, ['/nowhere', path]],
    ])
    return { nonResourceURLs: urls, verbs }
  }
  const whole = subresource === undefined ? resource : `${resource}/${subresource}`
  const resources = random.weighted<readonly string[]>([
    [12, [whole]],
    [2, ['*']],
    [2, random.shuffled([whole, 'events', `${resource}/*`])],
    [subresource === undefined ? 0 : 2, [`*/${subresource}`]],
    [subresource === undefined ? 0 : 0.7, [resource]],
    [resource === 'userextras' ? 2 : 0, ['userextras/*']],
    [0.7, [`${whole}/`]],
  ])
  const named = random.weighted<readonly string[] | undefined>([
    [8, undefined],
    [name === undefined ? 0 : 6, [name ?? '']],
    [name === undefined ? 0 : 2, random.shuffled([name ?? '', edgeString(random), 'other'])],
    [0.7, ['*']],
    [0.4, ['']],
  ])
  return {
    apiGroups: random.weighted<readonly string[]>([
      [12, [apiGroup]],
      [2, ['*']],
      [2, random.shuffled([apiGroup, 'batch'])],
      [0.5, ['apps', '']],
    ]),
    resources,
    ...(named && { resourceNames: named }),
    verbs,
  }
}

function subjectOf(
  random: Random,
  { username = '', groups = [] }: VectorCheck['user'],
  namespace: string | undefined,
): SubjectObject {
  const [system, kind, ...rest] = username.split(':')
  if (system === 'system' && kind === 'serviceaccount' && rest.length === 2 && random.chance(0.5)) {
    return serviceAccountSubject(random, username, namespace)
  }
  const group = random.pick(['', ...groups])
  if (group !== '' && random.chance(0.4)) return { kind: 'Group', name: group }
  return { kind: 'User', name: username === '' ? 'nobody' : username }
}

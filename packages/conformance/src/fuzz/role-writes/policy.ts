import type { PlainUser } from '@authz-playground/engine'
import type { Random } from '@authz-playground/engine/internal/vectors'
import type { KubeObject } from '../draft.ts'
import { bindingObject, type RuleObject, roleObject, type SubjectObject } from '../rbac-objects.ts'
import { EVERYTHING, narrowed, ROLE_NAMESPACES, someRules } from './rules.ts'

const GROUP = 'rbac.authorization.k8s.io'
const RESOURCES = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'] as const
const NAMES = ['r0', 'r1', 'c0', 'c1', 'agg', 'new'] as const

/** The rules that a writer holds, sometimes all. */
export function heldRules(random: Random): readonly RuleObject[] {
  return [
    ...someRules(random, random.between(1, 4)),
    ...(random.chance(0.4) ? EVERYTHING.slice(0, random.between(1, 2)) : []),
  ]
}

/** A policy in which a user may write roles and bindings, holds some rules, and some objects exist already. */
export function writingPolicy(random: Random, writer: PlainUser, held: readonly RuleObject[]): readonly KubeObject[] {
  return [...writing(random, writer), ...holding(random, writer, held), ...others(random, held)]
}

function subjectOf({ username }: PlainUser): SubjectObject {
  const [, , namespace = '', name = ''] = username.split(':')
  return username.startsWith('system:serviceaccount:')
    ? { kind: 'ServiceAccount', name, namespace }
    : { kind: 'User', name: username }
}

/** The permission to send the request, and sometimes to escalate or bind. */
function writing(random: Random, writer: PlainUser): readonly KubeObject[] {
  const verbs = random.weighted<readonly string[]>([
    [20, ['create', 'update', 'patch']],
    [1, ['*']],
    [9, ['update', 'patch']],
    [0.5, ['get']],
  ])
  const names = random.chance(0.4) ? { resourceNames: random.some(NAMES, 3, 1) } : {}
  const more: readonly RuleObject[] = random.chance(0.5)
    ? [
        {
          apiGroups: [random.pick([GROUP, GROUP, '*'])],
          resources: random.some(['roles', 'clusterroles', '*'], 2, 1),
          verbs: random.some(['escalate', 'bind'], 2, 1),
          ...names,
        },
      ]
    : []
  const rules = [{ apiGroups: [GROUP], resources: RESOURCES, verbs }, ...more]
  const namespace = random.chance(0.1) ? random.pick(ROLE_NAMESPACES) : undefined
  return [
    roleObject('writer', rules),
    bindingObject('writers', { kind: 'ClusterRole', name: 'writer' }, [subjectOf(writer)], namespace),
  ]
}

/** The permission of another user, `ctl`, to impersonate the writer. */
export function impersonating(random: Random, { username }: PlainUser): readonly KubeObject[] {
  const account = username.startsWith('system:serviceaccount:')
  const mode = account ? 'serviceaccount' : 'user-info'
  const rules: readonly RuleObject[] = random.chance(0.5)
    ? [{ apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] }]
    : [
        {
          apiGroups: ['authentication.k8s.io'],
          resources: ['users', 'groups', 'serviceaccounts'],
          verbs: [`impersonate:${mode}`],
        },
        {
          apiGroups: [GROUP],
          resources: ['*'],
          verbs: ['create', 'update', 'patch'].map((verb) => `impersonate-on:${mode}:${verb}`),
        },
      ]
  return [
    roleObject('impersonator', rules),
    bindingObject('impersonators', { kind: 'ClusterRole', name: 'impersonator' }, [{ kind: 'User', name: 'ctl' }]),
  ]
}

/** The writer's own rules, with one or several bindings, in the whole cluster or in a namespace. */
function holding(random: Random, writer: PlainUser, held: readonly RuleObject[]): readonly KubeObject[] {
  const subject = random.chance(0.6)
    ? subjectOf(writer)
    : ({ kind: 'Group', name: random.pick(['devs', 'ops']) } as const)
  return random.shuffled(held).flatMap((rule, index) => {
    const name = `held${index}`
    const inNamespace = rule.nonResourceURLs === undefined && random.chance(0.35)
    const namespace = inNamespace ? random.pick(ROLE_NAMESPACES) : undefined
    const asRole = namespace !== undefined && random.chance(0.5)
    return [
      roleObject(name, [rule], asRole && namespace !== undefined ? { namespace } : {}),
      bindingObject(
        random.pick(['a', 'b', 'z', 'é', 'B']) + name,
        { kind: asRole ? 'Role' : 'ClusterRole', name },
        [subject],
        namespace,
      ),
    ]
  })
}

/** Roles and bindings that are overwritten or bound; bindings to missing roles; aggregated roles. */
function others(random: Random, held: readonly RuleObject[]): readonly KubeObject[] {
  const objects: KubeObject[] = []
  const rules = (namespaced: boolean) =>
    random.chance(0.75) ? narrowed(random, held, namespaced) : someRules(random, random.between(0, 3), namespaced)
  for (const name of ['r0', 'r1']) {
    for (const namespace of ROLE_NAMESPACES)
      if (random.chance(0.9)) objects.push(roleObject(name, rules(true), { namespace }))
  }
  for (const name of ['c0', 'c1']) {
    if (random.chance(0.95))
      objects.push(roleObject(name, rules(false), random.chance(0.4) ? { labels: { team: 'a' } } : {}))
  }
  if (random.chance(0.3))
    objects.push(roleObject('agg', rules(false), { selectors: [{ matchLabels: { team: random.pick(['a', 'b']) } }] }))
  const jane = [{ kind: 'User', name: 'jane' }] as const
  for (const name of ['r0', 'c0', 'c1']) {
    if (random.chance(0.8)) {
      objects.push(
        bindingObject(
          name,
          { kind: random.pick(['Role', 'ClusterRole']), name: random.pick(NAMES) },
          jane,
          random.pick(ROLE_NAMESPACES),
        ),
      )
    }
    if (random.chance(0.5)) objects.push(bindingObject(name, { kind: 'ClusterRole', name: random.pick(NAMES) }, jane))
  }
  return [...objects, ...boundToNothing(random)]
}

function boundToNothing(random: Random): readonly KubeObject[] {
  if (!random.chance(0.25)) return []
  return random.some(['gone', 'gone-too', 'a "b"'], 3, 1).map((name) =>
    bindingObject(
      `to ${name}`,
      { kind: 'ClusterRole', name },
      [
        { kind: 'User', name: 'bob' },
        { kind: 'Group', name: 'devs' },
      ],
      random.chance(0.4) ? random.pick(ROLE_NAMESPACES) : undefined,
    ),
  )
}

import type { Random } from '@authz-playground/engine/internal/vectors'
import { documents, type JsonData, type KubeObject } from '../fuzz/draft.ts'
import { aggregated, randomPolicy } from '../fuzz/policy.ts'
import { bindingObject, type RuleObject, roleObject, type SubjectObject } from '../fuzz/rbac-objects.ts'

/** Two policies, as texts. */
export interface PolicyPair {
  readonly before: string
  readonly after: string
  readonly kind: 'mutated' | 'unrelated'
  readonly defaultRoles: boolean
}

/** A random policy, and one that was made of it by a few changes or has nothing to do with it. */
export function policyPair(random: Random): PolicyPair {
  const before = somePolicy(random)
  const kind = random.chance(0.75) ? 'mutated' : 'unrelated'
  const after = kind === 'unrelated' ? somePolicy(random) : mutated(random, before)
  return { before: documents(before), after: documents(after), kind, defaultRoles: random.chance(0.1) }
}

function somePolicy(random: Random): readonly KubeObject[] {
  const policy = random.chance(0.4) ? randomPolicy(random, random.pick([0, 0.5])) : densePolicy(random)
  return random.chance(0.15) ? aggregated(random, policy) : policy
}

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'impersonate', '*']
const RESOURCES = [
  'pods',
  'pods/log',
  'pods/exec',
  '*/log',
  '*',
  'secrets',
  'deployments',
  'deployments/scale',
  'users',
]
const API_GROUPS = ['', 'apps', '*']
const NAMES = ['web', 'db', 'jane']
const URLS = ['/a', '/a/*', '/a*', '/a/b', '/a/b/*', '/healthz', '/healthz/*', '*']
const NAMESPACES = ['prod', 'default', 'team-a']
const SUBJECTS: readonly SubjectObject[] = [
  { kind: 'User', name: 'jane' },
  { kind: 'User', name: 'bob' },
  { kind: 'User', name: 'system:serviceaccount:prod:sa1' },
  { kind: 'ServiceAccount', name: 'sa1', namespace: 'prod' },
  { kind: 'ServiceAccount', name: 'sa1', namespace: 'default' },
  { kind: 'Group', name: 'devs' },
  { kind: 'Group', name: 'ops' },
  { kind: 'Group', name: 'system:authenticated' },
  { kind: 'Group', name: 'system:serviceaccounts' },
  { kind: 'Group', name: 'system:serviceaccounts:prod' },
]

/** A policy of few words, so that its rules overlap in many ways. */
function densePolicy(random: Random): readonly KubeObject[] {
  const roles = Array.from({ length: random.between(1, 4) }, (_, i) =>
    roleObject(
      `dense${i}`,
      Array.from({ length: random.between(1, 3) }, () => someRule(random)),
    ),
  )
  return [...roles, ...Array.from({ length: random.between(1, 5) }, (_, i) => someBinding(random, `dense${i}`))]
}

function someBinding(random: Random, name: string): KubeObject {
  const role = { kind: 'ClusterRole', name: `dense${random.between(0, 3)}` } as const
  return bindingObject(
    name,
    role,
    random.some(SUBJECTS, 3, 1),
    random.chance(0.5) ? random.pick(NAMESPACES) : undefined,
  )
}

function someRule(random: Random): RuleObject {
  if (random.chance(0.15))
    return { nonResourceURLs: random.some(URLS, 3, 1), verbs: random.some(['get', 'post', '*'], 2, 1) }
  return {
    apiGroups: random.some(API_GROUPS, 2, 1),
    resources: random.some(RESOURCES, 3, 1),
    ...(random.chance(0.3) && { resourceNames: random.some(NAMES, 2, 1) }),
    verbs: random.some(VERBS, 4, 1),
  }
}

/** A few changes, as people make them: of a rule, of the subjects, of the scope; objects that go or come; another order. */
function mutated(random: Random, policy: readonly KubeObject[]): readonly KubeObject[] {
  let changed = policy
  for (let i = random.between(0, 3); i > 0; i--) changed = mutatedOnce(random, changed)
  return changed
}

function mutatedOnce(random: Random, policy: readonly KubeObject[]): readonly KubeObject[] {
  if (policy.length === 0) return [someBinding(random, 'more')]
  const at = random.between(0, policy.length - 1)
  const object = policy[at] as KubeObject
  return random.weighted<() => readonly KubeObject[]>([
    [2, () => policy.toSpliced(at, 1)],
    [2, () => [...policy, ...densePolicy(random)]],
    [1, () => random.shuffled(policy)],
    [10, () => policy.with(at, mutatedObject(random, object))],
  ])()
}

function mutatedObject(random: Random, object: KubeObject): KubeObject {
  const { rules, subjects, roleRef } = object
  if (Array.isArray(rules) && rules.length > 0) return { ...object, rules: mutatedList(random, rules, mutatedRule) }
  if (Array.isArray(subjects) && subjects.length > 0) {
    if (random.chance(0.3) && object.kind === 'RoleBinding' && (roleRef as KubeObject).kind === 'ClusterRole') {
      const { name = '' } = object.metadata as KubeObject
      return { ...object, kind: 'ClusterRoleBinding', metadata: { name: `${String(name)}-wide` } }
    }
    return { ...object, subjects: mutatedList(random, subjects, () => subjectData(random.pick(SUBJECTS))) }
  }
  return object
}

function subjectData(subject: SubjectObject): KubeObject {
  return subject.kind === 'ServiceAccount' ? { ...subject } : { ...subject, apiGroup: 'rbac.authorization.k8s.io' }
}

function mutatedList(
  random: Random,
  list: readonly JsonData[],
  change: (random: Random, one: JsonData) => JsonData,
): readonly JsonData[] {
  const at = random.between(0, list.length - 1)
  const one = list[at] as JsonData
  if (random.chance(0.2)) return list.toSpliced(at, 1)
  return random.chance(0.2) ? [...list, change(random, one)] : list.with(at, change(random, one))
}

function mutatedRule(random: Random, rule: JsonData): JsonData {
  const { nonResourceURLs } = rule as KubeObject
  const isOfPaths = Array.isArray(nonResourceURLs) && nonResourceURLs.length > 0
  const [list, words] = random.pick<readonly [string, readonly string[]]>(
    isOfPaths
      ? [
          ['nonResourceURLs', URLS],
          ['verbs', ['get', 'post', '*']],
        ]
      : [
          ['verbs', VERBS],
          ['resources', RESOURCES],
          ['apiGroups', API_GROUPS],
          ['resourceNames', NAMES],
        ],
  )
  const values = ((rule as KubeObject)[list] ?? []) as readonly string[]
  const word = random.pick(words)
  // Only names may be left out, which is every name.
  const without = values.filter((value) => value !== word)
  const least = list === 'resourceNames' ? 0 : 1
  return {
    ...(rule as KubeObject),
    [list]: values.includes(word) && without.length >= least ? without : [...new Set([...values, word])],
  }
}

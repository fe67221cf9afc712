import type { PlainUser } from '@authz-playground/engine'
import type { Random, VectorCheck } from '@authz-playground/engine/internal/vectors'
import { documents, type KubeObject } from '../fuzz/draft.ts'
import { grants } from '../fuzz/grants.ts'
import { randomPolicy } from '../fuzz/policy.ts'
import { aboutResource, nameAsked } from '../fuzz/questions.ts'
import { requestor } from '../fuzz/users.ts'
import { NAMESPACES } from '../fuzz/words.ts'
import { type AnsweredStep, OF_OWNERS, OF_SIGNERS, REVIEW_KINDS, type ReviewKind } from './review-vector.ts'

/** A policy with reviews and writes that nobody has answered. */
export interface AskedReviews {
  readonly id: string
  readonly policy: string
  readonly reviews: readonly { readonly sender: PlainUser; readonly review: object }[]
  readonly steps: readonly Omit<AnsweredStep, 'checks' | 'message'>[]
}

type Asked = Omit<VectorCheck, 'phase' | 'decision'>

const VERBS = ['get', 'list', 'create', 'update', 'delete', 'impersonate', 'use', '*'] as const
/** Group, resource, subresource. */
const RESOURCES = [
  ['', 'pods', ''],
  ['', 'pods', 'log'],
  ['', 'secrets', ''],
  ['', 'nodes', ''],
  ['', 'users', ''],
  ['apps', 'deployments', 'scale'],
  ['certificates.k8s.io', 'signers', ''],
  ['security.openshift.io', 'securitycontextconstraints', ''],
  ['example.com', 'widgets', 'finalizers'],
  ['*', '*', ''],
] as const
const PATHS = ['/healthz', '/metrics', '/', '/apis/apps/v1', '/custom/x'] as const
const SIGNERS = [
  'kubernetes.io/kube-apiserver-client',
  'kubernetes.io/kubelet-serving',
  'example.com/web',
  'example.com/a/b',
  'example.com/*',
] as const
/** Version, kind, and the resource with which the grants of finalizers are made. */
const OWNERS = [
  ['v1', 'Node', '', 'nodes'],
  ['v1', 'ConfigMap', '', 'configmaps'],
  ['apps/v1', 'ReplicaSet', 'apps', 'replicasets'],
  ['example.com/v1', 'Widget', 'example.com', 'widgets'],
  ['example.com/v1', 'Factory', 'example.com', 'factories'],
] as const

/** Makes one review of each kind and one write of each, and a policy that grants about half of what they ask. */
export function makeReviews(random: Random, id: string): AskedReviews {
  const odd = random.pick([0, 0, 0.2, 1])
  const wanted: Asked[] = []
  const reviews = REVIEW_KINDS.map((kind) => {
    const sender = requestor(random, odd)
    const { review, asked } = reviewOf(random, odd, kind, sender)
    wanted.push(asked)
    return { sender, review }
  })
  const steps = [...OF_SIGNERS, ...OF_OWNERS].map((write) => {
    const step = stepOf(random, write, requestor(random, odd))
    wanted.push(...grantedTo(random, step))
    return step
  })
  const granted = wanted.filter(() => random.chance(0.6))
  const denied = granted.map((one): VectorCheck => ({ phase: 'request', decision: 'NoOpinion', ...one }))
  const objects = [...randomPolicy(random, odd), ...grants(random, denied, 'g')]
  return { id, policy: documents(eachOnce(objects)), reviews, steps }
}

/** The oracle keeps both of two objects of one name; a server keeps the last. */
function eachOnce(objects: readonly KubeObject[]): readonly KubeObject[] {
  const byName = new Map<string, KubeObject>()
  for (const one of objects) {
    const { kind, metadata } = one
    byName.set(JSON.stringify([kind, metadata]), one)
  }
  return [...byName.values()]
}

function reviewOf(random: Random, odd: number, kind: ReviewKind, sender: PlainUser) {
  const about = kind === 'SelfSubjectAccessReview' ? sender : requestor(random, odd)
  const user: PlainUser = about.username === '' && (about.groups ?? []).length === 0 ? { username: 'jane' } : about
  const namespace = kind === 'LocalSubjectAccessReview' || random.chance(0.6) ? random.pick(NAMESPACES) : ''
  const asked = askedOf(random, odd, kind, namespace)
  const { verb, path, apiGroup, ...rest } = asked
  const attributes =
    path === undefined
      ? { resourceAttributes: { verb, ...(apiGroup && { group: apiGroup }), ...rest } }
      : { nonResourceAttributes: { verb, path } }
  const { username, ...others } = user
  const spec = { ...attributes, ...(kind !== 'SelfSubjectAccessReview' && { user: username, ...others }) }
  // Some are refused: a name, or another namespace than that of the check.
  const metadata = random.chance(0.04)
    ? { name: 'x', ...(kind === 'LocalSubjectAccessReview' && { namespace }) }
    : kind === 'LocalSubjectAccessReview'
      ? { namespace: random.chance(0.04) ? 'elsewhere' : namespace }
      : {}
  return {
    review: { apiVersion: 'authorization.k8s.io/v1', kind, metadata, spec },
    asked: { user, ...asked } satisfies Asked,
  }
}

function askedOf(random: Random, odd: number, kind: ReviewKind, namespace: string): Omit<Asked, 'user'> {
  const verb = random.pick(VERBS)
  if (kind !== 'LocalSubjectAccessReview' && random.chance(0.2)) return { verb, path: random.pick(PATHS) }
  return aboutResource(verb, random.pick(RESOURCES), namespace, nameAsked(random, odd, ['p1', 'web']))
}

function stepOf(random: Random, write: AnsweredStep['write'], user: PlainUser): AskedReviews['steps'][number] {
  const namespace = random.pick(NAMESPACES)
  const [apiVersion, kind] = random.pick(OWNERS)
  return OF_SIGNERS.some((one) => one === write)
    ? { user, write, signer: random.pick(SIGNERS) }
    : { user, write, namespace, owner: { apiVersion, kind, name: random.pick(['web', 'n1']) } }
}

const VERB_OF_SIGNER = {
  'approve a certificate': 'approve',
  'sign a certificate': 'sign',
  'attest a trust bundle': 'attest',
  'issue to a pod': 'sign',
} as const

/** What would let a write pass, in one of its ways. */
function grantedTo(random: Random, { user, write, signer = '', owner, namespace = '' }: AskedReviews['steps'][number]) {
  const [, , apiGroup = '', resource = ''] = OWNERS.find(([, kind]) => kind === owner?.kind) ?? []
  if (owner === undefined) {
    const verb = VERB_OF_SIGNER[write as keyof typeof VERB_OF_SIGNER]
    const name = random.chance(0.4) ? signer.replace(/\/.*/, '/*') : signer
    return [{ user, verb, apiGroup: 'certificates.k8s.io', resource: 'signers', name }] satisfies Asked[]
  }
  const place = resource === 'nodes' || random.chance(0.3) ? {} : { namespace }
  const named = random.chance(0.5) ? { name: owner.name } : {}
  const finalizers = { user, verb: 'update', subresource: 'finalizers', ...place, ...named }
  return [
    random.chance(0.1) ? { ...finalizers, apiGroup: '*', resource: '*' } : { ...finalizers, apiGroup, resource },
    ...(write === 'give an owner to a pod' && random.chance(0.8)
      ? [{ user, verb: 'delete', resource: 'pods', namespace }]
      : []),
  ] satisfies Asked[]
}

import type { PlainUser } from '@authz-playground/engine'
import type { Random, VectorCheck } from '@authz-playground/engine/internal/vectors'
import { besideDefaults } from '../fuzz/default-policy.ts'
import { documents, type KubeObject } from '../fuzz/draft.ts'
import { edgeString } from '../fuzz/edge-strings.ts'
import { grants } from '../fuzz/grants.ts'
import { aggregated, randomPolicy } from '../fuzz/policy.ts'
import { aboutResource, nameAsked } from '../fuzz/questions.ts'
import { requestor } from '../fuzz/users.ts'
import { NAMESPACES } from '../fuzz/words.ts'
import type { QueryVector } from './query-vector.ts'

/** A policy with questions that nobody has answered. */
export interface AskedQueries extends Pick<QueryVector, 'id' | 'cluster' | 'policy'> {
  readonly whoCan: readonly Question[]
  readonly rules: readonly { readonly user: PlainUser; readonly namespace: string; readonly noHeaders?: boolean }[]
}

type Question = Omit<QueryVector['whoCan'][number], 'subjects' | 'error'>

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'delete', 'impersonate', 'bind', '*'] as const

/** Group, resource, subresource; cluster-scoped ones are asked for in a namespace too, as a client may. */
const RESOURCES = [
  ['', 'pods', ''],
  ['', 'pods', 'log'],
  ['', 'pods', 'exec'],
  ['', 'secrets', ''],
  ['', 'nodes', ''],
  ['', 'users', ''],
  ['', 'serviceaccounts', 'token'],
  ['apps', 'deployments', ''],
  ['apps', 'deployments', 'scale'],
  ['rbac.authorization.k8s.io', 'clusterroles', ''],
  ['authentication.k8s.io', 'userextras', 'example.com/a'],
  ['example.com', 'widgets', ''],
  ['*', '*', ''],
] as const
const PATHS = [
  '/healthz',
  '/healthz/ready',
  '/metrics',
  '/',
  '/api',
  '/apis/apps/v1',
  '/version/',
  '/custom/x',
] as const

/**
 * Makes a policy with questions about it. Most of the policy grants what the questions ask, so that their answers have
 * subjects and rules.
 */
export function makeQueries(random: Random, id: string): AskedQueries {
  const odd = random.pick([0, 0.2, 0.5, 1])
  const users = Array.from({ length: random.between(2, 4) }, () => requestor(random, odd))
  const questions = Array.from({ length: 3 }, () => question(random, odd))
  const withDefaults = random.chance(0.07)
  const own = [...randomPolicy(random, odd), ...granted(random, questions, users)]
  const beside = withDefaults && random.chance(0.7) ? random.shuffled([...own, ...besideDefaults(random)]) : own
  const policy = random.chance(0.1) ? aggregated(random, beside) : beside
  const node = random.chance(0.2)
  return {
    id,
    ...((withDefaults || node) && {
      cluster: {
        ...(node && { authorizationModes: random.pick([['Node', 'RBAC'] as const, ['RBAC', 'Node'] as const]) }),
        ...(withDefaults && { defaultRoles: true }),
      },
    }),
    policy: documents(policy),
    whoCan: questions,
    rules: Array.from({ length: 3 }, () => ({
      user: random.pick(users),
      namespace: random.chance(odd * 0.1) ? edgeString(random) : random.pick(NAMESPACES),
      ...(random.chance(0.2) && { noHeaders: true }),
    })),
  }
}

function question(random: Random, odd: number): Question {
  const verb = random.pick(VERBS)
  if (random.chance(0.2))
    return { verb, path: random.chance(odd * 0.2) ? `/${edgeString(random)}` : random.pick(PATHS) }
  const resource = random.pick(RESOURCES)
  const namespace = random.chance(0.75) ? random.pick(NAMESPACES) : ''
  return aboutResource(verb, resource, namespace, nameAsked(random, odd, ['p1', 'web', 'jane']))
}

/** Roles and bindings by which some users may do what the questions ask. */
function granted(random: Random, questions: readonly Question[], users: readonly PlainUser[]): readonly KubeObject[] {
  return Array.from({ length: random.between(1, 5) }, (_, round) => {
    const asked = random
      .some(questions, 3, 1)
      .map((one): VectorCheck => ({ phase: 'request', user: random.pick(users), decision: 'NoOpinion', ...one }))
    return grants(random, asked, `g${round}-`)
  }).flat()
}

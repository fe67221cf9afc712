import { defaultRoles, readPolicy, userInfo } from '@authz-playground/engine'
import { clusterOf } from '@authz-playground/engine/internal/cluster'
import {
  printAccessList,
  rulesReviewStatus,
  subjectRules,
  type UserRules,
} from '@authz-playground/engine/internal/query'
import type { Difference, VectorUser } from '@authz-playground/engine/internal/vectors'
import { notPlayable } from '../cluster/front-proxy.ts'
import type { Cluster, Ran } from '../cluster/start.ts'
import type { AskedQueries } from '../queries/generate.ts'
import { onStage } from './replay.ts'
import { type ReviewRule, type ReviewStatus, reviewReceived } from './rules-review.ts'
import { authenticated } from './scenarios.ts'
import { type ClusterStage, STAGE_RESOURCE } from './stage.ts'

/** What came of the questions about the rules of users. */
export type QueriesVerdict =
  | { readonly kind: 'left-out'; readonly why: string }
  | { readonly kind: 'asked'; readonly questions: number; readonly differences: readonly Difference[] }

/** The authorizers of the cluster that is asked. */
export const ASKED_MODES = ['Node', 'RBAC'] as const

/**
 * Applies a policy, sends a SelfSubjectRulesReview as each user, and compares its status with the engine's. Then runs
 * `kubectl auth can-i --list` as that user, and compares its output with what the engine prints of the review that kubectl
 * received. A server goes over bindings in the random order of a map, so the rules of two reviews are compared in any
 * order.
 */
export async function queriesVerdict(
  cluster: Cluster,
  stage: ClusterStage,
  { policy, rules }: AskedQueries,
): Promise<QueriesVerdict> {
  const { version } = cluster
  const defaults = defaultRoles(version)
  const read = readPolicy(policy, { defaults })
  if (read.diagnostics.some(({ severity }) => severity === 'error'))
    return { kind: 'left-out', why: 'a policy that the engine refuses' }
  // Where roles aggregate each other, the rules of their texts spread or not, depending on which is updated first.
  if (read.roles.filter(({ aggregationRule }) => aggregationRule !== undefined).length > 1)
    return { kind: 'left-out', why: 'roles that may aggregate each other' }
  const questions = rules.map((one) => ({ ...one, user: authenticated(one.user) })).filter(canBeAsked)
  if (questions.length === 0) return { kind: 'left-out', why: 'users that kubectl cannot impersonate' }
  const { rights: bound } = clusterOf(read, { version, defaultRoles: true }, { defaultRoles: defaults })
  const differences: Difference[] = []
  let answered = 0
  const applied = await onStage(cluster, stage, policy, async () => {
    for (const [index, { user, namespace, noHeaders = false }] of questions.entries()) {
      const { groups = [], username = '' } = user
      const status = await reviewed(cluster, user, namespace)
      if (status === undefined) continue
      answered++
      const asked = userInfo({ username, groups })
      const expected = subjectRules(bound, ASKED_MODES, asked, namespace)
      const ran = await cluster.adminKubectl([
        ...['auth', 'can-i', '--list', '-v=10', '-n', namespace, `--as=${username}`],
        ...groups.map((group) => `--as-group=${group}`),
        ...(noHeaders ? ['--no-headers'] : []),
      ])
      const received = reviewReceived(ran.stderr)
      const note = (field: string, ours: unknown, theirs: unknown): void => {
        if (JSON.stringify(ours) !== JSON.stringify(theirs))
          differences.push({ field: `rules[${index}].${field}`, expected: ours, found: theirs })
      }
      const ours = linesOf(rulesReviewStatus(expected) as unknown as ReviewStatus)
      const compare = (field: string, status: ReviewStatus | undefined): void => {
        const theirs = status === undefined ? [] : linesOf(status)
        note(field, without(ours, theirs), without(theirs, ours))
      }
      compare('status', status)
      compare('received', received)
      if (received === undefined) continue
      const { out, err } = printAccessList(reviewedRules(received), { noHeaders })
      note('prints', out, ran.stdout)
      note('warns', err, warningsIn(ran))
    }
  })
  if (applied.refused !== undefined) return { kind: 'left-out', why: 'a policy that kubectl or the server refuses' }
  if (answered === 0) return { kind: 'left-out', why: 'users who may not ask' }
  return { kind: 'asked', questions: answered, differences }
}

/** Impersonation by kubectl sends a user in headers, and needs a username. */
function canBeAsked({ user, namespace }: { readonly user: VectorUser; readonly namespace: string }): boolean {
  return notPlayable(user) === undefined && /^[a-z0-9-]+$/.test(namespace)
}

/** The status of a review that a user sends; undefined for one who may not send it. */
async function reviewed(
  cluster: Cluster,
  { username = '', groups = [] }: VectorUser,
  namespace: string,
): Promise<ReviewStatus | undefined> {
  const { body } = await cluster.asAdmin({
    method: 'POST',
    target: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    headers: [
      ['Accept', 'application/json'],
      ['Content-Type', 'application/json'],
      ['Impersonate-User', inHeader(username)],
      ...groups.map((group) => ['Impersonate-Group', inHeader(group)] as const),
    ],
    body: JSON.stringify({
      kind: 'SelfSubjectRulesReview',
      apiVersion: 'authorization.k8s.io/v1',
      spec: { namespace },
    }),
  })
  const answer = JSON.parse(body) as { readonly kind: string; readonly status: ReviewStatus; readonly code?: number }
  if (answer.kind === 'Status' && answer.code !== 403) throw new Error(body)
  return answer.kind === 'Status' ? undefined : answer.status
}

/** Node sends a header as Latin-1, and the API server reads UTF-8. */
function inHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function warningsIn({ stderr }: Ran): string {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('Warning: '))
    .map((line) => `${line}\n`)
    .join('')
}

/** A review as lines, for comparing in any order. The roles of the stage itself are left out. */
function linesOf({
  resourceRules,
  nonResourceRules,
  incomplete,
  evaluationError = '',
}: ReviewStatus): readonly string[] {
  const rules = [...resourceRules, ...nonResourceRules]
    .filter(({ resources }) => resources?.join() !== STAGE_RESOURCE)
    .map(({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }) =>
      JSON.stringify({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }),
    )
  const errors = evaluationError.replace(/^\[(.*)\]$/s, '$1').split(/(?<= not found| rule resolution), /)
  return [...rules, ...errors, `incomplete: ${incomplete}`]
}

/** The lines of one list that are not in another, as often as they are more. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const rest = [...others]
  return lines.filter((line) => {
    const at = rest.indexOf(line)
    if (at !== -1) rest.splice(at, 1)
    return at === -1
  })
}

function reviewedRules({ resourceRules, nonResourceRules, incomplete, evaluationError = '' }: ReviewStatus): UserRules {
  const granted = ({
    verbs,
    apiGroups = [],
    resources = [],
    resourceNames = [],
    nonResourceURLs = [],
  }: ReviewRule) => ({
    rule: { verbs, apiGroups, resources, resourceNames, nonResourceURLs },
    evidence: { authorizer: 'RBAC' as const },
  })
  return {
    resourceRules: resourceRules.map(granted),
    nonResourceRules: nonResourceRules.map(granted),
    incomplete,
    evaluationError,
  }
}

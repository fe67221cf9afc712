import { defaultRoles, readPolicy, userInfo } from '@authz-playground/engine'
import {
  boundRoles,
  printAccessList,
  rulesReviewStatus,
  subjectRules,
  type UserRules,
} from '@authz-playground/engine/query'
import type { Difference, VectorUser } from '@authz-playground/engine/vectors'
import { notPlayable } from '../cluster/front-proxy.ts'
import type { Cluster, Ran } from '../cluster/start.ts'
import type { AskedQueries } from '../queries/generate.ts'
import { onStage } from './replay.ts'
import { authenticated } from './scenarios.ts'
import type { ClusterStage } from './stage.ts'

/** What came of the questions about the rules of users. */
export type QueriesVerdict =
  | { readonly kind: 'left-out'; readonly why: string }
  | { readonly kind: 'asked'; readonly questions: number; readonly differences: readonly Difference[] }

/** The authorizers of the cluster that is asked. */
export const ASKED_MODES = ['Node', 'RBAC'] as const

/** The status of a review, as the API server sends it. */
interface ReviewStatus {
  readonly resourceRules: readonly Rule[]
  readonly nonResourceRules: readonly Rule[]
  readonly incomplete: boolean
  readonly evaluationError?: string
}

interface Rule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/**
 * Applies a policy, runs `kubectl auth can-i --list` as its users, and compares the review that kubectl received with the
 * engine's, and its output with what the engine prints of that review. A server goes over bindings in the random order of
 * a map, so the rules of a review are compared in any order, and its output in the order that it had.
 */
export async function queriesVerdict(
  cluster: Cluster,
  stage: ClusterStage,
  { policy, rules }: AskedQueries,
): Promise<QueriesVerdict> {
  const defaults = defaultRoles()
  const read = readPolicy(policy, { defaults })
  if (read.diagnostics.some(({ severity }) => severity === 'error'))
    return { kind: 'left-out', why: 'a policy that the engine refuses' }
  const questions = rules.map((one) => ({ ...one, user: authenticated(one.user) })).filter(canBeAsked)
  if (questions.length === 0) return { kind: 'left-out', why: 'users that kubectl cannot impersonate' }
  const bound = boundRoles(read, defaults)
  const differences: Difference[] = []
  const applied = await onStage(stage, policy, async () => {
    for (const [index, { user, namespace, noHeaders = false }] of questions.entries()) {
      const { groups = [], username = '' } = user
      const asked = userInfo({ username, groups })
      const expected = subjectRules(bound, ASKED_MODES, asked, namespace)
      const ran = await cluster.adminKubectl([
        ...['auth', 'can-i', '--list', '-v=10', '-n', namespace, `--as=${username}`],
        ...groups.map((group) => `--as-group=${group}`),
        ...(noHeaders ? ['--no-headers'] : []),
      ])
      const status = statusIn(ran)
      const note = (field: string, ours: unknown, theirs: unknown): void => {
        if (JSON.stringify(ours) !== JSON.stringify(theirs))
          differences.push({ field: `rules[${index}].${field}`, expected: ours, found: theirs })
      }
      note('status', inAnyOrder(rulesReviewStatus(expected) as unknown as ReviewStatus), status && inAnyOrder(status))
      if (status === undefined) continue
      const { out, err } = printAccessList(rulesOf(status), { noHeaders })
      note('prints', out, ran.stdout)
      note('warns', err, warningsIn(ran))
    }
  })
  if (applied.refused !== undefined) return { kind: 'left-out', why: 'a policy that kubectl or the server refuses' }
  return { kind: 'asked', questions: questions.length, differences }
}

/** Impersonation by kubectl sends a user in headers, and needs a username. */
function canBeAsked({ user, namespace }: { readonly user: VectorUser; readonly namespace: string }): boolean {
  return notPlayable(user) === undefined && /^[a-z0-9-]+$/.test(namespace)
}

/** The review in what kubectl writes about its traffic. */
function statusIn({ stderr }: Ran): ReviewStatus | undefined {
  const line = stderr.split('\n').findLast((one) => /^\s*\{"kind":"SelfSubjectRulesReview".*"status":/.test(one))
  return line === undefined ? undefined : (JSON.parse(line) as { readonly status: ReviewStatus }).status
}

function warningsIn({ stderr }: Ran): string {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('Warning: '))
    .map((line) => `${line}\n`)
    .join('')
}

function inAnyOrder({ resourceRules, nonResourceRules, incomplete, evaluationError = '' }: ReviewStatus) {
  const sorted = (rules: readonly Rule[]) =>
    rules
      .map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) =>
        JSON.stringify({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }),
      )
      .sort()
  const errors = evaluationError.replace(/^\[(.*)\]$/s, '$1').split(/(?<= not found| rule resolution), /)
  return { resource: sorted(resourceRules), nonResource: sorted(nonResourceRules), incomplete, errors: errors.sort() }
}

function rulesOf({ resourceRules, nonResourceRules, incomplete, evaluationError = '' }: ReviewStatus): UserRules {
  const granted = ({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: Rule) => ({
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

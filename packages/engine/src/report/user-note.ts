import type { Decided, Scenario } from '../decide/index.ts'
import {
  type Binding,
  isMasked,
  misnamedUser,
  missingGroups,
  NODES_GROUP,
  serviceAccountOf,
  type UserInfo,
} from '../kube/index.ts'
import { subjectsIn, usernameOf } from '../rights/index.ts'
import { lookalikesInWords, nearest } from '../text/index.ts'
import { finalAnswer, type Trace } from '../trace/index.ts'

/** What a 403 has to do with the users of the request. */
export type UserNote =
  | {
      readonly kind: 'groups'
      readonly message: string
      /** The groups that authentication adds to the requestor. */
      readonly groups: readonly string[]
    }
  | {
      readonly kind: 'unnamed'
      readonly message: string
      /** "Did you mean the user “jane”?" */
      readonly fix?: string
      /** The username that the requestor probably meant to have. Absent where the refused user is the target. */
      readonly requestor?: string
    }

/**
 * A scenario that was refused, with the groups that authentication adds to its requestor; undefined where there are none
 * to add. Its answer is for {@link userNote}.
 */
export function withMissingGroups({ trace }: Decided, scenario: Scenario): Scenario | undefined {
  const { requestor } = scenario
  const missing = missingGroups(requestor)
  if (trace?.outcome.code !== 403 || missing.length === 0) return undefined
  return { ...scenario, requestor: { ...requestor, groups: [...(requestor.groups ?? []), ...missing] } }
}

/**
 * A note about the users of a request that was refused with 403: groups that authentication would have added, where they
 * change the answer; or that no binding of the policy names the user who was refused.
 *
 * @param completed the answer to {@link withMissingGroups}
 */
export function userNote(decided: Decided, scenario: Scenario, completed: Decided | undefined): UserNote | undefined {
  const { trace } = decided
  if (trace?.outcome.code !== 403) return undefined
  return groupsNote(trace, scenario, completed?.trace) ?? unnamedNote(trace, decided, scenario)
}

/** Says so where the request gets another answer with the groups that authentication adds to such a requestor. */
function groupsNote(trace: Trace, { requestor }: Scenario, completed: Trace | undefined): UserNote | undefined {
  if (completed === undefined || sameAnswer(trace, completed)) return undefined
  const missing = missingGroups(requestor)
  const [groups, them] = missing.length === 1 ? ['group', 'it'] : ['groups', 'them']
  const { code } = completed.outcome
  const result = code === 403 ? 'some checks have another result, though the answer stays 403' : `the answer is ${code}`
  return {
    kind: 'groups',
    message: `Authentication adds the ${groups} ${missing.join(', ')} to ${requestor.username}, and with ${them} ${result}.`,
    groups: missing,
  }
}

function sameAnswer(one: Trace, other: Trace): boolean {
  const decisions = ({ outcome, steps }: Trace) =>
    [outcome.code, ...steps.flatMap(({ check }) => (check === undefined ? [] : [finalAnswer(check).decision]))].join()
  return decisions(one) === decisions(other)
}

/** Says so where RBAC refused a user that no binding of the policy names, not even by a group. */
function unnamedNote(
  trace: Trace,
  { cluster: { policy, defaultRoles, settings } }: Decided,
  { requestor }: Scenario,
): UserNote | undefined {
  const { authorizationModes: modes } = settings
  if (!modes.includes('RBAC') || policy.bindings.length === 0 || policy.accessRules.length > 0) return undefined
  const last = trace.steps.findLast(({ check }) => check !== undefined && finalAnswer(check).decision !== 'Allow')
  if (last?.check === undefined || finalAnswer(last.check).decision !== 'NoOpinion') return undefined
  const { user } = last.check.attributes
  // What such a name means is said already.
  if (isMasked(user.username) || misnamedUser(user.username)?.is === 'group') return undefined
  if (modes.includes('Node') && user.groups.includes(NODES_GROUP)) return undefined
  const bound = usernamesIn(policy.bindings)
  const groups = groupsIn(policy.bindings)
  if (bound.has(user.username) || usernamesIn(defaultRoles?.bindings ?? []).has(user.username)) return undefined
  if (user.groups.some((group) => groups.has(group))) return undefined
  const orGroups = user.groups.length === 0 ? '' : ', and none names one of its groups'
  const meant = similarUser(user, bound)
  return {
    kind: 'unnamed',
    message: `No binding of the policy names ${inWords(user.username)}${orGroups}.`,
    ...(meant !== undefined && { fix: `Did you mean ${inWords(meant)}?${lookalikesInWords(user.username, meant)}` }),
    ...(meant !== undefined && user.username === requestor.username && { requestor: meant }),
  }
}

function inWords(username: string): string {
  const account = serviceAccountOf(username)
  if (account === undefined) return `the user “${username}”`
  return `the service account “${account.name}” of namespace “${account.namespace}”`
}

/** The usernames that bindings name, also those of service accounts. */
function usernamesIn(bindings: readonly Binding[]): ReadonlySet<string> {
  return new Set(bindings.flatMap((binding) => subjectsIn(binding).flatMap((subject) => usernameOf(subject) ?? [])))
}

function groupsIn(bindings: readonly Binding[]): ReadonlySet<string> {
  return new Set(
    bindings.flatMap(({ subjects }) => subjects.flatMap(({ kind, name }) => (kind === 'Group' ? [name] : []))),
  )
}

/** With more users than this in the bindings, no similar one is suggested: comparing all of them takes too long. */
const MOST_COMPARED = 500

/** The user that was probably meant: a service account of the same name in another namespace, or a similar name. */
function similarUser({ username }: UserInfo, bound: ReadonlySet<string>): string | undefined {
  if (bound.size > MOST_COMPARED) return undefined
  const name = serviceAccountOf(username)?.name
  const elsewhere = name === undefined ? undefined : [...bound].find((one) => serviceAccountOf(one)?.name === name)
  return elsewhere ?? nearest(username, [...bound])
}

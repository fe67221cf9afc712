import {
  type Binding,
  type Decided,
  nearest,
  type Scenario,
  settledAnswer,
  type Trace,
  type UserInfo,
} from '@authz-playground/engine'
import { missingGroups, NODES_GROUP, serviceAccountOf, serviceAccountUsername } from '@authz-playground/engine/names'
import type { CommandProblem } from './problem.ts'

/**
 * Notes about the users of a request that was refused with 403: groups that authentication would have added, where they
 * change the answer; or that no binding of the policy names the user who was refused. `at`: the place of the notes.
 */
export function userNotes(
  decided: Decided,
  scenario: Scenario,
  decide: (scenario: Scenario) => Decided,
  at: string,
): readonly CommandProblem[] {
  const { trace } = decided
  if (trace?.outcome.code !== 403) return []
  const added = groupsNote(trace, scenario, decide)
  const note = added ?? unnamedNote(trace, decided, scenario)
  return note === undefined ? [] : [{ severity: 'note', at, ...note }]
}

type Note = Pick<CommandProblem, 'message' | 'fix'>

/** Says so where the request gets another answer with the groups that authentication adds to such a requestor. */
function groupsNote(trace: Trace, scenario: Scenario, decide: (scenario: Scenario) => Decided): Note | undefined {
  const { requestor } = scenario
  const missing = missingGroups(requestor)
  if (missing.length === 0) return undefined
  const again = decide({ ...scenario, requestor: { ...requestor, groups: [...(requestor.groups ?? []), ...missing] } })
  if (again.trace === undefined || sameAnswer(trace, again.trace)) return undefined
  const groups = missing.length === 1 ? 'group' : 'groups'
  const { code } = again.trace.outcome
  const result = code === 403 ? 'some checks have another result, though the answer stays 403' : `the answer is ${code}`
  return {
    message: `Authentication adds the ${groups} ${missing.join(', ')} to ${requestor.username}, and with ${missing.length === 1 ? 'it' : 'them'} ${result}.`,
    fix: `Add ${missing.map((group) => `--group ${group}`).join(' ')}; in a document, add to the groups of the requestor.`,
  }
}

function sameAnswer(one: Trace, other: Trace): boolean {
  const decisions = ({ outcome, steps }: Trace) =>
    [outcome.code, ...steps.flatMap(({ check }) => (check === undefined ? [] : [settledAnswer(check).decision]))].join()
  return decisions(one) === decisions(other)
}

/** Says so where RBAC refused a user that no binding of the policy names, not even by a group. */
function unnamedNote(trace: Trace, { policy, defaultRoles }: Decided, { cluster }: Scenario): Note | undefined {
  const { authorizationModes: modes } = cluster
  if (!modes.includes('RBAC') || policy.bindings.length === 0 || policy.accessRules.length > 0) return undefined
  const last = trace.steps.findLast(({ check }) => check !== undefined && settledAnswer(check).decision !== 'Allow')
  if (last?.check === undefined || settledAnswer(last.check).decision !== 'NoOpinion') return undefined
  const { user } = last.check.attributes
  if (modes.includes('Node') && user.groups.includes(NODES_GROUP)) return undefined
  const bound = usernamesIn(policy.bindings)
  const groups = groupsIn(policy.bindings)
  if (bound.has(user.username) || usernamesIn(defaultRoles?.bindings ?? []).has(user.username)) return undefined
  if (user.groups.some((group) => groups.has(group))) return undefined
  const orGroups = user.groups.length === 0 ? '' : ', and none names one of its groups'
  const fix = similarUser(user, bound)
  return {
    message: `No binding of the policy names ${inWords(user.username)}${orGroups}.`,
    ...(fix !== undefined && { fix }),
  }
}

function inWords(username: string): string {
  const account = serviceAccountOf(username)
  if (account === undefined) return `the user “${username}”`
  return `the service account “${account.name}” of namespace “${account.namespace}”`
}

/** The usernames that bindings name, also those of service accounts. */
function usernamesIn(bindings: readonly Binding[]): ReadonlySet<string> {
  return new Set(
    bindings.flatMap(({ namespace: own, subjects }) =>
      subjects.flatMap(({ kind, namespace, name }) => {
        if (kind === 'User') return [name]
        // A ClusterRoleBinding has no namespace of its own, so a subject without one matches nobody.
        const inNamespace = namespace === '' ? own : namespace
        return kind === 'ServiceAccount' && inNamespace !== ''
          ? [serviceAccountUsername({ namespace: inNamespace, name })]
          : []
      }),
    ),
  )
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
  const meant = elsewhere ?? nearest(username, [...bound])
  return meant === undefined ? undefined : `Did you mean ${inWords(meant)}?`
}

import {
  type Answer,
  type Attributes,
  type ConstrainedMode,
  SYSTEM_PRIVILEGED_GROUP,
  type UserInfo,
} from '../../kube/index.ts'
import { clause, type Question, type RichText } from '../../trace/index.ts'
import { allowedToImpersonate, type ChainState, wantedUser } from '../chain.ts'
import { invalidExtra } from './extras.ts'
import { extraPairs, type IdentityQuestion } from './identity.ts'
import { identityCheck, usernameCheck } from './modes.ts'

/** With this many groups, or extra keys or values, or more, one check for all of them comes first. */
const MANY = 4

/**
 * The identity checks of a mode, in order: username, uid, groups, extras (Go: `impersonationModeState.check`). Returns
 * undefined when all are allowed. Otherwise it returns the reason: the first check that is not allowed, or the first part
 * that is refused without a check.
 */
export function* identityChecks(state: ChainState, mode: ConstrainedMode): Checks {
  const target = wantedUser(state)
  const { requestor } = state.input
  const ask: Ask = (question) => identityCheck(mode, requestor, question)
  const missing = clause`the requestor does not hold ${`impersonate:${mode}`} for the whole target`
  if (!(yield* allowedToImpersonate(state, 'username', usernameCheck(mode, target, requestor)))) return missing
  if (target.uid !== '') {
    if (!(yield* allowedToImpersonate(state, 'uid', ask({ resource: 'uids', name: target.uid })))) return missing
  }
  return (yield* groupChecks(state, target.groups, ask, missing)) ?? (yield* extraChecks(state, target, ask, missing))
}

/** Makes checks. Returns the reason why one is not allowed, or undefined when all are. */
type Checks = Generator<Question, RichText | undefined, Answer>

type Ask = (question: Pick<IdentityQuestion, 'resource' | 'subresource' | 'name'>) => Attributes

function* groupChecks(state: ChainState, groups: readonly string[], ask: Ask, missing: RichText): Checks {
  const about = (name: string): Attributes => ask({ resource: 'groups', name })
  const invalid = invalidGroup(groups)
  if (invalid !== undefined) return refused(state, about(invalid.group), invalid.complaint)
  if (groups.length >= MANY && (yield* tried('group', about('*')))) return undefined
  for (const group of groups) if (!(yield* allowedToImpersonate(state, 'group', about(group)))) return missing
  return undefined
}

function* extraChecks(state: ChainState, target: UserInfo, ask: Ask, missing: RichText): Checks {
  const about = (subresource: string, name: string): Attributes => ask({ resource: 'userextras', subresource, name })
  const complaint = invalidExtra(target.extra)
  if (complaint !== undefined) return refused(state, about('', ''), complaint)
  const pairs = extraPairs(target)
  if ((target.extra.size >= MANY || pairs.length >= MANY) && (yield* tried('extra', about('*', '*')))) return undefined
  for (const [key, value] of pairs) {
    if (!(yield* allowedToImpersonate(state, 'extra', about(key, value)))) return missing
  }
  return undefined
}

export function invalidGroup(
  groups: readonly string[],
): { readonly group: string; readonly complaint: string } | undefined {
  if (groups.includes('')) return { group: '', complaint: 'impersonating the empty string group is not allowed' }
  if (!groups.includes(SYSTEM_PRIVILEGED_GROUP)) return undefined
  return { group: SYSTEM_PRIVILEGED_GROUP, complaint: 'impersonating the system:masters group is not allowed' }
}

/**
 * The reason why user-info refuses a target for every requestor, in the API server's words; undefined when it does not
 * refuse.
 */
export function refusedForAll({ groups, extra }: UserInfo): string | undefined {
  return invalidGroup(groups)?.complaint ?? invalidExtra(extra)
}

/** A shortcut check for all names at once. When it is not allowed, its answer has no effect. */
function* tried(purpose: 'group' | 'extra', attributes: Attributes): Generator<Question, boolean, Answer> {
  const answer = yield { phase: 'impersonation', purpose, attributes }
  return answer.decision === 'Allow'
}

function refused(state: ChainState, attributes: Attributes, reason: string): RichText {
  state.firstFailure ??= { attributes, reason }
  return [reason]
}

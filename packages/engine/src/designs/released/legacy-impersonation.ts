import { type Answer, type Attributes, AUTHENTICATION_GROUP } from '../../kube/index.ts'
import { clause, type Question } from '../../trace/index.ts'
import { allowedToImpersonate, type ChainState, continueAsTarget, refuse, wantedUser } from '../chain.ts'
import type { Evaluation, PassedNode } from '../flowchart.ts'
import { accountOrUser, extraPairs, type IdentityQuestion, identityAttributes, withImpliedGroups } from './identity.ts'

/** Which part of the target a check is about. */
export type LegacyPart = 'username' | 'uid' | 'group' | 'extra'

/** The order of the checks with the feature on (Go: `impersonationModeState.check` with the verb `impersonate`). */
export const LEGACY_ORDER: readonly LegacyPart[] = ['username', 'uid', 'group', 'extra']

/** The order of the older filter, which runs with the feature off (Go: `buildImpersonationRequests`). */
export const OLDER_FILTER_ORDER: readonly LegacyPart[] = ['username', 'group', 'extra', 'uid']

/** The `impersonate` checks of one part of the target. Returns false at the first that is not allowed. */
export function* legacyChecks(state: ChainState, part: LegacyPart): Generator<Question, boolean, Answer> {
  for (const attributes of legacyAttributes(state, part)) {
    if (!(yield* allowedToImpersonate(state, part, attributes))) return false
  }
  return true
}

/** The attributes of those checks, for one part of the target. */
export function legacyAttributes(state: ChainState, part: LegacyPart): readonly Attributes[] {
  const target = wantedUser(state)
  // The older filter built its checks from object references of the core group, which have no version.
  const core = { apiGroup: '', apiVersion: state.input.featureEnabled ? 'v1' : '' }
  const authentication = { apiGroup: AUTHENTICATION_GROUP, apiVersion: 'v1' }
  const ask = (question: Omit<IdentityQuestion, 'verb'>): Attributes =>
    identityAttributes(state.input.requestor, { verb: 'impersonate', ...question })
  switch (part) {
    case 'username':
      return [ask({ ...core, ...accountOrUser(target.username) })]
    case 'uid':
      return target.uid === '' ? [] : [ask({ ...authentication, resource: 'uids', name: target.uid })]
    case 'group':
      return target.groups.map((name) => ask({ ...core, resource: 'groups', name }))
    case 'extra':
      return extraPairs(target).map(([subresource, name]) =>
        ask({ ...authentication, resource: 'userextras', subresource, name }),
      )
  }
}

/** All `impersonate` checks in the order that the gate's state gives them. */
export function* allLegacyChecks(state: ChainState): Generator<Question, boolean, Answer> {
  for (const part of state.input.featureEnabled ? LEGACY_ORDER : OLDER_FILTER_ORDER) {
    if (!(yield* legacyChecks(state, part))) return false
  }
  return true
}

/** The node of legacy impersonation, which leads to `S`. */
export function legacyNode(about: string, evaluate = becomeByLegacy): PassedNode<ChainState> {
  return {
    shape: 'question',
    label: ['May it be the target, for any request?'],
    term: ['legacy ', { code: 'impersonate' }],
    stage: 'identity',
    mode: 'legacy',
    about,
    edges: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
    evaluate,
  }
}

/**
 * Checks the verb `impersonate` for the whole target. Where a check is not allowed, the request ends with the first
 * failure.
 */
export function* askLegacy(state: ChainState): Evaluation {
  if (yield* allLegacyChecks(state))
    return { edge: 'yes', because: clause`the requestor holds ${'impersonate'} for the whole target` }
  refuse(state)
  return { edge: 'no', because: clause`the requestor does not hold ${'impersonate'} for the whole target` }
}

/** Checks as `askLegacy` does, and makes the target the user of the request when all is allowed. */
export function* becomeByLegacy(state: ChainState): Evaluation {
  const choice = yield* askLegacy(state)
  if (choice.edge === 'yes') replaceByLegacy(state)
  return choice
}

/** The target replaces the requestor by the rules of legacy impersonation: a node is a user like any other. */
export function* becomeLegacyTarget(state: ChainState): Evaluation {
  replaceByLegacy(state)
  return yield* continueAsTarget(state)
}

function replaceByLegacy(state: ChainState): void {
  state.impersonated = { user: withImpliedGroups(wantedUser(state), 'nodes-are-users'), constraint: '' }
}

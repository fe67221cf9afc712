import { clause } from '../trace/index.ts'
import type { Turn, Visit } from './flowchart.ts'
import { withImpliedGroups } from './identity.ts'
import { allLegacyChecks } from './legacy-checks.ts'
import { type ChainState, receive, refuse, wantedUser } from './request-chain.ts'

// What happens at nodes that several designs have. Words and ways of a node are its design's own.

/** Reads the request line and the headers; goes to `target` where they ask for one. */
export function* receiveTarget(state: ChainState): Visit {
  return receive(state) ?? { take: 'target', because: clause`the headers ask for ${wantedUser(state).username}` }
}

/** Reads the request line and the headers; where they ask for a target, the feature gate says which way to go. */
export function* receiveByGate(state: ChainState): Visit {
  const stop = receive(state)
  if (stop !== undefined) return stop
  const { username } = wantedUser(state)
  return state.input.featureEnabled
    ? { take: 'enabled', because: clause`the headers ask for ${username}, and the feature is on` }
    : { take: 'disabled', because: clause`the headers ask for ${username}, and the feature is off` }
}

/** The verb `impersonate` for the whole target. Where it is not held the request ends, with the first failure met. */
export function* askLegacy(state: ChainState): Visit {
  if (yield* allLegacyChecks(state))
    return { take: 'yes', because: clause`the requestor holds ${'impersonate'} for the whole target` }
  refuse(state)
  return { take: 'no', because: clause`the requestor does not hold ${'impersonate'} for the whole target` }
}

/** The same, where whoever holds it becomes the target at once. */
export function* becomeByLegacy(state: ChainState): Visit {
  const turn = yield* askLegacy(state)
  if (turn.take === 'yes') replaceByLegacy(state)
  return turn
}

/** The target takes the requestor's place as legacy impersonation has it: a node is a user like any other. */
export function* becomeLegacyTarget(state: ChainState): Visit {
  replaceByLegacy(state)
  return seen(state)
}

/** The target has taken the requestor's place. */
export function* passOnAsTarget(state: ChainState): Visit {
  return seen(state)
}

function replaceByLegacy(state: ChainState): void {
  state.impersonated = { user: withImpliedGroups(wantedUser(state), 'nodes-are-users'), constraint: '' }
}

function seen(state: ChainState): Turn {
  return { take: 'next', because: clause`the rest of the chain sees ${wantedUser(state).username}` }
}

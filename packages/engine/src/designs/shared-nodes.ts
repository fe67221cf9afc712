import { clause } from '../trace/index.ts'
import type { PassedNode, Turn, Visit } from './flowchart.ts'
import { withImpliedGroups } from './identity.ts'
import { allLegacyChecks } from './legacy-checks.ts'
import { type ChainState, receive, refuse, wantedUser } from './request-chain.ts'

// Nodes that several designs have, and what happens at those whose words and ways are a design's own.

const RECEIVED = {
  shape: 'step',
  label: ['receive request'],
  about: 'The request line and the Impersonate- headers are read.',
} as const

const NOT_IMPERSONATED = {
  plain: { to: 'R', label: ['no impersonation'] },
  malformed: { to: 'bad', label: ['no user name'] },
  unreadable: { to: 'error', label: ['bad path'] },
} as const

/** The first node of a design without a feature gate. Impersonation goes `to` another. */
export function receiving(to: string): PassedNode<ChainState> {
  return {
    ...RECEIVED,
    ways: { target: { to, label: ['impersonation'] }, ...NOT_IMPERSONATED },
    visit: receiveTarget,
  }
}

/** The first node of a design with a feature gate. */
export function receivingByGate(to: Readonly<Record<'enabled' | 'disabled', string>>): PassedNode<ChainState> {
  return {
    ...RECEIVED,
    ways: {
      enabled: { to: to.enabled, label: ['feature enabled'] },
      disabled: { to: to.disabled, label: ['feature disabled'] },
      ...NOT_IMPERSONATED,
    },
    visit: receiveByGate,
  }
}

/** Legacy impersonation, which leads to `S`. */
export function legacyQuestion(about: string, visit = becomeByLegacy): PassedNode<ChainState> {
  return {
    shape: 'question',
    label: ['legacy ', { code: 'impersonate' }, '?'],
    about,
    ways: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
    visit,
  }
}

/** The target takes the requestor's place, and the request is authorized. */
export function becoming(about: string, visit = passOnAsTarget): PassedNode<ChainState> {
  return { shape: 'step', label: ['become the impersonated user'], about, ways: { next: { to: 'R' } }, visit }
}

/** Reads the request line and the headers; goes to `target` where they ask for one. */
export function* receiveTarget(state: ChainState): Visit {
  return receive(state) ?? { take: 'target', because: clause`the headers ask for ${wantedUser(state).username}` }
}

/** Reads the request line and the headers; where they ask for a target, the feature gate says which way to go. */
function* receiveByGate(state: ChainState): Visit {
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

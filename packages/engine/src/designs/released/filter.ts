import { type ConstrainedMode, RELEASED_GATE } from '../../kube/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import {
  allowedToImpersonate,
  becomeNode,
  type ChainState,
  readHeaders,
  refuse,
  requestAttributes,
  wantedUser,
} from '../chain.ts'
import type { PassedNode } from '../flowchart.ts'
import { actionAttributes, withImpliedGroups } from './identity.ts'
import { identityChecks } from './identity-checks.ts'
import { allLegacyChecks } from './legacy-impersonation.ts'
import type { Attempt, ImpersonationMode } from './memory.ts'
import { askingUser, firstMode } from './modes.ts'

/** The state of a run of the filter. */
export interface FilterState extends ChainState {
  /** The mode that the server remembered for the requestor, and so tries first. */
  triedFirst?: ImpersonationMode
}

type Node = PassedNode<FilterState>

/** For edges and nodes that need memory of earlier requests: a chart shows them only when a request took them. */
const fromMemory = { onlyWhenTaken: true } as const

/** The two questions of each mode, in plain words. */
const PLAIN: Readonly<Record<ConstrainedMode, { readonly action: string; readonly identity: string }>> = {
  'associated-node': { action: 'May it do this as its own node?', identity: 'May it be its own node?' },
  'arbitrary-node': { action: 'May it do this as a node?', identity: 'May it be this node?' },
  serviceaccount: { action: 'May it do this as a service account?', identity: 'May it be this service account?' },
  'user-info': { action: 'May it do this as somebody else?', identity: 'May it be that somebody?' },
}

/**
 * Impersonation as Kubernetes released it, constrained and legacy. These are the nodes from receiving a request to becoming
 * the impersonated user. They lead to the nodes of `chainEnds`, of which `R` authorizes the request.
 */
export const RELEASED_FILTER: Readonly<Record<string, Node>> = {
  A: {
    shape: 'step',
    label: ['receive request'],
    about: 'The request line and the Impersonate- headers are read.',
    edges: {
      enabled: { to: 'B', label: ['feature enabled'] },
      disabled: { to: 'L', label: ['feature disabled'] },
      plain: { to: 'R', label: ['no impersonation'] },
      malformed: { to: 'bad', label: ['no user name'] },
      unreadable: { to: 'error', label: ['bad path'] },
      remembered: { to: 'M', label: ['feature enabled, and a mode is remembered'], ...fromMemory },
    },
    *evaluate(state) {
      const stop = readHeaders(state)
      if (stop !== undefined) return stop
      const { username } = wantedUser(state)
      const { featureEnabled, memory, requestor } = state.input
      if (!featureEnabled)
        return {
          edge: 'disabled',
          because: clause`the headers ask for ${username}, and ${RELEASED_GATE.name} is not on`,
        }
      const mode = memory.modeOf(requestor.username)
      if (mode === undefined)
        return {
          edge: 'enabled',
          because: clause`the headers ask for ${username}, and ${RELEASED_GATE.name} is on`,
        }
      state.triedFirst = mode
      return { edge: 'remembered', because: clause`the server has answered ${requestor.username} before` }
    },
  },
  M: {
    shape: 'question',
    label: ['Which mode worked last?'],
    about:
      'The server remembers, by the requestor’s username, the mode that last worked, and tries it before all others.',
    onlyWhenTaken: true,
    edges: {
      'associated-node': { to: 'A1', label: [{ code: 'associated-node' }], ...fromMemory },
      'arbitrary-node': { to: 'A2', label: [{ code: 'arbitrary-node' }], ...fromMemory },
      serviceaccount: { to: 'A3', label: [{ code: 'serviceaccount' }], ...fromMemory },
      'user-info': { to: 'A4', label: [{ code: 'user-info' }], ...fromMemory },
      legacy: { to: 'L', label: ['legacy'], ...fromMemory },
      other: { to: 'B', label: ['one that does not apply'], ...fromMemory },
    },
    *evaluate(state) {
      const mode = state.triedFirst as ImpersonationMode
      const untried = state.untried.find((one) => one.mode === mode)
      return untried === undefined
        ? { edge: mode, because: clause`${mode} is tried first` }
        : { edge: 'other', because: [...clause`${mode} does not apply: `, ...untried.because] }
    },
  },
  B: {
    shape: 'question',
    label: ['Whom does ', { code: 'Impersonate-User' }, ' name?'],
    about:
      'Modes are tried in order, and one that does not apply makes no check. Only user-info allows headers other than Impersonate-User.',
    edges: {
      'associated-node': { to: 'A1', label: ['the node that it runs on'] },
      'arbitrary-node': { to: 'A2', label: ['another node'] },
      serviceaccount: { to: 'A3', label: ['a service account'] },
      'user-info': { to: 'A4', label: ['any other user'] },
      legacy: { to: 'L', label: ['a node or service account with groups, a UID or extras'] },
      tried: { to: 'L', label: ['its mode was tried first'], ...fromMemory },
      last: { to: 'forbidden', label: ['legacy was tried first'], ...fromMemory },
    },
    *evaluate(state) {
      const { mode, because, instead } = firstMode(wantedUser(state), state.untried)
      if (mode !== state.triedFirst) return { edge: mode, because, instead }
      if (mode === 'associated-node') return { edge: 'arbitrary-node', because }
      if (mode !== 'legacy') return { edge: 'tried', because }
      refuse(state)
      return { edge: 'last', because }
    },
  },
  ...modeNodes('associated-node', { action: 'A1', identity: 'I1', otherwise: 'A2' }),
  ...modeNodes('arbitrary-node', { action: 'A2', identity: 'I2', otherwise: 'L' }),
  ...modeNodes('serviceaccount', { action: 'A3', identity: 'I3', otherwise: 'L' }),
  ...modeNodes('user-info', { action: 'A4', identity: 'I4', otherwise: 'L' }),
  L: {
    shape: 'question',
    label: ['May it be the target, for any request?'],
    term: ['legacy ', { code: 'impersonate' }],
    stage: 'identity',
    mode: 'legacy',
    about:
      'The verb impersonate, for each part of the target: tried last, and with the feature off tried alone. No constraint is recorded.',
    edges: {
      yes: { to: 'S', label: ['yes'] },
      no: { to: 'forbidden', label: ['no'] },
      first: { to: 'B', label: ['no: the other modes'], ...fromMemory },
    },
    *evaluate(state) {
      if (yield* allLegacyChecks(state)) {
        become(state, 'legacy')
        return { edge: 'yes', because: clause`the requestor holds ${'impersonate'} for the whole target` }
      }
      const because = clause`the requestor does not hold ${'impersonate'} for the whole target`
      if (state.triedFirst === 'legacy') return { edge: 'first', because }
      refuse(state)
      return { edge: 'no', because }
    },
  },
  S: becomeNode('The target replaces the requestor, with the groups that the API server adds.'),
}

/** The ids of a mode's two questions, and of the node where the next mode that can apply begins. */
interface ModeNodes {
  readonly action: string
  readonly identity: string
  readonly otherwise: 'A2' | 'L'
}

/** The two questions of a mode: whether the requestor may do the action, and whether it may take the identity. */
function modeNodes(mode: ConstrainedMode, { action, identity, otherwise }: ModeNodes): Readonly<Record<string, Node>> {
  const misses = {
    no: { to: otherwise, label: ['no'] },
    first: { to: 'B', label: ['no: the other modes'], ...fromMemory },
    ...(otherwise === 'L' ? {} : { next: { to: 'L', label: ['no'], ...fromMemory } }),
    last: { to: 'forbidden', label: ['no'], ...fromMemory },
  } as const
  return {
    [action]: {
      shape: 'question',
      label: [PLAIN[mode].action],
      term: [{ code: 'impersonate-on:' }, { code: `${mode}:‹verb›` }],
      stage: 'action',
      mode,
      about: `May the requestor make this very request while impersonating in mode ${mode}? One check, with everything as in the request but the verb.`,
      edges: {
        yes: { to: identity, label: ['yes'] },
        ...misses,
        kept: { to: 'S', label: ['yes, as just now'], ...fromMemory },
      },
      *evaluate(state) {
        const attempt = attemptOf(state, mode)
        const ago = state.input.memory.sinceSuccess('request', attempt)
        if (ago !== undefined) {
          become(state, mode)
          return {
            edge: 'kept',
            because: [`the same request succeeded ${secondsAgo(ago)}, so neither action nor identity is checked`],
          }
        }
        const verb = `impersonate-on:${mode}:${attempt.attributes.verb}`
        return (yield* allowedToImpersonate(state, 'action', actionAttributes(attempt.attributes, verb)))
          ? { edge: 'yes', because: clause`the requestor holds ${verb} here` }
          : missed(state, mode, clause`the requestor does not hold ${verb} here`)
      },
    },
    [identity]: {
      shape: 'question',
      label: [PLAIN[mode].identity],
      term: [{ code: 'impersonate:' }, { code: mode }],
      stage: 'identity',
      mode,
      about: `May the requestor take the target’s identity in mode ${mode}? A check for each part of it.`,
      edges: {
        yes: { to: 'S', label: ['yes'] },
        ...misses,
        kept: { to: 'S', label: ['yes, as just now'], ...fromMemory },
      },
      *evaluate(state) {
        const { memory } = state.input
        const attempt = attemptOf(state, mode)
        const ago = memory.sinceSuccess('identity', attempt)
        if (ago === undefined) {
          const missing = yield* identityChecks(state, mode)
          if (missing !== undefined) return missed(state, mode, missing)
          memory.rememberSuccess('identity', attempt)
        }
        memory.rememberSuccess('request', attempt)
        become(state, mode)
        return ago === undefined
          ? { edge: 'yes', because: clause`the requestor holds ${`impersonate:${mode}`} for the whole target` }
          : {
              edge: 'kept',
              because: [`the requestor took this identity ${secondsAgo(ago)}, so it is not checked again`],
            }
      },
    },
  }
}

function attemptOf(state: FilterState, mode: ConstrainedMode): Attempt {
  const { requestor } = state.input
  const attributes = { ...requestAttributes(state), user: askingUser(mode, requestor) }
  return { mode, target: wantedUser(state), attributes }
}

/** The target becomes the user of the request. The server tries this mode first from now on. */
function become(state: FilterState, mode: ImpersonationMode): void {
  const user = withImpliedGroups(wantedUser(state), mode === 'legacy' ? 'nodes-are-users' : 'node-groups')
  state.impersonated = { user, constraint: mode === 'legacy' ? '' : `impersonate:${mode}` }
  const { featureEnabled, memory, requestor } = state.input
  if (featureEnabled) memory.rememberMode(requestor.username, mode)
}

/** The choice after a mode that failed: the next mode that applies and was not already tried first. */
function missed(
  state: FilterState,
  mode: ConstrainedMode,
  because: RichText,
): { edge: 'no' | 'first' | 'next' | 'last'; because: RichText } {
  if (state.triedFirst === mode) return { edge: 'first', because }
  if (mode === 'associated-node') return { edge: state.triedFirst === 'arbitrary-node' ? 'next' : 'no', because }
  if (state.triedFirst !== 'legacy') return { edge: 'no', because }
  refuse(state)
  return { edge: 'last', because }
}

function secondsAgo(seconds: number): string {
  return seconds === 0 ? 'in this very second' : `${seconds} s ago`
}

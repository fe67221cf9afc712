import { clause, type Label } from '../../trace/index.ts'
import type { Design } from '../design.ts'
import { flowchart, type PassedNode } from '../flowchart.ts'
import { actionAttributes, withImpliedGroups } from '../identity.ts'
import { allLegacyChecks } from '../legacy-checks.ts'
import {
  allowedToImpersonate,
  type ChainState,
  chainEnds,
  receive,
  refuse,
  requestAttributes,
  resultOf,
  wantedUser,
} from '../request-chain.ts'
import type { Attempt, ImpersonationMode } from '../server-memory.ts'
import { passOnAsTarget } from '../shared-visits.ts'
import { CONSTRAINED } from './about.ts'
import { askingAs, identityChecks } from './identity-checks.ts'
import { applies, type ConstrainedMode, firstMode } from './modes.ts'

interface State extends ChainState {
  /** The mode that the server remembered for the requestor, and so tries before all others. */
  triedFirst?: ImpersonationMode
}

type Node = PassedNode<State>

/** Node ids by mode: may the requestor do the action, may it take the identity. */
const IDS: Readonly<Record<ConstrainedMode, { readonly action: string; readonly identity: string }>> = {
  'associated-node': { action: 'A1', identity: 'I1' },
  'arbitrary-node': { action: 'A2', identity: 'I2' },
  serviceaccount: { action: 'A3', identity: 'I3' },
  'user-info': { action: 'A4', identity: 'I4' },
}

/** Ways and nodes of a server that remembers earlier requests: a chart shows them when a request took them. */
const fromMemory = { onlyWhenTaken: true } as const

/** The two questions of a mode; `otherwise` is where the next mode that can apply begins. */
function modeNodes(mode: ConstrainedMode, otherwise: 'A2' | 'L'): Readonly<Record<string, Node>> {
  const ids = IDS[mode]
  const misses = {
    no: { to: otherwise, label: ['no'] },
    first: { to: 'B', label: ['no, so the others'], ...fromMemory },
    ...(otherwise === 'L' ? {} : { next: { to: 'L', label: ['no'], ...fromMemory } }),
    last: { to: 'forbidden', label: ['no'], ...fromMemory },
  } as const
  return {
    [ids.action]: {
      shape: 'question',
      label: [{ code: 'impersonate-on:' }, { code: `${mode}:‹verb›` }, '?'],
      about: `May the requestor make this very request while impersonating in mode ${mode}? One check, with everything as in the request but the verb.`,
      ways: {
        yes: { to: ids.identity, label: ['yes'] },
        ...misses,
        kept: { to: 'S', label: ['yes, as just now'], ...fromMemory },
      },
      *visit(state) {
        const attempt = attemptOf(state, mode)
        const ago = state.input.memory.sinceSuccess('request', attempt)
        if (ago !== undefined) {
          become(state, mode)
          return {
            take: 'kept',
            because: [`the same request succeeded ${secondsAgo(ago)}, so neither action nor identity is checked`],
          }
        }
        const verb = `impersonate-on:${mode}:${attempt.attributes.verb}`
        return (yield* allowedToImpersonate(state, 'action', actionAttributes(attempt.attributes, verb)))
          ? { take: 'yes', because: clause`the requestor holds ${verb} here` }
          : missed(state, mode, clause`the requestor does not hold ${verb} here`)
      },
    },
    [ids.identity]: {
      shape: 'question',
      label: [{ code: 'impersonate:' }, { code: mode }, '?'],
      about: `May the requestor take the target’s identity in mode ${mode}? A check for each part of it.`,
      ways: {
        yes: { to: 'S', label: ['yes'] },
        ...misses,
        kept: { to: 'S', label: ['yes, as just now'], ...fromMemory },
      },
      *visit(state) {
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
          ? { take: 'yes', because: clause`the requestor holds ${`impersonate:${mode}`} for the whole target` }
          : {
              take: 'kept',
              because: [`the requestor took this identity ${secondsAgo(ago)}, so it is not checked again`],
            }
      },
    },
  }
}

function attemptOf(state: State, mode: ConstrainedMode): Attempt {
  const user = askingAs(mode, state.input.requestor)
  return { mode, target: wantedUser(state), attributes: { ...requestAttributes(state), user } }
}

/** The target becomes the user of the request, and the mode is the one that is tried first from now on. */
function become(state: State, mode: ImpersonationMode): void {
  const user = withImpliedGroups(wantedUser(state), mode === 'legacy' ? 'nodes-are-users' : 'node-groups')
  state.impersonated = { user, constraint: mode === 'legacy' ? '' : `impersonate:${mode}` }
  const { featureEnabled, memory, requestor } = state.input
  if (featureEnabled) memory.rememberMode(requestor.username, mode)
}

/** Where a mode that does not succeed leads: to the next that applies and was not tried first already. */
function missed(
  state: State,
  mode: ConstrainedMode,
  because: Label,
): { take: 'no' | 'first' | 'next' | 'last'; because: Label } {
  if (state.triedFirst === mode) return { take: 'first', because }
  if (mode === 'associated-node') return { take: state.triedFirst === 'arbitrary-node' ? 'next' : 'no', because }
  if (state.triedFirst !== 'legacy') return { take: 'no', because }
  refuse(state)
  return { take: 'last', because }
}

function secondsAgo(seconds: number): string {
  return seconds === 0 ? 'in this very second' : `${seconds} s ago`
}

const { graph, run } = flowchart<State>({
  A: {
    shape: 'step',
    label: ['receive request'],
    about: 'The request line and the Impersonate- headers are read.',
    ways: {
      enabled: { to: 'B', label: ['feature enabled'] },
      disabled: { to: 'L', label: ['feature disabled'] },
      plain: { to: 'R', label: ['no impersonation'] },
      malformed: { to: 'bad', label: ['no user name'] },
      unreadable: { to: 'error', label: ['bad path'] },
      remembered: { to: 'M', label: ['feature enabled, and a mode is remembered'], ...fromMemory },
    },
    *visit(state) {
      const stop = receive(state)
      if (stop !== undefined) return stop
      const { username } = wantedUser(state)
      const { featureEnabled, memory, requestor } = state.input
      if (!featureEnabled)
        return {
          take: 'disabled',
          because: clause`the headers ask for ${username}, and ${CONSTRAINED.gate?.name ?? ''} is off`,
        }
      const mode = memory.modeOf(requestor.username)
      if (mode === undefined)
        return {
          take: 'enabled',
          because: clause`the headers ask for ${username}, and ${CONSTRAINED.gate?.name ?? ''} is on`,
        }
      state.triedFirst = mode
      return { take: 'remembered', because: clause`the server has answered ${requestor.username} before` }
    },
  },
  M: {
    shape: 'question',
    label: ['Which mode worked last?'],
    about:
      'The server remembers, by the requestor’s username, the mode that last worked, and tries it before all others.',
    onlyWhenTaken: true,
    ways: {
      'associated-node': { to: 'A1', label: [{ code: 'associated-node' }], ...fromMemory },
      'arbitrary-node': { to: 'A2', label: [{ code: 'arbitrary-node' }], ...fromMemory },
      serviceaccount: { to: 'A3', label: [{ code: 'serviceaccount' }], ...fromMemory },
      'user-info': { to: 'A4', label: [{ code: 'user-info' }], ...fromMemory },
      legacy: { to: 'L', label: ['legacy'], ...fromMemory },
      other: { to: 'B', label: ['one that does not apply'], ...fromMemory },
    },
    *visit(state) {
      const mode = state.triedFirst as ImpersonationMode
      return applies(mode, wantedUser(state), state.input.requestor)
        ? { take: mode, because: clause`${mode} is tried first` }
        : { take: 'other', because: clause`${mode} does not apply to this target` }
    },
  },
  B: {
    shape: 'question',
    label: ['Whom does ', { code: 'Impersonate-User' }, ' name?'],
    about:
      'Modes are tried in order, and one that does not apply makes no check. Only user-info allows other headers beside Impersonate-User.',
    ways: {
      'associated-node': { to: 'A1', label: ['the node the requestor runs on'] },
      'arbitrary-node': { to: 'A2', label: ['another node'] },
      serviceaccount: { to: 'A3', label: ['a service account'] },
      'user-info': { to: 'A4', label: ['anyone else'] },
      legacy: { to: 'L', label: ['a node or service account, and more is set'] },
      tried: { to: 'L', label: ['its mode was tried first'], ...fromMemory },
      last: { to: 'forbidden', label: ['legacy was tried first'], ...fromMemory },
    },
    *visit(state) {
      const { mode, because } = firstMode(wantedUser(state), state.input.requestor)
      if (mode !== state.triedFirst) return { take: mode, because }
      if (mode === 'associated-node') return { take: 'arbitrary-node', because }
      if (mode !== 'legacy') return { take: 'tried', because }
      refuse(state)
      return { take: 'last', because }
    },
  },
  ...modeNodes('associated-node', 'A2'),
  ...modeNodes('arbitrary-node', 'L'),
  ...modeNodes('serviceaccount', 'L'),
  ...modeNodes('user-info', 'L'),
  L: {
    shape: 'question',
    label: ['legacy ', { code: 'impersonate' }, '?'],
    about:
      'The verb impersonate, for each part of the target: the last resort, and with the feature off the only one. No constraint is recorded.',
    ways: {
      yes: { to: 'S', label: ['yes'] },
      no: { to: 'forbidden', label: ['no'] },
      first: { to: 'B', label: ['no, so the others'], ...fromMemory },
    },
    *visit(state) {
      if (yield* allLegacyChecks(state)) {
        become(state, 'legacy')
        return { take: 'yes', because: clause`the requestor holds ${'impersonate'} for the whole target` }
      }
      const because = clause`the requestor does not hold ${'impersonate'} for the whole target`
      if (state.triedFirst === 'legacy') return { take: 'first', because }
      refuse(state)
      return { take: 'no', because }
    },
  },
  S: {
    shape: 'step',
    label: ['become the impersonated user'],
    about: 'The target replaces the requestor, with the groups that the API server adds.',
    ways: { next: { to: 'R' } },
    visit: passOnAsTarget,
  },
  ...chainEnds(),
})

const FILTER = 'https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/endpoints/filters/impersonation'

/** Constrained impersonation as released: alpha in 1.35, beta in 1.36. */
export const constrained: Design = {
  ...CONSTRAINED,
  sources: [
    {
      document: 'Kubernetes documentation',
      section: 'Constrained Impersonation',
      url: 'https://kubernetes.io/docs/reference/access-authn-authz/constrained-impersonation/',
    },
    {
      document: 'kubernetes/apiserver',
      section: 'pkg/endpoints/filters/impersonation/mode.go',
      url: `${FILTER}/mode.go`,
    },
    { document: 'KEP-5284', section: 'Constrained Impersonation', url: 'https://kep.k8s.io/5284' },
  ],
  statement: {
    checks:
      'Modes in turn, each that applies: impersonate-on:<mode>:<verb> on the request, then the identity. After them the impersonate checks of legacy. The mode that last worked is tried first, and successes count for ten seconds.',
    identity:
      'impersonate:<mode> in authentication.k8s.io: nodes, serviceaccounts in their namespace, or users, uids, groups and userextras, one by one; from four groups or extras on, first one check for all of them.',
    headers:
      'Nodes and service accounts take Impersonate-User alone; with more, only legacy is left. Extra keys must be domain-prefixed.',
    fallback: 'Legacy comes last, for every target.',
    error: 'The first failure over all modes.',
    groups:
      'system:nodes for nodes; system:serviceaccounts and that of the namespace for service accounts; system:authenticated for all but anonymous.',
    audit:
      'impersonatedUser, and the identity verb as impersonationConstraint in authenticationMetadata; none for legacy.',
  },
  assumptions: [
    {
      id: 'malformed-names',
      text: 'The docs say that user-info applies to names that do not start with system:serviceaccount: or system:node:.',
      options: [
        { id: 'users', taken: 'Malformed names with these prefixes count as ordinary users, as the code has it.' },
      ],
    },
  ],
  auditConstraint: 'authenticationMetadata',
  graph,
  *run(input) {
    const state: State = { input }
    return resultOf(state, yield* run(state))
  },
}

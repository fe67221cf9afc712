import { clause } from '../../trace/index.ts'
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
import { askingAs, identityChecks } from './identity-checks.ts'
import { firstMode, type Mode } from './modes.ts'

type Node = PassedNode<ChainState>

const GATE = 'ConstrainedImpersonation'

/** Node ids by mode: may the requestor do the action, may it take the identity. */
const IDS: Readonly<Record<Mode, { readonly action: string; readonly identity: string }>> = {
  'associated-node': { action: 'A1', identity: 'I1' },
  'arbitrary-node': { action: 'A2', identity: 'I2' },
  serviceaccount: { action: 'A3', identity: 'I3' },
  'user-info': { action: 'A4', identity: 'I4' },
}

/** The two questions of a mode; `otherwise` is where the next mode that can apply begins. */
function modeNodes(mode: Mode, otherwise: string): Readonly<Record<string, Node>> {
  const ids = IDS[mode]
  return {
    [ids.action]: {
      shape: 'question',
      label: [{ code: 'impersonate-on:' }, { code: `${mode}:‹verb›` }, '?'],
      about: `May the requestor make this very request while impersonating in mode ${mode}? One check, with everything as in the request but the verb.`,
      ways: { yes: { to: ids.identity, label: ['yes'] }, no: { to: otherwise, label: ['no'] } },
      *visit(state) {
        const request = { ...requestAttributes(state), user: askingAs(mode, state.input.requestor) }
        const verb = `impersonate-on:${mode}:${request.verb}`
        return (yield* allowedToImpersonate(state, 'action', actionAttributes(request, verb)))
          ? { take: 'yes', because: clause`the requestor holds ${verb} here` }
          : { take: 'no', because: clause`the requestor does not hold ${verb} here` }
      },
      asks: true,
    },
    [ids.identity]: {
      shape: 'question',
      label: [{ code: 'impersonate:' }, { code: mode }, '?'],
      about: `May the requestor take the target’s identity in mode ${mode}? A check for each part of it.`,
      ways: { yes: { to: 'S', label: ['yes'] }, no: { to: otherwise, label: ['no'] } },
      *visit(state) {
        const verb = `impersonate:${mode}`
        const missing = yield* identityChecks(state, mode)
        if (missing !== undefined) return { take: 'no', because: missing }
        state.impersonated = { user: withImpliedGroups(wantedUser(state), 'node-groups'), constraint: verb }
        return { take: 'yes', because: clause`the requestor holds ${verb} for the whole target` }
      },
      asks: true,
    },
  }
}

const { graph, run } = flowchart<ChainState>({
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
    },
    *visit(state) {
      const stop = receive(state)
      if (stop !== undefined) return stop
      const { username } = wantedUser(state)
      return state.input.featureEnabled
        ? { take: 'enabled', because: clause`the headers ask for ${username}, and ${GATE} is on` }
        : { take: 'disabled', because: clause`the headers ask for ${username}, and ${GATE} is off` }
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
    },
    *visit(state) {
      const { mode, because } = firstMode(wantedUser(state), state.input.requestor)
      return { take: mode, because }
    },
  },
  ...modeNodes('associated-node', IDS['arbitrary-node'].action),
  ...modeNodes('arbitrary-node', 'L'),
  ...modeNodes('serviceaccount', 'L'),
  ...modeNodes('user-info', 'L'),
  L: {
    shape: 'question',
    label: ['legacy ', { code: 'impersonate' }, '?'],
    about:
      'The verb impersonate, for each part of the target: the last resort, and with the feature off the only one. No constraint is recorded.',
    ways: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
    *visit(state) {
      if (yield* allLegacyChecks(state)) {
        state.impersonated = { user: withImpliedGroups(wantedUser(state), 'nodes-are-users'), constraint: '' }
        return { take: 'yes', because: clause`the requestor holds ${'impersonate'} for the whole target` }
      }
      refuse(state)
      return { take: 'no', because: clause`the requestor does not hold ${'impersonate'} for the whole target` }
    },
    asks: true,
  },
  S: {
    shape: 'step',
    label: ['become the impersonated user'],
    about: 'The target replaces the requestor, with the groups that the API server adds.',
    ways: { next: { to: 'R' } },
    *visit(state) {
      return { take: 'next', because: clause`the rest of the chain sees ${wantedUser(state).username}` }
    },
  },
  ...chainEnds(),
})

const FILTER = 'https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/endpoints/filters/impersonation'

/** Constrained impersonation as released: alpha in 1.35, beta in 1.36. */
export const constrained: Design = {
  id: 'constrained',
  title: 'Constrained impersonation, as released',
  summary:
    'Each mode asks for the action first, then for the identity; the first mode that succeeds wins, and legacy comes last.',
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
  readings: [
    {
      text: 'The docs say that user-info applies to names that do not start with system:serviceaccount: or system:node:.',
      taken: 'Malformed names with these prefixes count as ordinary users, as the code has it.',
    },
  ],
  gate: {
    name: GATE,
    defaults: { '1.33': 'absent', '1.34': 'absent', '1.35': 'off', '1.36': 'on', '1.37': 'on' },
  },
  auditConstraint: 'authenticationMetadata',
  graph,
  *run(input) {
    const state: ChainState = { input }
    return resultOf(state, yield* run(state))
  },
}

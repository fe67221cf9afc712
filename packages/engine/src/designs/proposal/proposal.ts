import { type Attributes, NODE_NAME_KEY } from '../../kube/index.ts'
import { clause, type Label } from '../../trace/index.ts'
import type { Design } from '../design.ts'
import { flowchart, type PassedNode, type Visit, type Way } from '../flowchart.ts'
import {
  actionAttributes,
  type IdentityQuestion,
  identityAttributes,
  onlyUsername,
  withImpliedGroups,
} from '../identity.ts'
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
import { PROPOSAL } from './about.ts'
import { accountNamed, nodeNamed, userInfoQuestions } from './target.ts'

interface State extends ChainState {
  /** The identity verb that was granted on the way to the shared action check. */
  granted?: string
}

type Node = PassedNode<State>

/** The group of the text's own reviews, or that of one of its stories. */
function identityGroup({ input }: State): string {
  return input.assumptions['identity-group'] === 'authentication' ? 'authentication.k8s.io' : 'authentications.k8s.io'
}

const apart = { notInText: true } as const

function identity(
  state: State,
  verb: string,
  question: Pick<IdentityQuestion, 'resource' | 'subresource' | 'namespace' | 'name'>,
): Attributes {
  return identityAttributes(state.input.requestor, {
    verb,
    apiGroup: identityGroup(state),
    apiVersion: '',
    ...question,
  })
}

function* nodeCheck(state: State, verb: string, name: string): Visit {
  const target = wantedUser(state)
  if (!onlyUsername(target) || nodeNamed(target) === '') return unsayable(state, verb, { resource: 'nodes', name })
  if (!(yield* allowedToImpersonate(state, 'username', identity(state, verb, { resource: 'nodes', name }))))
    return denied(verb)
  return grantedWith(state, verb)
}

function grantedWith(state: State, verb: string): { take: 'yes'; because: Label } {
  state.granted = verb
  return { take: 'yes', because: clause`the requestor holds ${verb}` }
}

function denied(verb: string): { take: 'no'; because: Label } {
  return { take: 'no', because: clause`the requestor does not hold ${verb}` }
}

/** A target that the verb cannot speak of: no check is made, and the chart's "no" is taken. */
function unsayable(
  state: State,
  verb: string,
  question: Pick<IdentityQuestion, 'resource' | 'namespace' | 'name'>,
): { take: 'no'; because: Label } {
  const reason = onlyUsername(wantedUser(state))
    ? `${wantedUser(state).username} is not well-formed`
    : `${verb} covers nothing but Impersonate-User`
  state.firstFailure ??= { attributes: identity(state, verb, question), reason }
  return { take: 'no', because: [reason] }
}

const yesNo = (yes: string, no: string): Readonly<Record<'yes' | 'no', Way>> => ({
  yes: { to: yes, label: ['yes'] },
  no: { to: no, label: ['no'] },
})

const B: Node = {
  shape: 'question',
  label: ['Identify the target user via impersonation header'],
  about: 'The prefix of Impersonate-User says what kind of target it is.',
  ways: {
    node: { to: 'C', label: [{ code: 'Impersonate-User' }, ' has the prefix of ', { code: 'system:node' }] },
    serviceaccount: {
      to: 'I',
      label: [{ code: 'Impersonate-User' }, ' has the prefix of ', { code: 'system:serviceaccount' }],
    },
    user: { to: 'J' },
  },
  *visit(state) {
    const { username } = wantedUser(state)
    if (username.startsWith('system:node:')) return { take: 'node', because: clause`${username} names a node` }
    if (username.startsWith('system:serviceaccount:'))
      return { take: 'serviceaccount', because: clause`${username} names a service account` }
    return { take: 'user', because: clause`${username} is neither a node nor a service account` }
  },
}

const C: Node = {
  shape: 'question',
  label: ['The requester is on the same node'],
  about: 'The requestor’s extra authentication.kubernetes.io/node-name has one value, the node that is asked for.',
  ways: yesNo('D', 'E'),
  *visit(state) {
    const values = state.input.requestor.extra.get(NODE_NAME_KEY) ?? []
    return values.length === 1 && values[0] === nodeNamed(wantedUser(state))
      ? { take: 'yes', because: clause`the requestor’s extra names ${nodeNamed(wantedUser(state))}` }
      : {
          take: 'no',
          because:
            values.length === 0
              ? ['the requestor’s extra names no node']
              : clause`the requestor’s extra names ${values.join(', ')}`,
        }
  },
}

const D: Node = {
  shape: 'question',
  label: ['Requester is authorized with ', { code: 'impersonate:scheduled-node' }],
  about: 'One check on nodes, without a name: it holds for whichever node the requestor is on.',
  ways: yesNo('F', 'E'),
  visit: (state) => nodeCheck(state, 'impersonate:scheduled-node', ''),
}

const E: Node = {
  shape: 'question',
  label: ['Requester is authorized with ', { code: 'impersonate:node' }],
  about: 'One check on nodes, with the node’s name.',
  ways: yesNo('F', 'H'),
  visit: (state) =>
    nodeCheck(
      state,
      state.input.assumptions['node-verb'] === 'nodes' ? 'impersonate:nodes' : 'impersonate:node',
      nodeNamed(wantedUser(state)),
    ),
}

const I: Node = {
  shape: 'question',
  label: ['Requester is authorized with ', { code: 'impersonate:serviceaccount' }],
  about: 'One check on serviceaccounts, in the account’s namespace.',
  ways: yesNo('F', 'H'),
  *visit(state) {
    const verb = 'impersonate:serviceaccount'
    const target = wantedUser(state)
    const account = accountNamed(target)
    if (account === undefined || !onlyUsername(target)) {
      return unsayable(state, verb, { resource: 'serviceaccounts', name: '', ...account })
    }
    const question = identity(state, verb, { resource: 'serviceaccounts', ...account })
    return (yield* allowedToImpersonate(state, 'username', question)) ? grantedWith(state, verb) : denied(verb)
  },
}

const J: Node = {
  shape: 'question',
  label: ['Requester is authorized with ', { code: 'impersonate:user-info' }],
  about: 'A check for each header, in the order of the text: user, groups, uid, extras.',
  ways: yesNo('F', 'H'),
  *visit(state) {
    const verb = 'impersonate:user-info'
    for (const { purpose, question } of userInfoQuestions(wantedUser(state))) {
      if (!(yield* allowedToImpersonate(state, purpose, identity(state, verb, question)))) return denied(verb)
    }
    return grantedWith(state, verb)
  },
}

const F: Node = {
  shape: 'question',
  label: ['Requester is authorized to impersonate the target action'],
  about: 'One check with the verb impersonate-on:<verb>, shared by all kinds of target; the rest is as in the request.',
  ways: yesNo('G', 'H'),
  *visit(state) {
    const request = requestAttributes(state)
    const verb = `impersonate-on:${request.verb}`
    if (!(yield* allowedToImpersonate(state, 'action', actionAttributes(request, verb)))) return denied(verb)
    state.impersonated = { user: withImpliedGroups(wantedUser(state), 'node-groups'), constraint: state.granted ?? '' }
    return { take: 'yes', because: clause`the requestor holds ${verb} here` }
  },
}

const H: Node = {
  shape: 'question',
  label: ['Requester has the legacy ', { code: 'impersonate' }, ' permission'],
  about: 'The verb impersonate, for each part of the target.',
  ways: { yes: { to: 'G', label: ['yes'] }, no: { to: 'forbidden', label: ['no'], ...apart } },
  *visit(state) {
    if (yield* allLegacyChecks(state)) {
      state.impersonated = { user: withImpliedGroups(wantedUser(state), 'nodes-are-users'), constraint: '' }
      return { take: 'yes', because: clause`the requestor holds ${'impersonate'} for the whole target` }
    }
    refuse(state)
    return { take: 'no', because: clause`the requestor does not hold ${'impersonate'} for the whole target` }
  },
}

const { graph, run } = flowchart<State>({
  A: {
    shape: 'step',
    label: ['receive request'],
    about: 'The request line and the Impersonate- headers are read.',
    ways: {
      enabled: { to: 'B', label: ['feature enabled'] },
      disabled: { to: 'H', label: ['feature disable'] },
      plain: { to: 'R', label: ['no impersonation'], ...apart },
      malformed: { to: 'bad', label: ['no user name'], ...apart },
      unreadable: { to: 'error', label: ['bad path'], ...apart },
    },
    *visit(state) {
      const stop = receive(state)
      if (stop !== undefined) return stop
      const { username } = wantedUser(state)
      return state.input.featureEnabled
        ? { take: 'enabled', because: clause`the headers ask for ${username}, and the feature is on` }
        : { take: 'disabled', because: clause`the headers ask for ${username}, and the feature is off` }
    },
  },
  B,
  C,
  D,
  E,
  F,
  G: {
    shape: 'step',
    label: ['Allow'],
    about: 'The impersonation is allowed. The request itself still has to be authorized as the impersonated user.',
    ways: { next: { to: 'R', ...apart } },
    *visit(state) {
      return { take: 'next', because: clause`the rest of the chain sees ${wantedUser(state).username}` }
    },
  },
  H,
  I,
  J,
  ...chainEnds(apart),
})

/** Constrained impersonation on the flowchart that KEP-5284 prints. */
export const proposal: Design = {
  ...PROPOSAL,
  sources: [
    {
      document: 'KEP-5284',
      section: 'workflow when the feature is enabled',
      url: 'https://github.com/kubernetes/enhancements/tree/master/keps/sig-auth/5284-constrained-impersonation#workflow-when-the-feature-is-enabled',
    },
  ],
  statement: {
    checks: 'The identity first, by kind of target; then impersonate-on:<verb> on the request; then legacy.',
    identity:
      'In authentications.k8s.io: impersonate:scheduled-node on nodes without a name, impersonate:node with it, impersonate:serviceaccount, or impersonate:user-info for each header.',
    headers: 'Nodes and service accounts take Impersonate-User alone.',
    fallback: 'Legacy comes last, for every target.',
    error: 'The first failure.',
    groups: 'Those that the released API server adds.',
    audit: 'The identity verb as impersonationConstraint inside impersonatedUser; none for legacy.',
  },
  assumptions: [
    {
      id: 'identity-group',
      text: 'The reviews say authentications.k8s.io; the rules of Story 1 say authentication.k8s.io.',
      options: [
        {
          id: 'authentications',
          taken: 'Identity checks ask in authentications.k8s.io, so Story 1’s rules do not match as printed.',
          inShort: 'authentications.k8s.io',
        },
        {
          id: 'authentication',
          taken: 'Identity checks ask in authentication.k8s.io, as Story 1’s rules have it, and the released server.',
          inShort: 'authentication.k8s.io',
        },
      ],
    },
    {
      id: 'node-verb',
      text: 'One review says impersonate:nodes; the prose and the chart say impersonate:node.',
      options: [
        { id: 'node', taken: 'The verb is impersonate:node.', inShort: 'impersonate:node' },
        { id: 'nodes', taken: 'The verb is impersonate:nodes.', inShort: 'impersonate:nodes' },
      ],
    },
    {
      id: 'other-headers',
      text: 'user-info must not be used for nodes and service accounts; the text is silent on other headers beside these.',
      options: [
        {
          id: 'refused',
          taken: 'With a group, uid or extra header the node and service account checks answer no without being asked.',
        },
      ],
    },
    {
      id: 'user-info-order',
      text: 'The text gives no order for the checks of user-info.',
      options: [{ id: 'sections', taken: 'They come in the order of its sections: user, groups, uid, extras.' }],
    },
    {
      id: 'error',
      text: 'The text does not say which error the client sees.',
      options: [{ id: 'first', taken: 'The first failure, as in the released API server.' }],
    },
    {
      id: 'groups',
      text: 'The text does not say which groups an impersonated node or service account has.',
      options: [{ id: 'released', taken: 'The ones that the released API server adds.' }],
    },
  ],
  auditConstraint: 'impersonatedUser',
  graph,
  *run(input) {
    const state: State = { input }
    return resultOf(state, yield* run(state))
  },
}

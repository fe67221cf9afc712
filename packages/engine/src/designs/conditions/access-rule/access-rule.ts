import type { Attributes } from '../../../kube/index.ts'
import { clause, evaluateConditions, type Purpose } from '../../../trace/index.ts'
import {
  allowedToImpersonate,
  assumedHeader,
  becomeNode,
  type ChainState,
  chainEnds,
  receiveNode,
  refuse,
  requestAttributes,
  wantedUser,
} from '../../chain.ts'
import { ACCESS_RULE_DESIGN, ACCESS_RULE_HEADER } from '../../descriptions.ts'
import { design } from '../../design.ts'
import { mergedKEP, reviewThread } from '../../document-sources.ts'
import type { Evaluation, Nodes, PassedNode } from '../../flowchart.ts'
import { identityAttributes, withImpliedGroups } from '../../released/identity.ts'
import { LEGACY_ORDER, legacyAttributes, legacyNode } from '../../released/legacy-impersonation.ts'
import { LEGACY_WORDS } from '../../words.ts'
import { factsOf } from '../target.ts'

interface RelyingState extends ChainState {
  /** The access rule that the client declares. */
  accessRule?: string
}

type Node = PassedNode<RelyingState>

const declared: Node = {
  shape: 'question',
  label: ['Does the client declare an access rule?'],
  about: 'The name of a ClusterAccessRule, in a header that no API server knows.',
  edges: { yes: { to: 'M', label: ['yes'] }, no: { to: 'H', label: ['no'] } },
  *evaluate(state) {
    state.accessRule = assumedHeader(state, ACCESS_RULE_HEADER)
    return state.accessRule === ''
      ? { edge: 'no', because: clause`${ACCESS_RULE_HEADER} is not set` }
      : { edge: 'yes', because: clause`the client relies on ${state.accessRule}` }
  },
}

const granted: Node = {
  shape: 'question',
  label: ['May it rely on this rule?'],
  term: [{ code: 'impersonate clusteraccessrules' }],
  stage: 'permission',
  about: 'One check on clusteraccessrules with the rule’s name: an RBAC rule’s resourceNames limit which.',
  edges: {
    action: { to: 'E', label: ['yes, as printed'] },
    identity: { to: 'I', label: ['yes, as commented'] },
    no: { to: 'forbidden', label: ['no'] },
  },
  *evaluate(state) {
    const name = state.accessRule ?? ''
    const attributes = identityAttributes(state.input.requestor, {
      verb: 'impersonate',
      apiGroup: 'authorization.k8s.io',
      apiVersion: 'v1alpha0',
      resource: 'clusteraccessrules',
      name,
    })
    if (yield* allowedToImpersonate(state, 'permission', attributes)) {
      const because = clause`the requestor may impersonate by ${name}`
      return state.input.assumptions.review === 'identity'
        ? {
            edge: 'identity',
            because,
            instead: { action: ['the text is read as the reviews of legacy, with the rule'] },
          }
        : { edge: 'action', because, instead: { identity: ['the text is read as one review of the request'] } }
    }
    refuse(state)
    return { edge: 'no', because: clause`the requestor may not impersonate by ${name}` }
  },
}

type Review = readonly [Exclude<Purpose, 'request'>, Attributes]

/** Makes reviews that name the declared rule. The entries of the rule must allow each of them. */
function* askRule(state: RelyingState, reviews: readonly Review[]): Evaluation {
  const { accessRule = '' } = state
  for (const [purpose, attributes] of reviews) {
    if (yield* allowedToImpersonate(state, purpose, { ...attributes, accessRule })) continue
    refuse(state)
    return { edge: 'no', because: clause`the entries of ${accessRule} do not allow it` }
  }
  const user = withImpliedGroups(wantedUser(state), 'nodes-are-users')
  state.impersonated = { user, constraint: `clusteraccessrules/${accessRule}` }
  return { edge: 'yes', because: clause`the entries of ${accessRule} allow it` }
}

const yesOrNo = { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } } as const

const nodes: Nodes<RelyingState> = {
  A: receiveNode('N'),
  N: declared,
  M: granted,
  E: {
    shape: 'question',
    label: ['May it do this as somebody else?'],
    term: [{ code: '‹verb›' }, ', relying on the rule: as printed'],
    stage: 'action',
    about: 'One check: the request itself, for the requestor, relying on the rule. Its conditions see the target too.',
    edges: yesOrNo,
    evaluate: (state) => askRule(state, [['action', requestAttributes(state)]]),
  },
  I: {
    shape: 'question',
    label: ['May it be the target?'],
    term: [{ code: 'impersonate' }, ', relying on the rule: as commented'],
    stage: 'identity',
    about: 'The checks of legacy impersonation, each relying on the rule. Its conditions see the request too.',
    edges: yesOrNo,
    evaluate: (state) =>
      askRule(
        state,
        LEGACY_ORDER.flatMap((part) => legacyAttributes(state, part).map((asked) => [part, asked] as const)),
      ),
  },
  H: legacyNode('Without a declared rule: the verb impersonate, for each part of the target.'),
  S: becomeNode('The target replaces the requestor.'),
  ...chainEnds(),
}

/**
 * Access rules that reviews refer to. RBAC decides on which rules the requestor may rely; the entries of a rule decide what
 * it may do by it.
 */
export const accessRule = design<RelyingState>({
  about: ACCESS_RULE_DESIGN,
  sources: [
    mergedKEP(
      'Expand RBAC/SAR',
      'Introduce additional API to define more fine-grained access control rule, and ref the rule in SAR.',
    ),
    reviewThread(
      'on the alternatives, May 2025',
      'Clients would explicitly declare which access rule they intend to rely on.',
    ),
  ],
  statement: {
    checks:
      'With a declared rule: impersonate on the rule, which RBAC answers, then the request for the requestor relying on that rule, which its entries answer; then the request for the target. Without one: legacy.',
    identity:
      'No check of its own: the entries of the rule see the whole target. Where they do not mention it, anybody may be impersonated.',
    headers:
      'All of them, in any combination, and Impersonate-Access-Rule. That header alone asks for no impersonation.',
    fallback: 'Legacy, for requests that declare no rule. Requests that declare one do not fall back.',
    error: 'The check that failed: each ends it. A rule that denies says so in the words of its entry.',
    groups: 'As in legacy: those of service accounts when no group is asked for, and system:authenticated.',
    audit: 'impersonatedUser, with the rule’s name as impersonationConstraint; none for legacy.',
  },
  assumptions: [
    {
      id: 'declaration',
      text: 'The comment has clients declare the rule, and does not say how. No header exists for it.',
      options: [
        {
          id: 'header',
          reading:
            'They name it in Impersonate-Access-Rule. Of several values the first counts; an empty value declares no rule.',
          inShort: 'Impersonate-Access-Rule',
        },
      ],
    },
    {
      id: 'review',
      text: 'The review that is printed has the verb and resource of the request, but the comment mentions impersonate.',
      options: [
        {
          id: 'action',
          reading: 'As printed: the review with the rule is about the request, and asked once.',
        },
        {
          id: 'identity',
          reading: 'The impersonate reviews of legacy carry the rule, one for each part of the target.',
        },
      ],
    },
    {
      id: 'grant',
      text: 'RBAC allows impersonate only with a rule’s name, “similar, or identical to” resourceNames.',
      options: [
        {
          id: 'resource-names',
          reading:
            'Identical: rules with the verb impersonate on clusteraccessrules, with resourceNames or for all of them.',
        },
      ],
    },
    {
      id: 'one-review',
      text: 'One review is printed, but both RBAC and the rule decide.',
      options: [
        {
          id: 'two',
          reading:
            'Two are made: RBAC answers whether the requestor may rely on the rule, and the rule answers the other.',
        },
      ],
    },
    {
      id: 'target',
      text: 'The printed review does not say who is impersonated, and the rule’s entries need to know it.',
      options: [
        {
          id: 'conditions',
          reading: 'The entries may use impersonatedUser and impersonatedRequest, which the API server knows.',
        },
      ],
    },
    {
      id: 'rules',
      text: 'The KEP says that there is an API for rules, and a later comment sketches one.',
      options: [
        { id: 'sketch', reading: 'Rules are written as in that comment. Their names must be declared to count.' },
      ],
    },
    {
      id: 'others',
      text: 'The KEP and the comment say nothing about authorizers that do not know the field accessRule.',
      options: [
        {
          id: 'no-opinion',
          reading: 'They have no opinion. One that ignored the field would answer for the requestor’s own permission.',
        },
      ],
    },
    {
      id: 'audit',
      text: 'The audit event is not mentioned.',
      options: [
        {
          id: 'rule',
          reading: 'It names the rule, where the released API server puts the impersonationConstraint.',
        },
      ],
    },
  ],
  words: () => [
    { verb: /^impersonate$/, apiGroup: /^authorization\.k8s\.io$/, resource: 'clusteraccessrules' },
    ...LEGACY_WORDS,
  ],
  auditConstraint: 'authenticationMetadata',
  evaluateConditions,
  begin: (input) => ({ facts: factsOf(input) }),
  nodes,
})

import { type Answer, type Attributes, AUTHENTICATION_GROUP, nodeOf } from '../../../kube/index.ts'
import { clause, evaluateConditions, type Question } from '../../../trace/index.ts'
import { type ChainState, chainEnds, failureReason, receiveNode, refuse, wantedUser } from '../../chain.ts'
import { CONDITION_SETS } from '../../descriptions.ts'
import { type Assumption, design } from '../../design.ts'
import { kep5681 } from '../../document-sources.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { identityAttributes } from '../../released/identity.ts'
import { LEGACY_ORDER, type LegacyPart, legacyAttributes } from '../../released/legacy-impersonation.ts'
import { legacyWords } from '../../words.ts'
import { becomeTarget, factsOf, SEEN_GROUPS } from '../target.ts'

interface ConditionSetsState extends ChainState {
  /** How many reviews were answered with conditions that now allow. */
  held: number
  /** How many further reviews had conditions evaluated. */
  evaluations: number
}

type Node = PassedNode<ConditionSetsState>

const CONDITIONAL_WAY = { to: 'E', label: ['only if …'] } as const

/** The reviews of one part of the target: today’s, but for a node’s name. */
function reviewsOf(state: ConditionSetsState, part: LegacyPart): readonly Attributes[] {
  const { assumptions, requestor } = state.input
  const node =
    part === 'username' && assumptions['node-review'] === 'nodes' ? nodeOf(wantedUser(state).username) : undefined
  if (node === undefined) return legacyAttributes(state, part)
  const nodes = { apiGroup: AUTHENTICATION_GROUP, apiVersion: 'v1', resource: 'nodes', name: node }
  return [identityAttributes(requestor, { verb: 'impersonate', ...nodes })]
}

/** Makes the reviews in their order, up to the first that is not allowed, whose answer is returned. */
function* reviewTarget(state: ConditionSetsState): Generator<Question, Answer | undefined, Answer> {
  const parts: readonly LegacyPart[] = state.input.assumptions.reviews === 'one' ? ['username'] : LEGACY_ORDER
  for (const part of parts) {
    for (const attributes of reviewsOf(state, part)) {
      const { facts } = state
      const evaluator = state.input.assumptions.evaluator === 'authorizer' && { evaluator: 'authorizer' as const }
      const answer = yield { phase: 'impersonation', purpose: part, attributes, ...(facts && { facts, ...evaluator }) }
      if (answer.afterConditions && evaluator) state.evaluations++
      if (answer.decision !== 'Allow') {
        state.firstFailure = { attributes, reason: failureReason(state, answer) }
        refuse(state)
        return answer
      }
      if (answer.afterConditions) state.held++
    }
  }
  return undefined
}

const review: Node = {
  shape: 'question',
  label: ['May it be the target?'],
  term: [{ code: 'impersonate' }, ': Allow, condition sets, or not'],
  stage: 'identity',
  about:
    'A review for each part of the target. The authorizers answer with a decision, or with condition sets about what the review does not say.',
  edges: {
    yes: { to: 'S', label: ['yes'] },
    conditions: CONDITIONAL_WAY,
    no: { to: 'forbidden', label: ['no'] },
  },
  *evaluate(state) {
    const failed = yield* reviewTarget(state)
    const { username } = wantedUser(state)
    if (failed !== undefined && !failed.afterConditions) {
      return { edge: 'no', because: clause`the requestor may not impersonate ${username}, whatever the request is` }
    }
    if (failed !== undefined || state.held > 0) {
      return { edge: 'conditions', because: clause`the requestor may impersonate ${username} only under conditions` }
    }
    return { edge: 'yes', because: clause`the requestor may impersonate ${username} for any request` }
  },
}

const evaluation: Node = {
  shape: 'question',
  label: ['Do the condition sets allow this request?'],
  about:
    'The filter evaluates the condition sets of each review directly after it, authorizer by authorizer: Deny before NoOpinion before Allow. NoOpinion leaves it to the next authorizer. Where an authorizer evaluates its own, it is sent an AuthorizationConditionsReview; no further SubjectAccessReview is made.',
  edges: { yes: { to: 'S', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate({ outcome, held, evaluations }) {
    const by =
      evaluations === 0 ? '' : `, by ${evaluations} AuthorizationConditionsReview${evaluations === 1 ? '' : 's'}`
    if (outcome !== undefined) return { edge: 'no', because: [`the conditions do not allow this request${by}`] }
    const times = held === 1 ? 'one review' : `${held} reviews`
    return { edge: 'yes', because: [`the conditions of ${times} allow this request${by}`] }
  },
}

const nodes: Nodes<ConditionSetsState> = {
  A: receiveNode('Q'),
  Q: review,
  E: evaluation,
  S: becomeTarget,
  ...chainEnds(),
}

const SECTION = 'Constrained Impersonation through Conditional Authorization'

const NOT_PLAYED: readonly Assumption[] = [
  {
    id: 'union',
    text: 'The union stops at an authorizer that may allow, and asks the rest only where its conditions end in NoOpinion (“lazy evaluation”). k8s.io/apiserver 0.37.2 asks on, up to the first unconditional Allow or Deny.',
    options: [
      {
        id: 'eager',
        reading:
          'Authorizers are asked as in 0.37.2. The decision is the same; one that is asked in vain costs a call.',
      },
    ],
  },
  {
    id: 'failure-mode',
    text: 'A Deny condition in error ends in Deny or in NoOpinion, by the authorizer’s FailureMode.',
    options: [{ id: 'deny', reading: 'It denies, as in k8s.io/apiserver 0.37.2.' }],
  },
  {
    id: 'objects',
    text: 'Conditions on object and oldObject are for the future: “Initially, however, we do not need to go this far”.',
    options: [{ id: 'none', reading: 'Conditions see the target and the request line, and no object.' }],
  },
]

/** Impersonation with the condition sets of KEP-5681. */
export const conditionSets = design<ConditionSetsState>({
  about: CONDITION_SETS,
  sources: [
    kep5681(
      SECTION,
      [1709, 1712],
      'the impersonation filter can evaluate the condition, either through the builtin CEL evaluator (if applicable), or by calling the Authorizer’s EvaluateConditions endpoint with the missing data',
    ),
    kep5681(
      SECTION,
      [1723, 1724],
      'The current Constrained Impersonation KEP does not allow distinguishing what the impersonator can do for what target user.',
    ),
    kep5681(
      'Computing a concrete decision from a conditional authorization chain',
      [938, 941],
      'the rest of the chain is lazily evaluated only if needed',
    ),
    kep5681(
      'Computing a concrete decision from a ConditionSet',
      [831, 832],
      'If no effect=Allow condition evaluates to true, return NoOpinion.',
    ),
  ],
  statement: {
    checks:
      'The impersonate reviews of legacy, each answered with a decision or with condition sets, which are evaluated directly after it; then the request for the target.',
    identity:
      'impersonate for each part of the target: users, serviceaccounts and groups in the core group, nodes, uids and userextras in authentication.k8s.io.',
    headers: 'All of them, in any combination.',
    fallback: 'None is needed: the verb is impersonate.',
    error: 'The review that failed, or whose conditions did not allow the request: each ends it.',
    groups: 'As in legacy, and system:nodes for a node.',
    audit: 'impersonatedUser, and no constraint.',
  },
  assumptions: [
    {
      id: 'node-review',
      text: 'The example reviews a node as nodes in authentication.k8s.io, with “the data that is available in the normal impersonation SubjectAccessReview”. Today’s review of a node is on users.',
      options: [
        { id: 'nodes', reading: 'A node is reviewed as the example prints it.' },
        { id: 'users', reading: 'A node is reviewed as today, on users by its full name.' },
      ],
    },
    {
      id: 'reviews',
      text: 'The text shows the review of the name. It does not say whether groups, UID and extras keep reviews of their own.',
      options: [
        { id: 'all', reading: 'Each part of the target is reviewed, as today.' },
        { id: 'one', reading: 'Only the name is reviewed; conditions alone limit groups, UID and extras.' },
      ],
    },
    {
      id: 'implied-groups',
      text: 'A condition may need that the request “at the same time impersonates group” so-and-so. The text has no variable for it.',
      options: [SEEN_GROUPS.asked, SEEN_GROUPS.named, SEEN_GROUPS.all],
    },
    {
      id: 'availability',
      text: '“Feature availability” admits conditions for create, update, patch, delete and deletecollection only. A review of impersonate is none of these, and the example’s request is a get.',
      options: [
        {
          id: 'impersonate',
          reading: 'The section on impersonation counts: conditions come back for impersonate, whatever the request.',
          inShort: 'conditions on impersonate',
        },
        {
          id: 'listed',
          reading: 'Conditions come back for the listed verbs only, so those of impersonate fail closed.',
          inShort: 'conditions on writes only',
        },
      ],
    },
    {
      id: 'evaluator',
      text: 'The filter evaluates conditions with the builtin CEL evaluator, or asks the authorizer by EvaluateConditions, which for a webhook is a further call.',
      options: [
        { id: 'builtin', reading: 'Conditions are CEL, and the builtin evaluator evaluates them all.' },
        {
          id: 'authorizer',
          reading:
            'The authorizer is a webhook that evaluates its own conditions: each review that it answers with conditions costs an AuthorizationConditionsReview too.',
          inShort: 'the authorizer evaluates',
        },
      ],
    },
    {
      id: 'groups',
      text: 'The text does not say which groups an impersonated node gets.',
      options: [{ id: 'node', reading: 'A node gets system:nodes, as a service account gets its groups.' }],
    },
    ...NOT_PLAYED,
  ],
  words: legacyWords,
  auditConstraint: 'none',
  evaluateConditions,
  begin: (input) => ({
    held: 0,
    evaluations: 0,
    ...(input.assumptions.availability !== 'listed' && { facts: factsOf(input) }),
  }),
  nodes,
})

import type { Answer, UserInfo } from '../../../kube/index.ts'
import { type ConsideredMode, clause, evaluateConditions } from '../../../trace/index.ts'
import {
  becomeNode,
  type ChainState,
  chainEnds,
  failureReason,
  receiveByGateNode,
  refuse,
  wantedUser,
} from '../../chain.ts'
import { COMPILED } from '../../descriptions.ts'
import { type DesignInput, design } from '../../design.ts'
import { reviewThread } from '../../document-sources.ts'
import type { Nodes, PassedNode } from '../../flowchart.ts'
import { accountOrUser, identityAttributes, withImpliedGroups } from '../../released/identity.ts'
import { refusedForAll } from '../../released/identity-checks.ts'
import { legacyNode } from '../../released/legacy-impersonation.ts'
import type { ImpersonationMode } from '../../released/memory.ts'
import { constrainedModes, inTurn, modesTried } from '../../released/modes.ts'
import { releasedWords } from '../../words.ts'
import { factsOf, withAddedGroups } from '../target.ts'

interface CompiledState extends ChainState {
  /** The modes for which the answer is evaluated, in order. */
  modes?: readonly ImpersonationMode[]
  /** The answer that allows. */
  allowed?: Answer
}

type Node = PassedNode<CompiledState>

/** The modes as released. Where `user-info` refuses a target for every requestor, it is left out: no rule could allow it. */
function modes(input: DesignInput, wanted: UserInfo): readonly ConsideredMode[] {
  const complaint = refusedForAll(wanted)
  return constrainedModes(input, wanted).map((one) =>
    one.mode === 'user-info' && one.obstacles.length === 0 && complaint !== undefined
      ? { ...one, obstacles: [{ by: 'refusal', complaint }] }
      : one,
  )
}

/** The modes to evaluate, in order. */
function modesToTry({
  input: { assumptions, memory, requestor },
  untried,
}: CompiledState): readonly ImpersonationMode[] {
  const last = assumptions.memory === 'as-released' ? memory.modeOf(requestor.username) : undefined
  return inTurn(modesTried(untried), last)
}

const review: Node = {
  shape: 'question',
  label: ['May it be the target, for this request?'],
  term: [{ code: 'impersonate' }, ' and its condition'],
  stage: 'identity',
  about:
    'One check. RBAC answers it with one condition, made of every rule for impersonation that the requestor holds.',
  edges: { yes: { to: 'M', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const { requestor } = state.input
    const target = wantedUser(state)
    const attributes = identityAttributes(requestor, {
      verb: 'impersonate',
      apiGroup: '',
      apiVersion: 'v1',
      ...accountOrUser(target.username),
    })
    state.modes = modesToTry(state)
    const answer = yield {
      phase: 'impersonation',
      purpose: 'username',
      attributes,
      facts: factsOf(state.input),
      modes: state.modes,
    }
    if (answer.decision === 'Allow') {
      state.allowed = answer
      return { edge: 'yes', because: clause`the requestor may impersonate ${target.username} like this` }
    }
    state.firstFailure = { attributes, reason: failureReason(state, answer) }
    refuse(state)
    return { edge: 'no', because: clause`the requestor may not impersonate ${target.username} like this` }
  },
}

/** The mode that an answer allows. An answer without a condition allows any mode that applies. */
function modeAllowed({ allowed, modes = [], input }: CompiledState): ImpersonationMode {
  const conditional = modes.find((mode) => mode === allowed?.mode)
  if (conditional !== undefined) return conditional
  return input.assumptions.unconditional === 'legacy' ? 'legacy' : (modes[0] ?? 'legacy')
}

const mode: Node = {
  shape: 'question',
  label: ['Which mode does the condition allow?'],
  about: 'The condition is evaluated for each mode that applies, in turn, until it holds.',
  edges: {
    'associated-node': { to: 'S', label: [{ code: 'associated-node' }] },
    'arbitrary-node': { to: 'S', label: [{ code: 'arbitrary-node' }] },
    serviceaccount: { to: 'S', label: [{ code: 'serviceaccount' }] },
    'user-info': { to: 'S', label: [{ code: 'user-info' }] },
    legacy: { to: 'S', label: ['legacy'] },
  },
  *evaluate(state) {
    const found = modeAllowed(state)
    const { assumptions, memory, requestor } = state.input
    const target = wantedUser(state)
    if (assumptions.memory === 'as-released') memory.rememberMode(requestor.username, found)
    const passed = assumptions.mode === 'told'
    const legacy = found === 'legacy'
    state.impersonated = {
      user: passed
        ? withImpliedGroups(target, legacy ? 'nodes-are-users' : 'node-groups')
        : withAddedGroups(target, assumptions),
      constraint: legacy || !passed ? '' : `impersonate:${found}`,
    }
    const because =
      state.allowed?.mode === undefined
        ? clause`the answer has no condition, and counts for ${found}`
        : clause`the condition holds for ${found}`
    return { edge: found, because }
  },
}

const nodes: Nodes<CompiledState> = {
  A: receiveByGateNode({ enabled: 'V', disabled: 'H' }),
  V: review,
  M: mode,
  H: legacyNode('The checks of the older filter, for each part of the target, without conditions.'),
  S: becomeNode('The target replaces the requestor, with the groups that the API server adds.'),
  ...chainEnds(),
}

/** The verbs of constrained impersonation, compiled by RBAC into the condition of one review. */
export const compiled = design<CompiledState>({
  about: COMPILED,
  sources: [
    reviewThread(
      'on conditional authorization, June 2025',
      'turned into conditional authorization rules by the RBAC authorizer, allowing this exact "frontend"',
    ),
    reviewThread(
      'on conditional authorization, June 2025',
      'the k8s API server can quickly check that the CEL expression evaluates to true',
    ),
    {
      document: 'Kubernetes documentation',
      section: 'Constrained Impersonation',
      url: 'https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/#constrained-impersonation',
    },
  ],
  statement: {
    checks:
      'One: impersonate on the user or service account, whose answer carries a condition on the rest of the target and on the request. Then the request for the target.',
    identity:
      'impersonate on users or serviceaccounts. The rules that decide are those of constrained impersonation, impersonate:<mode> and impersonate-on:<mode>:<verb>, and of legacy.',
    headers:
      'As released: nodes and service accounts accept Impersonate-User alone; with other headers only legacy applies. Extra keys must be domain-prefixed.',
    fallback: 'Legacy comes last, in the same condition, without a further check.',
    error: 'The one check. The client does not learn which rule is missing.',
    groups:
      'As released: system:nodes for nodes, those of service accounts, and system:authenticated for all but anonymous.',
    audit: 'impersonatedUser, and impersonate:<mode> of the mode that the condition holds for; none for legacy.',
  },
  assumptions: [
    {
      id: 'mode',
      text: 'A condition holds or does not hold, and the comment does not say how the audit event learns the mode.',
      options: [
        {
          id: 'told',
          reading:
            'The API server evaluates the condition for each mode that applies, in order, with the mode as request.impersonation.mode.',
        },
        {
          id: 'not-told',
          reading:
            'Any mode is enough, and none is recorded: the audit event has no constraint, and every node gets system:nodes.',
        },
      ],
    },
    {
      id: 'unconditional',
      text: 'An answer without a condition, such as that of system:masters or of a webhook, says nothing about modes.',
      options: [
        { id: 'every-mode', reading: 'It counts for every mode, so the first mode that applies is used, as released.' },
        { id: 'legacy', reading: 'It counts for legacy, whose verb was asked.' },
      ],
    },
    {
      id: 'memory',
      text: 'The released API server first tries the mode that worked last. With one review that saves little.',
      options: [
        { id: 'as-released', reading: 'It still tries that mode first, so that the same mode is found.' },
        { id: 'none', reading: 'Earlier successes have no effect.' },
      ],
    },
    {
      id: 'legacy',
      text: 'The comment mentions the new verbs. Today RBAC allows impersonate for the user alone, and groups are another check.',
      options: [
        { id: 'compiled', reading: 'Rules for impersonate go into the same condition, as a mode of their own.' },
      ],
    },
    {
      id: 'namespaces',
      text: 'RBAC looks at the bindings of the review’s namespace, and the request may be in any other.',
      options: [
        {
          id: 'all',
          reading: 'It looks through the requestor’s RoleBindings of every namespace, and the condition names each.',
        },
      ],
    },
    {
      id: 'path',
      text: 'The data in the comment has no path for requests that are about no resource.',
      options: [{ id: 'path', reading: 'There is impersonatedRequest.path, empty for requests about resources.' }],
    },
    {
      id: 'refusals',
      text: 'As released, user-info refuses empty groups, system:masters and extra keys without a domain for every requestor.',
      options: [
        {
          id: 'api-server',
          reading: 'The API server leaves that mode out for such a target. The condition does not mention it.',
        },
      ],
    },
    {
      id: 'selectors',
      text: 'The action check of constrained impersonation carries field and label selectors.',
      options: [{ id: 'left-out', reading: 'RBAC ignores selectors, and so do its conditions.' }],
    },
    {
      id: 'others',
      text: 'Other authorizers are asked for impersonate-on verbs today, and the comment mentions only RBAC.',
      options: [
        {
          id: 'impersonate',
          reading: 'They get the one review of impersonate too, and all answers are joined as in a union.',
        },
      ],
    },
    {
      id: 'deny',
      text: 'Conditions may also deny, and may fail.',
      options: [
        { id: 'allow', reading: 'RBAC’s condition only allows. Where it cannot be evaluated, it does not allow.' },
      ],
    },
    {
      id: 'kep-5681',
      text: 'In KEP-5681 a condition has at most 1024 bytes, a condition set has one result and no mode, and the section on impersonation adds impersonatedRequest alone. RBAC returns no conditions in 1.37.2.',
      options: [
        {
          id: 'own',
          reading:
            'RBAC’s condition has any length, sees the whole target, and is evaluated for each mode. None of it can be built on that text as it is.',
        },
      ],
    },
    {
      id: 'caches',
      text: 'As released, successes are kept for ten seconds. The comment does not mention it.',
      options: [{ id: 'none', reading: 'Nothing is kept: each request makes its one check.' }],
    },
  ],
  words: releasedWords,
  auditConstraint: 'authenticationMetadata',
  evaluateConditions,
  modes,
  nodes,
})

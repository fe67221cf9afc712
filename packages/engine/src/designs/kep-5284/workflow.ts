import type { Answer, Attributes, UserInfo } from '../../kube/index.ts'
import { clause, obstacleInWords, type Question, type RichText, type UntriedMode } from '../../trace/index.ts'
import {
  allowedToImpersonate,
  type ChainState,
  chainEnds,
  continueAsTarget,
  readHeaders,
  requestAttributes,
  wantedUser,
} from '../chain.ts'
import type { Edge, EndNode, Evaluation, PassedNode } from '../flowchart.ts'
import { type IdentityQuestion, withImpliedGroups } from '../released/identity.ts'
import { becomeByLegacy } from '../released/legacy-impersonation.ts'
import { keepsScheduledNode, notOnNode, verbOf } from './modes.ts'
import { accountNamed, identityCheck, nodeNamed, userInfoQuestions } from './target.ts'

/** The state of a run of the workflow that KEP-5284 prints, or of a variant of it. */
export interface ProposedState extends ChainState {
  /** The identity verb that was granted before the shared action check. */
  granted?: string
}

type Node = PassedNode<ProposedState>

const USER_INFO = 'impersonate:user-info'
const NOT_IN_TEXT = { notInText: true } as const
const rare = { onlyWhenTaken: true } as const

/** The differences between a design and the workflow that KEP-5284 prints. */
export interface Variant {
  /** The one check of the action, after the identity. */
  readonly action: {
    /** The words of the design's document. */
    readonly term: RichText
    readonly about: string
    /** The question about a request and the name of that permission, or the reason why it cannot be asked. */
    ask(
      request: Attributes,
      state: ProposedState,
    ): { readonly attributes: Attributes; readonly permission: RichText } | { readonly cannot: string }
  }
  /**
   * Every target is a user with a full name; nodes and service accounts have no verbs of their own. The verb for the
   * scheduled node remains where the assumption `scheduled-node` says so.
   */
  readonly everyTargetIsAUser?: true
  /** The target with the groups that the API server adds. Absent where these are the groups of the released server. */
  readonly impliedGroups?: (target: UserInfo, state: ProposedState) => UserInfo | undefined
}

function* nodeCheck(state: ProposedState, mode: 'scheduled-node' | 'node', name: string): Evaluation {
  const verb = verbOf(mode, state.input)
  const question = { resource: 'nodes', name }
  const untried = untriedAs(state, mode)
  if (untried !== undefined) return notAsked(state, untried, verb, question)
  if (!(yield* allowedToImpersonate(state, 'username', identityCheck(state.input, verb, question)))) return denied(verb)
  return (yield* otherHeaders(state)) ? grantedWith(state, verb) : denied(USER_INFO)
}

/** Why a run does not try a mode; undefined where it does. */
export function untriedAs({ untried }: ChainState, mode: string): UntriedMode | undefined {
  return untried.find((one) => one.mode === mode)
}

/** The checks of all headers but Impersonate-User. Returns false at the first that is not allowed. */
export function* otherHeaders(state: ChainState): Generator<Question, boolean, Answer> {
  for (const { purpose, question } of userInfoQuestions(wantedUser(state)).slice(1)) {
    if (!(yield* allowedToImpersonate(state, purpose, identityCheck(state.input, USER_INFO, question)))) return false
  }
  return true
}

function grantedWith(state: ProposedState, verb: string): { edge: 'yes'; because: RichText } {
  state.granted = verb
  return { edge: 'yes', because: clause`the requestor holds ${verb}` }
}

/**
 * The target with the released groups. Like a service account, a node has other groups only when the headers ask for them.
 */
export function withReleasedGroups(target: UserInfo): UserInfo {
  return withImpliedGroups(target, target.groups.length === 0 ? 'node-groups' : 'nodes-are-users')
}

/** The choice where a verb is not granted. */
export function denied(verb: string): { edge: 'no'; because: RichText } {
  return { edge: 'no', because: clause`the requestor does not hold ${verb}` }
}

/** The choice for a target to which the verb does not apply: no check is made, and the edge "no" is taken. */
export function notAsked(
  state: ChainState,
  { obstacles, because }: UntriedMode,
  verb: string,
  question: Pick<IdentityQuestion, 'resource' | 'namespace' | 'name'>,
): { edge: 'no'; because: RichText } {
  const reason = obstacles.some(({ by }) => by === 'headers')
    ? `${verb} covers nothing but Impersonate-User`
    : `${wantedUser(state).username} is not well-formed`
  state.firstFailure ??= { attributes: identityCheck(state.input, verb, question), reason }
  return { edge: 'no', because }
}

export const yesNo = (yes: string, no: string): Readonly<Record<'yes' | 'no', Edge>> => ({
  yes: { to: yes, label: ['yes'] },
  no: { to: no, label: ['no'] },
})

/** The node that tells kinds of targets apart by the prefixes of their names, as a version of the chart prints the prefixes. */
export const identifyTarget = (
  printed: { readonly node: string; readonly serviceaccount: string },
  user: RichText = [],
): PassedNode<ChainState> => ({
  shape: 'question',
  label: ['Whom does ', { code: 'Impersonate-User' }, ' name?'],
  term: ['Identify the target user via impersonation header'],
  about: 'The prefix of Impersonate-User says what kind of target it is.',
  edges: {
    node: { to: 'C', label: [{ code: 'Impersonate-User' }, ' has the prefix of ', { code: printed.node }] },
    serviceaccount: {
      to: 'I',
      label: [{ code: 'Impersonate-User' }, ' has the prefix of ', { code: printed.serviceaccount }],
    },
    user: { to: 'J', ...(user.length > 0 && { label: user }) },
  },
  *evaluate(state) {
    const { username } = wantedUser(state)
    const node = clause`${username} does not name a node`
    const serviceaccount = clause`${username} does not name a service account`
    const user = clause`${username} has a prefix of its own`
    if (username.startsWith('system:node:'))
      return { edge: 'node', because: clause`${username} names a node`, instead: { serviceaccount, user } }
    if (username.startsWith('system:serviceaccount:'))
      return { edge: 'serviceaccount', because: clause`${username} names a service account`, instead: { node, user } }
    return {
      edge: 'user',
      because: clause`${username} is neither a node nor a service account`,
      instead: { node, serviceaccount },
    }
  },
})

/** The node that asks whether the requestor runs on the node that it asks for. */
export const onSameNode = (no: string): PassedNode<ChainState> => ({
  shape: 'question',
  label: ['Does it run on that node?'],
  term: ['The requester is on the same node'],
  about: 'The requestor’s extra authentication.kubernetes.io/node-name has one value, the node that is asked for.',
  edges: yesNo('D', no),
  *evaluate(state) {
    // A malformed name, or other headers, are found at the check itself.
    const elsewhere = notOnNode(state.input, wantedUser(state))
    return elsewhere === undefined
      ? { edge: 'yes', because: clause`the requestor’s extra names ${nodeNamed(wantedUser(state))}` }
      : { edge: 'no', because: obstacleInWords(elsewhere) }
  },
})

const scheduledNode = (no: string): Node => ({
  shape: 'question',
  label: ['May it be the node that it runs on?'],
  term: ['Requester is authorized with ', { code: 'impersonate:scheduled-node' }],
  stage: 'identity',
  mode: 'scheduled-node',
  about: 'One check on nodes, without a name: it holds for any node that the requestor runs on.',
  edges: yesNo('F', no),
  evaluate: (state) => nodeCheck(state, 'scheduled-node', ''),
})

const E: Node = {
  shape: 'question',
  label: ['May it be that node?'],
  term: ['Requester is authorized with ', { code: 'impersonate:node' }],
  stage: 'identity',
  mode: 'node',
  about: 'One check on nodes, with the node’s name.',
  edges: yesNo('F', 'H'),
  evaluate: (state) => nodeCheck(state, 'node', nodeNamed(wantedUser(state))),
}

const I: Node = {
  shape: 'question',
  label: ['May it be that service account?'],
  term: ['Requester is authorized with ', { code: 'impersonate:serviceaccount' }],
  stage: 'identity',
  mode: 'serviceaccount',
  about: 'One check on serviceaccounts, in the account’s namespace.',
  edges: yesNo('F', 'H'),
  *evaluate(state) {
    const verb = 'impersonate:serviceaccount'
    const target = wantedUser(state)
    const account = accountNamed(target)
    const question = { resource: 'serviceaccounts', name: '', ...account }
    const untried = untriedAs(state, 'serviceaccount')
    if (untried !== undefined) return notAsked(state, untried, verb, question)
    if (!(yield* allowedToImpersonate(state, 'username', identityCheck(state.input, verb, question))))
      return denied(verb)
    return (yield* otherHeaders(state)) ? grantedWith(state, verb) : denied(USER_INFO)
  },
}

const J: Node = {
  shape: 'question',
  label: ['May it be that somebody?'],
  term: ['Requester is authorized with ', { code: 'impersonate:user-info' }],
  stage: 'identity',
  mode: 'user-info',
  about: 'A check for each header, in the order of the text: user, groups, uid, extras.',
  edges: yesNo('F', 'H'),
  *evaluate(state) {
    const [username] = userInfoQuestions(wantedUser(state))
    if (!(yield* allowedToImpersonate(state, 'username', identityCheck(state.input, USER_INFO, username.question))))
      return denied(USER_INFO)
    return (yield* otherHeaders(state)) ? grantedWith(state, USER_INFO) : denied(USER_INFO)
  },
}

function actionNode({ action, impliedGroups }: Variant): Node {
  return {
    shape: 'question',
    label: ['May it do this as somebody else?'],
    term: action.term,
    stage: 'action',
    about: action.about,
    edges: yesNo('G', 'H'),
    *evaluate(state) {
      const request = requestAttributes(state)
      const asked = action.ask(request, state)
      if ('cannot' in asked) {
        state.firstFailure ??= { attributes: request, reason: asked.cannot }
        return { edge: 'no', because: [asked.cannot] }
      }
      if (!(yield* allowedToImpersonate(state, 'action', asked.attributes)))
        return { edge: 'no', because: ['the requestor does not hold ', ...asked.permission] }
      const target = wantedUser(state)
      state.impersonated = {
        user: impliedGroups?.(target, state) ?? withReleasedGroups(target),
        constraint: state.granted ?? '',
      }
      return { edge: 'yes', because: ['the requestor holds ', ...asked.permission, ' here'] }
    },
  }
}

/** Legacy impersonation, which comes last. */
export const LEGACY_LAST: PassedNode<ChainState> = {
  shape: 'question',
  label: ['May it be the target, for any request?'],
  term: ['Requester has the legacy ', { code: 'impersonate' }, ' permission'],
  stage: 'identity',
  mode: 'legacy',
  about: 'The verb impersonate, for each part of the target.',
  edges: { yes: { to: 'G', label: ['yes'] }, no: { to: 'forbidden', label: ['no'], ...NOT_IN_TEXT } },
  evaluate: becomeByLegacy,
}

/** The nodes after the impersonation, which the chart does not print. */
export const NOT_PRINTED_ENDS = chainEnds(NOT_IN_TEXT)

/** The first node of the chart. Where every target is a user, the kinds of targets are not told apart. */
export const receiveRequest = (users: boolean): PassedNode<ChainState> => ({
  shape: 'step',
  label: ['receive request'],
  about: 'The request line and the Impersonate- headers are read.',
  edges: {
    enabled: { to: users ? 'J' : 'B', label: ['feature enabled'] },
    ...(users && { scheduled: { to: 'C', label: ['feature enabled, and a node is asked for'], ...rare } }),
    disabled: { to: 'H', label: ['feature disable'] },
    plain: { to: 'R', label: ['no impersonation'], ...NOT_IN_TEXT },
    malformed: { to: 'bad', label: ['no user name'], ...NOT_IN_TEXT },
    unreadable: { to: 'error', label: ['bad path'], ...NOT_IN_TEXT },
  },
  *evaluate(state) {
    const stop = readHeaders(state)
    if (stop !== undefined) return stop
    const { username } = wantedUser(state)
    if (state.input.featureEnabled && users && keepsScheduledNode(state.input, wantedUser(state)))
      return { edge: 'scheduled', because: clause`${username} names a node, and the feature is on` }
    return state.input.featureEnabled
      ? { edge: 'enabled', because: clause`the headers ask for ${username}, and the feature is on` }
      : { edge: 'disabled', because: clause`the headers ask for ${username}, and the feature is off` }
  },
})

/** The impersonation is allowed. */
export const ALLOW: PassedNode<ChainState> = {
  shape: 'step',
  label: ['Go on as the target'],
  term: ['Allow'],
  about: 'The impersonation is allowed. The request itself still has to be authorized as the impersonated user.',
  edges: { next: { to: 'R', ...NOT_IN_TEXT } },
  evaluate: continueAsTarget,
}

/** The nodes of the workflow that KEP-5284 prints, by the letters that it prints, or of a variant of it. */
export function proposedWorkflow(variant: Variant): Readonly<Record<string, Node | EndNode>> {
  const users = variant.everyTargetIsAUser === true
  const kinds = users
    ? { C: { ...onSameNode('J'), ...rare }, D: { ...scheduledNode('J'), ...rare } }
    : {
        B: identifyTarget({ node: 'system:node', serviceaccount: 'system:serviceaccount' }),
        C: onSameNode('E'),
        D: scheduledNode('E'),
        E,
      }
  const nodes: Readonly<Record<string, Node>> = {
    A: receiveRequest(users),
    ...kinds,
    F: actionNode(variant),
    G: ALLOW,
    H: LEGACY_LAST,
    ...(!users && { I }),
    J,
  }
  return { ...nodes, ...NOT_PRINTED_ENDS }
}

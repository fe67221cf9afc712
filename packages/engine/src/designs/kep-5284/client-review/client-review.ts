import type { Attributes, UserInfo } from '../../../kube/index.ts'
import { clause } from '../../../trace/index.ts'
import { type ChainState, chainEnds, readHeaders, refuse, requestAttributes, wantedUser } from '../../chain.ts'
import { CLIENT_REVIEW } from '../../descriptions.ts'
import { design } from '../../design.ts'
import { mergedKEP } from '../../document-sources.ts'
import type { EndNode, Nodes, PassedNode } from '../../flowchart.ts'
import { identityAttributes, withImpliedGroups } from '../../released/identity.ts'

type Node = PassedNode<ChainState>

/** The user that the review is about: the controller writes it into `spec.user`, `groups`, `uid` and `extra`. */
function reviewed(state: ChainState): UserInfo {
  const target = wantedUser(state)
  return state.input.assumptions.groups === 'implied' ? withImpliedGroups(target, 'node-groups') : target
}

const post: Node = {
  shape: 'question',
  label: ['May it ask what others may do?'],
  term: [{ code: 'create subjectaccessreviews' }],
  stage: 'permission',
  about: 'The first request is the review. It is authorized like any other, for the user who sends it.',
  edges: { yes: { to: 'T', label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
  *evaluate(state) {
    const attributes: Attributes = identityAttributes(state.input.requestor, {
      verb: 'create',
      apiGroup: 'authorization.k8s.io',
      apiVersion: 'v1',
      resource: 'subjectaccessreviews',
      name: '',
    })
    const { decision, reason } = yield { phase: 'review', purpose: 'permission', attributes }
    if (decision === 'Allow') return { edge: 'yes', because: ['the requestor may ask what anybody may do'] }
    state.firstFailure = { attributes, reason }
    refuse(state, 'review')
    return { edge: 'no', because: ['the requestor may not ask what others may do'] }
  },
}

const answered: Node = {
  shape: 'question',
  label: ['May the target make the request?'],
  term: [{ code: '‹verb›' }, ', for the target'],
  stage: 'request',
  about: 'The API server answers the review: 201, with status.allowed true or false. Either is a success.',
  edges: { allowed: { to: 'R', label: ['allowed: true'] }, denied: { to: 'stays', label: ['allowed: false'] } },
  *evaluate(state) {
    const user = reviewed(state)
    const attributes: Attributes = { ...requestAttributes(state), user }
    const answer = yield { phase: 'review', purpose: 'request', attributes }
    if (answer.decision === 'Allow')
      return { edge: 'allowed', because: clause`${user.username} may, so the requestor sends its request, as itself` }
    const review = { phase: 'review', purpose: 'request', attributes, answer } as const
    state.outcome = { kind: 'not-sent', code: 201, message: answer.reason, review }
    return { edge: 'denied', because: clause`${user.username} may not, and the requestor accepts that` }
  },
}

const stays: EndNode = {
  shape: 'end',
  label: ['201: the review says no; nothing more is sent'],
  about: 'The API server refuses nothing. The controller itself decides to stop here.',
}

const nodes: Nodes<ChainState> = {
  A: {
    shape: 'step',
    label: ['the client has a request'],
    about: 'The Impersonate- headers say for whom the controller acts. It does not send them.',
    edges: {
      target: { to: 'V', label: ['for somebody else'] },
      plain: { to: 'R', label: ['for itself'] },
      malformed: { to: 'bad', label: ['no user name'] },
      unreadable: { to: 'error', label: ['bad path'] },
    },
    *evaluate(state) {
      return (
        readHeaders(state) ?? { edge: 'target', because: clause`the requestor acts for ${wantedUser(state).username}` }
      )
    },
  },
  V: post,
  T: answered,
  stays,
  ...chainEnds(),
}

/** No impersonation: the controller asks for a SubjectAccessReview about the target, and then uses its own permission. */
export const clientReview = design<ChainState>({
  about: CLIENT_REVIEW,
  sources: [
    mergedKEP(
      'Controller participation in SubjectAccessReview for impersonation',
      'The controller can sends a SAR request, and then uses its own permission to perform the action.',
    ),
  ],
  statement: {
    checks:
      'Two requests. The first is the review: create subjectaccessreviews for the requestor, then the request for the target. The second is the request, for the requestor.',
    identity: 'None: a user who may create subjectaccessreviews may ask about anybody, and may also not ask.',
    headers: 'None is sent. In the playground they say for whom the controller acts.',
    fallback: 'None: nobody is impersonated.',
    error:
      'The 403 of whichever request was refused. A review that says no is not an error: the API server answers 201.',
    groups: 'Nobody gets a group: the review asks about the groups that the client writes into it.',
    audit:
      'Two events, both with the controller as user and no impersonatedUser. Neither records that it acted for somebody else.',
  },
  assumptions: [
    {
      id: 'no',
      text: 'The text does not say what happens when the review says no. Nothing in the API server does: a client decides.',
      options: [{ id: 'not-sent', reading: 'The controller accepts the review, and does not send the request.' }],
    },
    {
      id: 'groups',
      text: 'The text does not say which groups the review asks about. The API server adds none to a review.',
      options: [
        { id: 'asked', reading: 'Those of the headers and no others, as kubectl auth can-i --as asks.' },
        {
          id: 'implied',
          reading: 'The client adds those that the target has when it authenticates, system:authenticated among them.',
        },
      ],
    },
    {
      id: 'headers',
      text: 'The text has no impersonation headers, and the playground has no other way to name a target.',
      options: [
        { id: 'target', reading: 'They name whom the controller acts for, and a user name is needed as always.' },
      ],
    },
  ],
  // Asking about others: a grant of this verb is all that limits whom a client acts for.
  words: () => [{ verb: /^create$/, apiGroup: /^authorization\.k8s\.io$/, resource: 'subjectaccessreviews' }],
  auditConstraint: 'none',
  nodes,
})

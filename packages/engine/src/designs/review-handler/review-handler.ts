import type { Attributes } from '../../kube/index.ts'
import { clause } from '../../trace/index.ts'
import { type Design, design, type RunState } from '../design.ts'
import type { Evaluation, Nodes } from '../flowchart.ts'
import { legacyWords } from '../words.ts'

/** Reads the question of a review, and takes the edge of its kind. */
function* readQuestion({ input }: RunState): Evaluation {
  const { question, requestor } = input
  if (question === undefined) throw new Error('the handler of reviews was run without a question')
  return { edge: question.kind, because: clause`the review asks about ${requestor.username}` }
}

/** The one check of a SelfSubjectAccessReview, for the user who sends it. */
function* answer(state: RunState): Evaluation {
  const { question, requestor: user } = state.input
  if (question?.kind !== 'access') throw new Error('a review that asks for no access reached its check')
  const attributes: Attributes = { ...question.attributes, user }
  const check = { phase: 'review', purpose: 'request', attributes } as const
  const answered = yield check
  const { decision, reason, error } = answered
  if (decision === 'Allow') {
    state.outcome = { kind: 'allowed', code: 201 }
    return { edge: 'yes', because: ['an authorizer allows it'] }
  }
  const message = [reason, error ?? ''].filter((part) => part !== '').join(' - ')
  state.outcome = { kind: 'answered-no', code: 201, message, review: { ...check, answer: answered } }
  return { edge: 'no', because: [decision === 'Deny' ? 'an authorizer denies it' : 'no authorizer allows it'] }
}

/** Lists or names, without a check. */
function* listed(state: RunState): Evaluation {
  state.outcome = { kind: 'allowed', code: 201 }
  return { edge: 'done' }
}

const nodes: Nodes<RunState> = {
  A: {
    shape: 'step',
    label: ['read the review'],
    about: 'The review was authorized as a request of its own. Its handler answers for the user who sent it.',
    edges: {
      access: { to: 'Q', label: ['may the user do this?'] },
      rules: { to: 'L', label: ['what may the user do?'], onlyWhenTaken: true },
      user: { to: 'U', label: ['who is the user?'], onlyWhenTaken: true },
    },
    evaluate: readQuestion,
  },
  Q: {
    shape: 'question',
    label: ['May this user do it?'],
    stage: 'request',
    about: 'The authorizers are asked the same question as for a request, and nothing is done.',
    edges: { yes: { to: 'yes', label: ['yes'] }, no: { to: 'no', label: ['no'] } },
    evaluate: answer,
  },
  L: {
    shape: 'step',
    label: ['list the rules of the user'],
    about: 'Each authorizer that can list rules lists those of the user in the namespace. Nothing is checked.',
    edges: { done: { to: 'rules' } },
    evaluate: listed,
    onlyWhenTaken: true,
  },
  U: {
    shape: 'step',
    label: ['read the user of the request'],
    about: 'The user is the one whom authentication, and then impersonation, found. Nothing is checked.',
    edges: { done: { to: 'user' } },
    evaluate: listed,
    onlyWhenTaken: true,
  },
  yes: { shape: 'end', label: ['yes'], about: 'The review has status.allowed true. The API server answers 201.' },
  no: {
    shape: 'end',
    label: ['no'],
    about: 'The review has status.allowed false. The API server answers 201 all the same: it refuses nothing.',
  },
  rules: {
    shape: 'end',
    label: ['the rules are in the review'],
    about: 'A list decides nothing; it may be incomplete.',
    onlyWhenTaken: true,
  },
  user: {
    shape: 'end',
    label: ['the user is in the review'],
    about: 'The review has the username, UID, groups and extras.',
    onlyWhenTaken: true,
  },
}

/**
 * The handler of the reviews that a user sends about itself, after the review is authorized (Go:
 * `pkg/registry/authorization/selfsubjectaccessreview`, `selfsubjectrulesreview`, and
 * `pkg/registry/authentication/selfsubjectreview`). It is not one of the designs to choose from: every design has it. The
 * requestor of its run is the user whom the answer is about.
 */
export const reviewHandler: Design = design<RunState>({
  about: {
    id: 'review-handler',
    title: 'The answer to a review',
    summary: 'The handler of a review asks the authorizers, and answers yes or no.',
    origin: 'released',
  },
  sources: [
    {
      document: 'kubernetes/kubernetes',
      section: 'pkg/registry/authorization/selfsubjectaccessreview/rest.go',
      url: 'https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/registry/authorization/selfsubjectaccessreview/rest.go',
    },
  ],
  statement: {
    checks: 'One: what the review asks. A list of rules and the name of the user need none.',
    identity: 'None: the filters before it made the user.',
    headers: 'None: the filters before it read them.',
    fallback: 'None.',
    error: 'None: no is an answer, and the code is 201.',
    groups: 'Those that the user of the review has.',
    audit: 'The event of the review; its answer is not in it.',
  },
  assumptions: [],
  words: legacyWords,
  auditConstraint: 'none',
  nodes,
})

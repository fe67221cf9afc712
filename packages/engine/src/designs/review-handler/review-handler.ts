import type { Attributes, ReviewQuestion } from '../../kube/index.ts'
import { clause } from '../../trace/index.ts'
import { type Design, type DesignSource, design, type RunState } from '../design.ts'
import type { EndNode, Evaluation, Nodes, PassedNode } from '../flowchart.ts'
import { legacyWords } from '../words.ts'

function* readQuestion({ input: { requestor } }: RunState): Evaluation {
  return { edge: 'next', because: clause`the review asks about ${requestor.username}` }
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
function* answerWithoutCheck(state: RunState): Evaluation {
  state.outcome = { kind: 'answered', code: 201 }
  return { edge: 'done' }
}

const BEGIN: PassedNode<RunState> = {
  shape: 'step',
  label: ['read the review'],
  about: 'The review was authorized as a request of its own. Its handler answers for the user who sent it.',
  edges: { next: { to: 'Q' } },
  evaluate: readQuestion,
}

function step(label: string, about: string): PassedNode<RunState> {
  return { shape: 'step', label: [label], about, edges: { done: { to: 'end' } }, evaluate: answerWithoutCheck }
}

function end(label: string, about: string): EndNode {
  return { shape: 'end', label: [label], about }
}

const NODES: Readonly<Record<ReviewQuestion['kind'], Nodes<RunState>>> = {
  access: {
    A: BEGIN,
    Q: {
      shape: 'question',
      label: ['May this user do it?'],
      stage: 'request',
      about: 'The authorizers are asked the same question as for a request, and nothing is done.',
      edges: { yes: { to: 'yes', label: ['yes'] }, no: { to: 'no', label: ['no'] } },
      evaluate: answer,
    },
    yes: end('201, allowed: true', 'The review has status.allowed true.'),
    no: end('201, allowed: false', 'The review has status.allowed false. The API server refuses nothing.'),
  },
  rules: {
    A: BEGIN,
    Q: step(
      'list the rules of the user',
      'Each authorizer that can list rules lists those of the user in the namespace. Nothing is checked.',
    ),
    end: end('201, with the rules', 'A list decides nothing; it may be incomplete.'),
  },
  who: {
    A: {
      shape: 'step',
      label: ['read roles and bindings'],
      about: 'They are listed by requests of their own.',
      edges: { done: { to: 'Q' } },
      *evaluate() {
        return { edge: 'done' }
      },
    },
    Q: step(
      'find the subjects',
      'Each rule that allows it is looked up, with the bindings of its role and their subjects. Nothing is checked.',
    ),
    end: end('the subjects', 'Only RBAC counts, and the group system:masters.'),
  },
  user: {
    A: BEGIN,
    Q: step(
      'read the user of the request',
      'The user is the one whom authentication, and then impersonation, found. Nothing is checked.',
    ),
    end: end('201, with the user', 'The review has the username, UID, groups and extras.'),
  },
}

const FILES: Readonly<Record<ReviewQuestion['kind'], string>> = {
  access: 'pkg/registry/authorization/selfsubjectaccessreview/rest.go',
  rules: 'pkg/registry/authorization/selfsubjectrulesreview/rest.go',
  who: 'plugin/pkg/auth/authorizer/rbac/subject_locator.go',
  user: 'pkg/registry/authentication/selfsubjectreview/rest.go',
}

function source(file: string): DesignSource {
  const url = `https://github.com/kubernetes/kubernetes/blob/v1.36.3/${file}`
  return { document: 'kubernetes/kubernetes', section: file, url }
}

function handlerOf(kind: ReviewQuestion['kind']): Design {
  return design<RunState>({
    about: {
      id: 'review-handler',
      title: 'The answer to a review',
      summary: 'The handler of a review answers for the user who sends it.',
      origin: 'released',
    },
    sources: [source(FILES[kind])],
    statement: {
      checks: kind === 'access' ? 'One: what the review asks.' : 'None.',
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
    nodes: NODES[kind],
  })
}

/**
 * The handlers of the reviews that a user sends about itself, after the review is authorized. They are not among the designs
 * to choose from: every design has them. The requestor of a run is the user whom the answer is about.
 */
export const REVIEW_HANDLERS: Readonly<Record<ReviewQuestion['kind'], Design>> = {
  access: handlerOf('access'),
  rules: handlerOf('rules'),
  who: handlerOf('who'),
  user: handlerOf('user'),
}

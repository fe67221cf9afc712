import {
  type Answer,
  type Check,
  type Graph,
  questionInWords,
  type Step,
  type Trace,
  userInfo,
} from '@authz-playground/engine'
import { attributesFor } from '@authz-playground/engine/internal/kube'
import { type Story, storyOf } from './narration.ts'

/** A chart with a fork that asks nobody, a node that may ask several times, and two ends. For tests. */
export const GRAPH: Graph = {
  nodes: [
    { id: 'A', shape: 'step', label: ['receive request'], about: 'The request is read.' },
    { id: 'B', shape: 'question', label: ['Is the target a node?'], about: 'By its name.' },
    { id: 'C', shape: 'question', label: [{ code: 'impersonate:user-info' }, '?'], about: 'One check for each part.' },
    { id: 'D', shape: 'question', label: ['legacy ', { code: 'impersonate' }, '?'], about: 'The last resort.' },
    { id: 'ok', shape: 'end', label: ['200: the request is served'], about: 'It is served.' },
    { id: 'no', shape: 'end', label: ['403 Forbidden'], about: 'It is not.' },
  ],
  edges: [
    { id: 'A:next', from: 'A', to: 'B' },
    { id: 'B:yes', from: 'B', to: 'D', label: ['yes'] },
    { id: 'B:no', from: 'B', to: 'C', label: ['no'] },
    { id: 'C:yes', from: 'C', to: 'ok', label: ['yes'] },
    { id: 'C:no', from: 'C', to: 'D', label: ['no'] },
    { id: 'D:yes', from: 'D', to: 'ok', label: ['yes'] },
    { id: 'D:no', from: 'D', to: 'no', label: ['no'] },
  ],
}

const ALLOWED: Answer = {
  decision: 'Allow',
  reason: 'RBAC: allowed',
  evidence: {
    authorizer: 'RBAC',
    binding: {
      kind: 'ClusterRoleBinding',
      name: 'impersonate-jane-identity',
      namespace: '',
      range: { source: 'policy', start: 0, end: 1, line: 12, column: 1, endLine: 12, endColumn: 2 },
    },
  },
}

export const NO_OPINION_ANSWER: Answer = { decision: 'NoOpinion', reason: '' }

export function storyCheck(resource: string, answer: Answer = ALLOWED): Check {
  const attributes = attributesFor(userInfo({ username: 'system:serviceaccount:default:my-controller' }), {
    verb: 'impersonate:user-info',
    apiVersion: 'v1',
    resource,
    name: 'jane',
  })
  return { phase: 'impersonation', purpose: 'username', attributes, answer }
}

/** Jane may be impersonated, her group may not, and the last resort fails too. */
export const REFUSED: readonly Step[] = [
  { node: 'A' },
  { node: 'B', edge: 'A:next', because: ['the headers ask for jane'] },
  { node: 'C', edge: 'B:no', because: ['jane is not a node'], check: storyCheck('users') },
  { node: 'C', check: storyCheck('groups', NO_OPINION_ANSWER) },
  {
    node: 'D',
    edge: 'C:no',
    because: ['the requestor does not hold it'],
    check: storyCheck('users', NO_OPINION_ANSWER),
  },
  { node: 'no', edge: 'D:no', because: ['nor that'] },
]

export function storyTrace(
  steps: readonly Step[] = REFUSED,
  outcome: Trace['outcome'] = { kind: 'allowed', code: 200 },
): Trace {
  return { design: 'test', requestor: userInfo({ username: 'my-controller' }), steps, outcome, featureEnabled: true }
}

export function storyFrom(steps: readonly Step[] = REFUSED): Story {
  return storyOf({
    trace: storyTrace(steps),
    checks: steps.flatMap(({ check }, step) =>
      check ? [{ step, question: questionInWords(check), request: [] }] : [],
    ),
    design: { graph: GRAPH },
  })
}

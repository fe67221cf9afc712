import { type Example, http, scenario } from './example.ts'
import { CONTROLLER, JANE, janesPolicy } from './first.ts'
import { binding, documents, role } from './rbac.ts'

const GROUP = 'Several requests: what the server remembers'
const asJane = (line: string): string => http(line, { 'Impersonate-User': JANE })
const LIST = asJane('GET /api/v1/namespaces/default/pods')
const WATCH = asJane('GET /api/v1/namespaces/default/pods?watch=true')
const DELETE = asJane('DELETE /api/v1/namespaces/default/pods/web')

function sent(text: string) {
  return { request: { form: 'http', text }, requestor: CONTROLLER } as const
}

const AS_JANE = { constraint: 'impersonate:user-info', groups: ['system:authenticated'] }

const bothWays = documents(
  janesPolicy,
  role('act-as-jane', `apiGroups: [""]\nresources: ["users"]\nresourceNames: ["${JANE}"]\nverbs: ["impersonate"]`),
  binding('controller-acts-as-jane', 'ClusterRole act-as-jane', 'ServiceAccount default/my-controller'),
  role('delete-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["delete"]'),
  binding('jane-deletes-pods', 'ClusterRole delete-pods', `User ${JANE}`),
)

/** Several requests to one server: the two caches, their end after ten seconds, and the mode that worked last. */
export const sequenceExamples: readonly Example[] = [
  {
    id: 'sequence-again',
    group: GROUP,
    title: 'The same request, four seconds later',
    sentence: 'Whether the impersonation is allowed was asked a moment ago: now only the request itself is checked.',
    scenario: scenario(janesPolicy, CONTROLLER, LIST, { earlier: [sent(LIST)], after: 4 }),
    expect: { code: 200, checks: ['Allow list pods'], ...AS_JANE },
  },
  {
    id: 'sequence-other-verb',
    group: GROUP,
    title: 'Another verb, four seconds later',
    sentence: 'That the controller may be jane is remembered; that it may `watch` `pods` as jane is not, and is asked.',
    scenario: scenario(janesPolicy, CONTROLLER, WATCH, { earlier: [sent(LIST)], after: 4 }),
    expect: { code: 200, checks: ['Allow impersonate-on:user-info:watch pods', 'Allow watch pods'], ...AS_JANE },
  },
  {
    id: 'sequence-expired',
    group: GROUP,
    title: 'The same request, ten seconds later',
    sentence: 'What was allowed is remembered for less than ten seconds: all of it is asked again.',
    scenario: scenario(janesPolicy, CONTROLLER, LIST, { earlier: [sent(LIST)], after: 10 }),
    expect: {
      code: 200,
      checks: ['Allow impersonate-on:user-info:list pods', 'Allow impersonate:user-info users', 'Allow list pods'],
      ...AS_JANE,
    },
  },
  {
    id: 'sequence-denied',
    group: GROUP,
    title: 'A denied request, sent again at once',
    sentence: 'What was denied is never remembered: the same checks are made, with the same answer.',
    scenario: scenario(janesPolicy, CONTROLLER, DELETE, { earlier: [sent(DELETE)], after: 1 }),
    expect: { code: 403, checks: ['NoOpinion impersonate-on:user-info:delete pods', 'NoOpinion impersonate users'] },
  },
  {
    id: 'sequence-mode',
    group: GROUP,
    title: 'The mode that worked last comes first',
    sentence: 'Deleting went by legacy impersonation; so the list is tried that way first, and carries no constraint.',
    note: 'The same request to a server that has just started is constrained: take out the earlier request, and see.',
    scenario: scenario(bothWays, CONTROLLER, LIST, { earlier: [sent(DELETE)], after: 30 }),
    expect: {
      code: 200,
      checks: ['Allow impersonate users', 'Allow list pods'],
      groups: ['system:authenticated'],
    },
  },
]

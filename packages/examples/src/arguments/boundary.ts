import { http, scenario, user } from '../example.ts'
import { documents } from '../rbac.ts'
import { type Argument, argument, caseOf, verdict } from './argument.ts'
import { allowedAmong, code, isAllowed } from './found.ts'
import { AUTHENTICATION, DEPUTY, grant, janeReads, rule, THE_DEPUTY } from './grants.ts'
import { LINE, LIST } from './requests.ts'

const AS_JANE = { 'Impersonate-User': 'jane' }
const WITHIN = { ...AS_JANE, 'Impersonate-Boundary': 'pod-lister' }
const BOUNDED = documents(
  janeReads('pods', 'get list delete'),
  grant('within', THE_DEPUTY, [
    rule('impersonate-within', 'clusterroles', { group: 'rbac.authorization.k8s.io', names: 'pod-lister' }),
    rule('impersonate-within', 'users', { group: AUTHENTICATION, names: 'jane' }),
  ]),
  grant('pod-lister', 'User system:boundary:pod-lister', rule('list', 'pods')),
)

/** A claim of the review thread about permission boundaries. */
export const boundaryArguments: readonly Argument[] = [
  argument({
    id: 'boundary-bounds',
    title: 'A permission boundary limits the actions as the target',
    claim: {
      quote: 'impersonate (act as) those principals, but only within a bounding set of allowed actions',
      document: 'thread',
      section: 'on Alternatives, “permission boundaries, AWS style”',
    },
    assumes:
      'The boundary is a ClusterRole that the client names in a header of its own; the thread says nothing of how.',
    cases: {
      inside: caseOf('list pods, which the boundary has', scenario(BOUNDED, DEPUTY, http(LINE, WITHIN)), 'boundary'),
      outside: caseOf(
        'delete a pod, which jane may and the boundary has not',
        scenario(BOUNDED, DEPUTY, http('DELETE /api/v1/namespaces/prod/pods/web', WITHIN)),
        'boundary',
      ),
      without: caseOf('list pods without naming the boundary', scenario(BOUNDED, DEPUTY, LIST), 'boundary'),
      itself: caseOf(
        'jane deletes the pod herself',
        scenario(BOUNDED, user('jane'), http('DELETE /api/v1/namespaces/prod/pods/web')),
        'boundary',
      ),
    },
    settle(of) {
      return verdict(
        isAllowed(of('inside')) && allowedAmong([of('outside'), of('without')]) === 0,
        `Within the boundary ${code(of('inside'))}, beyond it ${code(of('outside'))}, though jane herself gets ${code(
          of('itself'),
        )}. A request that does not name the boundary gets ${code(of('without'))}.`,
      )
    },
  }),
]

import { IDENTITY_OF_JANE, LIST_AND_WATCH_PODS } from './docs-user-policies.ts'
import { type Example, http, scenario, serviceAccount } from './example.ts'
import { binding, documents, role } from './rbac.ts'

export const CONTROLLER = serviceAccount('default', 'my-controller')
export const JANE = 'jane.doe@example.com'

const janesOwn = documents(
  `# Not on the docs page: what jane.doe@example.com may do herself. Impersonation never adds to it.\n${role(
    'read-pods',
    'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list", "watch"]',
  )}`,
  binding('jane-reads-pods', 'ClusterRole read-pods', `User ${JANE}`),
)
export const janesPolicy = documents(IDENTITY_OF_JANE, LIST_AND_WATCH_PODS, janesOwn)

export const IMPERSONATE_A_USER = 'Docs: impersonate a user for specific actions'

/**
 * The example that the playground opens with, separate from the others, so that the page does not load all of them
 * first.
 */
export const FIRST: Example = {
  id: 'docs-user-list',
  group: IMPERSONATE_A_USER,
  // It tells no end: the page asks about it on a first visit.
  title: 'List pods as jane',
  sentence:
    'A controller may act as `jane.doe@example.com`, but only to `list` and `watch` `pods` in namespace `default`.',
  scenario: scenario(
    janesPolicy,
    CONTROLLER,
    http('GET /api/v1/namespaces/default/pods', { 'Impersonate-User': JANE }),
  ),
  expect: {
    code: 200,
    checks: ['Allow impersonate-on:user-info:list pods', 'Allow impersonate:user-info users', 'Allow list pods'],
    constraint: 'impersonate:user-info',
    groups: ['system:authenticated'],
  },
}

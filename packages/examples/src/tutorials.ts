import { AUTHENTICATION, grant, rule } from './arguments/grants.ts'
import { type Example, http, scenario, serviceAccount, user } from './example.ts'
import { documents } from './rbac.ts'

const GROUP = 'What tutorials get wrong'

const CI = 'ServiceAccount tools/ci'
const ROLLOUT = 'system:serviceaccount:live:rollout'
const AS_ROLLOUT = http('GET /api/v1/namespaces/live/pods', { 'Impersonate-User': ROLLOUT })

const ownRights = documents(
  grant('rollout', 'ServiceAccount live/rollout', rule('list', 'pods'), 'live'),
  grant('zoe', 'User zoe', rule('list', 'pods'), 'live'),
)
/** Identity and action of the service account, as a tutorial has them: in the wrong namespace and group. */
const unused = documents(
  grant(
    'become-rollout',
    CI,
    rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION, names: ROLLOUT }),
    'tools',
  ),
  grant('list-as-rollout', CI, rule('impersonate-on:serviceaccount:list', 'pods', { group: AUTHENTICATION }), 'live'),
)
const mended = documents(
  grant(
    'become-rollout',
    CI,
    rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION, names: 'rollout' }),
    'live',
  ),
  grant('list-as-rollout', CI, rule('impersonate-on:serviceaccount:list', 'pods'), 'live'),
)
const legacy = grant('constrained-impersonation', CI, rule('impersonate', 'serviceaccounts', { names: 'rollout' }))

const rollout = (...policy: readonly string[]) =>
  scenario(documents(...policy, ownRights), serviceAccount('tools', 'ci'), AS_ROLLOUT)
const zoe = (policy: string, headers: Readonly<Record<string, string>> = {}) =>
  scenario(
    documents(policy, ownRights),
    user('mia'),
    http('GET /api/v1/namespaces/live/pods', { 'Impersonate-User': 'zoe', ...headers }),
  )

/** Mistakes of public pages about impersonation, in small policies. */
export const tutorialExamples: readonly Example[] = [
  {
    id: 'tutorial-rules-unused',
    group: GROUP,
    title: 'Rules that no check asks for',
    sentence:
      'A username where the check has a name alone, the namespace of the sender, and pods in `authentication.k8s.io`: none of it is used.',
    note: 'Kubernetes accepts all three. The lint names them at their lines.',
    scenario: rollout(unused),
    expect: {
      code: 403,
      checks: ['NoOpinion impersonate-on:serviceaccount:list pods', 'NoOpinion impersonate serviceaccounts'],
    },
  },
  {
    id: 'tutorial-by-legacy',
    group: GROUP,
    title: 'The rule that makes a tutorial work',
    sentence:
      'The same rules and one with the verb `impersonate`: the request passes, and no constraint is on what the account does.',
    note: 'The audit event has no `impersonationConstraint`, which is how an administrator finds out.',
    scenario: rollout(unused, legacy),
    expect: {
      code: 200,
      checks: [
        'NoOpinion impersonate-on:serviceaccount:list pods',
        'Allow impersonate serviceaccounts',
        'Allow list pods',
      ],
      groups: ['system:serviceaccounts', 'system:serviceaccounts:live', 'system:authenticated'],
    },
  },
  {
    id: 'tutorial-mended',
    group: GROUP,
    title: 'The same tutorial, mended',
    sentence:
      'The name alone, in the namespace of the account, and the action in the group of `pods`: no legacy rule is needed.',
    scenario: rollout(mended),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:serviceaccount:list pods',
        'Allow impersonate:serviceaccount serviceaccounts',
        'Allow list pods',
      ],
      constraint: 'impersonate:serviceaccount',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:live', 'system:authenticated'],
    },
  },
  {
    id: 'tutorial-role-for-users',
    group: GROUP,
    title: 'A Role for users',
    sentence: 'Impersonation of users is checked without a namespace, so a Role and its RoleBinding never grant it.',
    scenario: zoe(grant('become-zoe', 'User mia', rule('impersonate', 'users', { names: 'zoe' }), 'live')),
    expect: {
      code: 403,
      checks: ['NoOpinion impersonate-on:user-info:list pods', 'NoOpinion impersonate users'],
    },
  },
  {
    id: 'tutorial-extra-without-key',
    group: GROUP,
    title: 'Extras without a key',
    sentence: 'The check for an extra asks for `userextras/KEY`, so a rule for `userextras` does not cover it.',
    scenario: zoe(
      grant('become-zoe', 'User mia', [
        rule('impersonate', 'users', { names: 'zoe' }),
        rule('impersonate', 'userextras', { group: AUTHENTICATION }),
      ]),
      { 'Impersonate-Extra-scopes': 'view' },
    ),
    expect: {
      code: 403,
      checks: [
        'NoOpinion impersonate-on:user-info:list pods',
        'Allow impersonate users',
        'NoOpinion impersonate userextras/scopes',
      ],
    },
  },
]

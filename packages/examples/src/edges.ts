import { boundTo, type Example, http, scenario, serviceAccount, user } from './example.ts'
import { binding, documents, role } from './rbac.ts'

const CTL = user('ctl', 'ops')
const LIST = 'GET /api/v1/namespaces/prod/pods'
const AUTHENTICATED = ['system:authenticated']

/** A ClusterRole and its binding to `ctl`, under one name. */
function grant(name: string, rule: string): string {
  return documents(role(name, rule), binding(name, `ClusterRole ${name}`, 'User ctl')).trim()
}

const listAsAnyUser = grant(
  'list-pods-as-users',
  'apiGroups: [""]\nresources: ["pods"]\nverbs: ["impersonate-on:user-info:list"]',
)
const identity = (resources: string, names?: string): string =>
  `apiGroups: ["authentication.k8s.io"]\nresources: [${resources}]\n${names === undefined ? '' : `resourceNames: [${names}]\n`}verbs: ["impersonate:user-info"]`
const janeReadsPods = documents(
  role('read-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list", "watch"]'),
  binding('jane-reads-pods', 'ClusterRole read-pods', 'User jane'),
).trim()

const LEGACY = 'Legacy and constrained, side by side'

const legacyExamples: readonly Example[] = [
  {
    id: 'legacy-fallback',
    group: LEGACY,
    title: 'Legacy is the last resort',
    sentence:
      'With the feature on, an old rule for the verb `impersonate` still works, after the constrained mode has failed.',
    scenario: scenario(
      documents(
        grant(
          'impersonate-jane',
          'apiGroups: [""]\nresources: ["users"]\nresourceNames: ["jane"]\nverbs: ["impersonate"]',
        ),
        janeReadsPods,
      ),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane' }),
    ),
    expect: {
      code: 200,
      checks: ['NoOpinion impersonate-on:user-info:list pods', 'Allow impersonate users', 'Allow list pods'],
      groups: AUTHENTICATED,
    },
  },
  {
    id: 'feature-off',
    group: LEGACY,
    title: 'New rules, feature off',
    sentence:
      'A server that has the gate off asks only for `impersonate`; the new verbs are strings that nobody asks for.',
    scenario: scenario(
      documents(listAsAnyUser, grant('be-jane', identity('"users"', '"jane"')), janeReadsPods),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane' }),
      {
        version: '1.35',
      },
    ),
    expect: { code: 403, checks: ['NoOpinion impersonate users'] },
  },
  {
    id: 'legacy-node-is-a-user',
    group: LEGACY,
    title: 'A node by legacy is just a user',
    sentence:
      'Impersonated by the verb `impersonate`, a node gets no `system:nodes` group, so a rule for nodes does not reach it.',
    scenario: scenario(
      documents(
        grant(
          'impersonate-node-1',
          'apiGroups: [""]\nresources: ["users"]\nresourceNames: ["system:node:node-1"]\nverbs: ["impersonate"]',
        ),
        role('nodes-read-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list"]'),
        binding('nodes-read-pods', 'ClusterRole nodes-read-pods', 'Group system:nodes'),
      ),
      CTL,
      http(LIST, { 'Impersonate-User': 'system:node:node-1' }),
    ),
    expect: {
      code: 403,
      checks: ['NoOpinion impersonate-on:arbitrary-node:list pods', 'Allow impersonate users', 'NoOpinion list pods'],
      groups: AUTHENTICATED,
    },
  },
  {
    id: 'star-is-constrained',
    group: LEGACY,
    title: 'A user with * uses a constrained mode',
    sentence: 'A rule for every verb grants the new verbs too, and they are asked for first.',
    scenario: scenario(
      documents(grant('all', 'apiGroups: ["*"]\nresources: ["*"]\nverbs: ["*"]'), janeReadsPods),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane' }),
    ),
    expect: {
      code: 200,
      checks: ['Allow impersonate-on:user-info:list pods', 'Allow impersonate:user-info users', 'Allow list pods'],
      constraint: 'impersonate:user-info',
      groups: AUTHENTICATED,
    },
  },
]

const DENIED = 'What fails, and where'

const deniedExamples: readonly Example[] = [
  {
    id: 'denied-action',
    group: DENIED,
    title: 'The action is not granted',
    sentence: 'The identity would be allowed, but it is never asked for: the action check comes first.',
    scenario: scenario(
      documents(grant('be-jane', identity('"users"', '"jane"')), janeReadsPods),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane' }),
    ),
    expect: { code: 403, checks: ['NoOpinion impersonate-on:user-info:list pods', 'NoOpinion impersonate users'] },
  },
  {
    id: 'denied-identity',
    group: DENIED,
    title: 'The identity is not granted',
    sentence: 'Listing pods as some user is granted, but not as `jane`; the 403 names the identity check.',
    scenario: scenario(
      documents(listAsAnyUser, grant('be-bob', identity('"users"', '"bob"')), janeReadsPods),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane' }),
    ),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:user-info:list pods',
        'NoOpinion impersonate:user-info users',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'partial-wildcard',
    group: DENIED,
    title: 'impersonate-on:* matches nothing',
    sentence: 'Verbs have no partial wildcards: `impersonate-on:user-info:*` is only a string, and nobody asks for it.',
    scenario: scenario(
      documents(
        grant(
          'every-action',
          'apiGroups: [""]\nresources: ["pods"]\nverbs: ["impersonate-on:*", "impersonate-on:user-info:*"]',
        ),
        grant('be-anybody', identity('"users"')),
        janeReadsPods,
      ),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane' }),
    ),
    expect: { code: 403, checks: ['NoOpinion impersonate-on:user-info:list pods', 'NoOpinion impersonate users'] },
  },
  {
    id: 'resource-names',
    group: DENIED,
    title: 'resourceNames and list',
    sentence: 'An action limited to one pod covers `get` of that pod, and no `list`: a `list` names nothing.',
    scenario: scenario(
      documents(
        grant(
          'one-pod',
          'apiGroups: [""]\nresources: ["pods"]\nresourceNames: ["web"]\nverbs: ["impersonate-on:user-info:get", "impersonate-on:user-info:list"]',
        ),
        grant('be-anybody', identity('"users"')),
        janeReadsPods,
      ),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane' }),
    ),
    expect: { code: 403, checks: ['NoOpinion impersonate-on:user-info:list pods', 'NoOpinion impersonate users'] },
  },
  {
    id: 'resource-names-get',
    group: DENIED,
    title: 'resourceNames and get',
    sentence: 'The same rule, asked for the pod that it names.',
    scenario: scenario(
      documents(
        grant(
          'one-pod',
          'apiGroups: [""]\nresources: ["pods"]\nresourceNames: ["web"]\nverbs: ["impersonate-on:user-info:get", "impersonate-on:user-info:list"]',
        ),
        grant('be-anybody', identity('"users"')),
        janeReadsPods,
      ),
      CTL,
      'kubectl get pod web --namespace prod --as jane',
      { form: 'kubectl' },
    ),
    expect: {
      code: 200,
      checks: ['Allow impersonate-on:user-info:get pods', 'Allow impersonate:user-info users', 'Allow get pods'],
      constraint: 'impersonate:user-info',
      groups: AUTHENTICATED,
    },
  },
  {
    id: 'malformed-header',
    group: DENIED,
    title: 'A group without a user (400)',
    sentence: 'Headers that ask for a group and for no user are refused before anything is checked.',
    scenario: scenario(
      documents(listAsAnyUser, grant('be-anybody', identity('"users", "groups"'))),
      CTL,
      http(LIST, { 'Impersonate-Group': 'devs' }),
    ),
    expect: { code: 400, checks: [] },
  },
]

const WHERE = 'Where a permission holds'

const actionEverywhere = grant(
  'act-as-accounts',
  'apiGroups: [""]\nresources: ["pods"]\nverbs: ["impersonate-on:serviceaccount:list"]',
)
const accountRule =
  'apiGroups: ["authentication.k8s.io"]\nresources: ["serviceaccounts"]\nverbs: ["impersonate:serviceaccount"]'
const accountsReadPods = documents(
  role('read-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list"]'),
  binding('accounts-read-pods', 'ClusterRole read-pods', 'Group system:serviceaccounts'),
).trim()
const asAccount = (namespace: string): string =>
  http(LIST, { 'Impersonate-User': `system:serviceaccount:${namespace}:builder` })

const whereExamples: readonly Example[] = [
  {
    id: 'rolebinding-limits-where',
    group: WHERE,
    title: 'A RoleBinding limits whose accounts',
    sentence: 'Bound in namespace `ci`, the identity verb covers the service accounts of `ci` and no others.',
    scenario: scenario(
      documents(
        actionEverywhere,
        role('be-accounts', accountRule),
        binding('be-accounts-of-ci', 'ClusterRole be-accounts', 'User ctl', 'ci'),
        accountsReadPods,
      ),
      CTL,
      asAccount('prod'),
    ),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:serviceaccount:list pods',
        'NoOpinion impersonate:serviceaccount serviceaccounts',
        'NoOpinion impersonate serviceaccounts',
      ],
    },
  },
  {
    id: 'rolebinding-in-its-namespace',
    group: WHERE,
    title: 'A RoleBinding in its own namespace',
    sentence: 'A service account of `ci`, where the binding is: allowed.',
    scenario: scenario(
      documents(
        actionEverywhere,
        role('be-accounts', accountRule),
        binding('be-accounts-of-ci', 'ClusterRole be-accounts', 'User ctl', 'ci'),
        accountsReadPods,
      ),
      CTL,
      asAccount('ci'),
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:serviceaccount:list pods',
        'Allow impersonate:serviceaccount serviceaccounts',
        'Allow list pods',
      ],
      constraint: 'impersonate:serviceaccount',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:ci', 'system:authenticated'],
    },
  },
  {
    id: 'clusterrolebinding-opens-all',
    group: WHERE,
    title: 'A ClusterRoleBinding opens every namespace',
    sentence:
      'The same role, bound for the whole cluster: every service account of every namespace may be impersonated.',
    scenario: scenario(
      documents(
        actionEverywhere,
        role('be-accounts', accountRule),
        binding('be-every-account', 'ClusterRole be-accounts', 'User ctl'),
        accountsReadPods,
      ),
      CTL,
      asAccount('prod'),
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:serviceaccount:list pods',
        'Allow impersonate:serviceaccount serviceaccounts',
        'Allow list pods',
      ],
      constraint: 'impersonate:serviceaccount',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:prod', 'system:authenticated'],
    },
  },
  {
    id: 'union-of-grants',
    group: WHERE,
    title: 'The union of two grants',
    sentence:
      '`pods` as `jane` was meant, and `secrets` as `bob`; every combination holds, `secrets` as `jane` included.',
    note: 'All `impersonate:user-info` grants of one requestor combine with all its `impersonate-on:user-info` grants. Nothing ties an action to an identity.',
    scenario: scenario(
      documents(
        listAsAnyUser,
        grant('be-jane', identity('"users"', '"jane"')),
        grant(
          'list-secrets-as-users',
          'apiGroups: [""]\nresources: ["secrets"]\nverbs: ["impersonate-on:user-info:list"]',
        ),
        grant('be-bob', identity('"users"', '"bob"')),
        role('read-secrets', 'apiGroups: [""]\nresources: ["secrets"]\nverbs: ["list"]'),
        binding('jane-reads-secrets', 'ClusterRole read-secrets', 'User jane'),
      ),
      CTL,
      http('GET /api/v1/namespaces/prod/secrets', { 'Impersonate-User': 'jane' }),
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:list secrets',
        'Allow impersonate:user-info users',
        'Allow list secrets',
      ],
      constraint: 'impersonate:user-info',
      groups: AUTHENTICATED,
    },
  },
]

const PARTS = 'Groups, extras and special users'
const devsReadPods = documents(
  role('read-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list"]'),
  binding('devs-read-pods', 'ClusterRole read-pods', 'Group devs'),
).trim()

const partExamples: readonly Example[] = [
  {
    id: 'serviceaccount-with-group',
    group: PARTS,
    title: 'A service account with a group',
    sentence:
      'With any other header beside `Impersonate-User` no constrained mode applies to a service account; only legacy is left.',
    scenario: scenario(
      documents(actionEverywhere, grant('be-accounts', accountRule), accountsReadPods),
      CTL,
      http(LIST, { 'Impersonate-User': 'system:serviceaccount:prod:builder', 'Impersonate-Group': 'devs' }),
    ),
    expect: { code: 403, checks: ['NoOpinion impersonate serviceaccounts'] },
  },
  {
    id: 'node-with-extra',
    group: PARTS,
    title: 'A node with an extra',
    sentence: 'The same for nodes: an extra header switches both node modes off.',
    scenario: scenario(
      documents(
        grant(
          'be-nodes',
          'apiGroups: ["authentication.k8s.io"]\nresources: ["nodes"]\nverbs: ["impersonate:associated-node", "impersonate:arbitrary-node"]',
        ),
        grant(
          'act-as-nodes',
          'apiGroups: [""]\nresources: ["pods"]\nverbs: ["impersonate-on:associated-node:list", "impersonate-on:arbitrary-node:list"]',
        ),
      ),
      boundTo('node-1', serviceAccount('kube-system', 'node-agent')),
      http(LIST, { 'Impersonate-User': 'system:node:node-1', 'Impersonate-Extra-example.com%2Freason': 'debug' }),
    ),
    expect: { code: 403, checks: ['NoOpinion impersonate users'] },
  },
  {
    id: 'four-groups',
    group: PARTS,
    title: 'Four groups by wildcard',
    sentence:
      'From four groups on, one check for the name `*` comes first; a rule without `resourceNames` allows it, and saves four.',
    scenario: scenario(
      documents(listAsAnyUser, grant('be-anybody', identity('"users", "groups"')), devsReadPods),
      CTL,
      'kubectl get pods -n prod --as=jane --as-group=devs --as-group=ops --as-group=qa --as-group=oncall',
      { form: 'kubectl' },
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:list pods',
        'Allow impersonate:user-info users',
        'Allow impersonate:user-info groups',
        'Allow list pods',
      ],
      constraint: 'impersonate:user-info',
      groups: ['devs', 'ops', 'qa', 'oncall', 'system:authenticated'],
    },
  },
  {
    id: 'four-groups-by-name',
    group: PARTS,
    title: 'Four groups by name',
    sentence: 'A rule that lists the groups does not allow the name `*`, so each group is asked for as well.',
    scenario: scenario(
      documents(
        listAsAnyUser,
        grant('be-jane', identity('"users"', '"jane"')),
        grant('be-in-groups', identity('"groups"', '"devs", "ops", "qa", "oncall"')),
        devsReadPods,
      ),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane', 'Impersonate-Group': ['devs', 'ops', 'qa', 'oncall'] }),
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:list pods',
        'Allow impersonate:user-info users',
        'NoOpinion impersonate:user-info groups',
        'Allow impersonate:user-info groups',
        'Allow impersonate:user-info groups',
        'Allow impersonate:user-info groups',
        'Allow impersonate:user-info groups',
        'Allow list pods',
      ],
      constraint: 'impersonate:user-info',
      groups: ['devs', 'ops', 'qa', 'oncall', 'system:authenticated'],
    },
  },
  {
    id: 'plain-extra-key',
    group: PARTS,
    title: 'A plain extra key',
    sentence:
      'Constrained impersonation refuses an extra key without a domain, such as `scopes`, without asking anybody.',
    scenario: scenario(
      documents(listAsAnyUser, grant('be-anybody', identity('"users", "userextras/scopes"')), janeReadsPods),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane', 'Impersonate-Extra-Scopes': 'view' }),
    ),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:user-info:list pods',
        'Allow impersonate:user-info users',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'domain-extra-key',
    group: PARTS,
    title: 'A domain-prefixed extra key',
    sentence:
      '`example.com/scopes` is accepted, and checked as `userextras/example.com/scopes` with the value as its name.',
    scenario: scenario(
      documents(
        listAsAnyUser,
        grant('be-anybody', identity('"users", "userextras/example.com/scopes"')),
        janeReadsPods,
      ),
      CTL,
      'kubectl get pods -n prod --as=jane --as-user-extra=example.com/scopes=view',
      { form: 'kubectl' },
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:list pods',
        'Allow impersonate:user-info users',
        'Allow impersonate:user-info userextras/example.com/scopes',
        'Allow list pods',
      ],
      constraint: 'impersonate:user-info',
      groups: AUTHENTICATED,
    },
  },
  {
    id: 'masters-group',
    group: PARTS,
    title: 'The group system:masters',
    sentence: 'No constrained mode lets anybody into `system:masters`; legacy still can.',
    scenario: scenario(
      documents(
        listAsAnyUser,
        grant('be-anybody', identity('"users", "groups"')),
        grant('legacy', 'apiGroups: [""]\nresources: ["users", "groups"]\nverbs: ["impersonate"]'),
      ),
      CTL,
      http(LIST, { 'Impersonate-User': 'jane', 'Impersonate-Group': 'system:masters' }),
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:list pods',
        'Allow impersonate:user-info users',
        'Allow impersonate users',
        'Allow impersonate groups',
        'Allow list pods',
      ],
      groups: ['system:masters', 'system:authenticated'],
    },
  },
  {
    id: 'anonymous-target',
    group: PARTS,
    title: 'The anonymous user as target',
    sentence: 'Impersonating `system:anonymous` adds `system:unauthenticated`, and not `system:authenticated`.',
    scenario: scenario(
      documents(
        grant('version-as-users', 'nonResourceURLs: ["/version"]\nverbs: ["impersonate-on:user-info:get"]'),
        grant('be-anonymous', identity('"users"', '"system:anonymous"')),
        role('version', 'nonResourceURLs: ["/version"]\nverbs: ["get"]'),
        binding('version-for-all', 'ClusterRole version', 'Group system:unauthenticated'),
      ),
      CTL,
      'curl -k https://localhost:6443/version -H "Impersonate-User: system:anonymous"',
      { form: 'curl' },
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:get /version',
        'Allow impersonate:user-info users',
        'Allow get /version',
      ],
      constraint: 'impersonate:user-info',
      groups: ['system:unauthenticated'],
    },
  },
]

/** Common surprises, one per example. */
export const edgeExamples: readonly Example[] = [
  ...legacyExamples,
  ...deniedExamples,
  ...whereExamples,
  ...partExamples,
]

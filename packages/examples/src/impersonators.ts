import type { PlainUser, Scenario } from '@authz-playground/engine'
import { type Example, type ExpectedResult, http, scenario, serviceAccount } from './example.ts'
import { binding, documents, role, type SubjectText } from './rbac.ts'

const GROUP = 'Impersonators in use'

/** What the impersonated users of these examples may do themselves. */
const OF_DEVELOPERS = [
  role('read-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list", "watch"]'),
  binding('read-pods', 'ClusterRole read-pods', 'Group developers'),
]
const LIST_PODS = 'GET /api/v1/namespaces/prod/pods'
const AS_JANE = { 'Impersonate-User': 'jane@example.com', 'Impersonate-Group': ['developers', 'system:authenticated'] }

const AUTHENTICATION = 'apiGroups: ["authentication.k8s.io"]'

/** Rules for one user with her groups, and for pods in one namespace. */
function asJane(name: string, subject: SubjectText): readonly string[] {
  return [
    role(`${name}-impersonates`, [
      `${AUTHENTICATION}\nresources: ["users"]\nresourceNames: ["jane@example.com"]\nverbs: ["impersonate:user-info"]`,
      `${AUTHENTICATION}\nresources: ["groups"]\nresourceNames: ["developers", "system:authenticated"]\nverbs: ["impersonate:user-info"]`,
    ]),
    binding(`${name}-impersonates`, `ClusterRole ${name}-impersonates`, subject),
    role(
      `${name}-while-impersonating`,
      'apiGroups: [""]\nresources: ["pods"]\nverbs: ["impersonate-on:user-info:get", "impersonate-on:user-info:list"]',
      'prod',
    ),
    binding(`${name}-while-impersonating`, `Role ${name}-while-impersonating`, subject, 'prod'),
  ]
}

const BY_LEGACY: ExpectedResult = {
  code: 200,
  checks: [
    'NoOpinion impersonate-on:user-info:list pods',
    'Allow impersonate users',
    'Allow impersonate groups',
    'Allow impersonate groups',
    'Allow list pods',
  ],
  groups: ['developers', 'system:authenticated'],
}

const CONSTRAINED: ExpectedResult = {
  code: 200,
  checks: [
    'Allow impersonate-on:user-info:list pods',
    'Allow impersonate:user-info users',
    'Allow impersonate:user-info groups',
    'Allow impersonate:user-info groups',
    'Allow list pods',
  ],
  constraint: 'impersonate:user-info',
  groups: ['developers', 'system:authenticated'],
}

function asking(
  account: PlainUser,
  policy: readonly string[],
  headers: Readonly<Record<string, string | readonly string[]>> = AS_JANE,
  line = LIST_PODS,
): Scenario {
  return scenario(documents(...policy, ...OF_DEVELOPERS), account, http(line, headers))
}

const ANYBODY = 'apiGroups: [""]\nresources: ["users", "groups", "serviceaccounts"]\nverbs: ["impersonate"]'

const TELEPORT = 'ServiceAccount teleport/teleport-agent'
const OWN_OF_TELEPORT = [
  'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get"]',
  'apiGroups: ["authorization.k8s.io"]\nresources: ["selfsubjectaccessreviews"]\nverbs: ["create"]',
]

const OIDC_PROXY = 'ServiceAccount auth/kube-oidc-proxy'
const OWN_OF_OIDC_PROXY = `${AUTHENTICATION}\nresources: ["tokenreviews"]\nverbs: ["create"]`

const RANCHER = 'ServiceAccount cattle-impersonation-system/cattle-impersonation-u-7xk2p'
const RANCHER_GROUPS = ['system:authenticated', 'system:cattle:authenticated']
const AS_RANCHER_USER = {
  'Impersonate-User': 'u-7xk2p',
  'Impersonate-Group': RANCHER_GROUPS,
  'Impersonate-Extra-Principalid': 'local://u-7xk2p',
}
const OF_RANCHER_USER = [
  role('project-member', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list"]', 'prod'),
  binding('project-member', 'Role project-member', 'User u-7xk2p', 'prod'),
]

const ARGO_CD = 'ServiceAccount argocd/argocd-application-controller'
const DEPLOYER = 'system:serviceaccount:guestbook:deployer'
const OF_DEPLOYER = [
  role('deploy', 'apiGroups: ["apps"]\nresources: ["deployments"]\nverbs: ["get", "create", "patch"]', 'guestbook'),
  binding('deploy', 'Role deploy', 'ServiceAccount guestbook/deployer', 'guestbook'),
]
const SYNC = 'POST /apis/apps/v1/namespaces/guestbook/deployments'

const CAPSULE = 'ServiceAccount capsule-system/capsule-proxy'
const OWN_OF_CAPSULE = [
  'apiGroups: ["*"]\nresources: ["*"]\nverbs: ["get", "list", "watch"]',
  'apiGroups: ["authorization.k8s.io"]\nresources: ["subjectaccessreviews", "selfsubjectaccessreviews"]\nverbs: ["create"]',
]

/** Programs that impersonate, with rules like those of their manifests, and what they could be constrained to. */
export const impersonatorExamples: readonly Example[] = [
  {
    id: 'teleport-legacy',
    group: GROUP,
    title: 'Teleport, as it is',
    sentence:
      'The agent may be anybody, in any group, and for any request: the verb `impersonate` knows no other limit.',
    scenario: asking(serviceAccount('teleport', 'teleport-agent'), [
      role('teleport-agent', [ANYBODY, ...OWN_OF_TELEPORT]),
      binding('teleport-agent', 'ClusterRole teleport-agent', TELEPORT),
    ]),
    expect: BY_LEGACY,
  },
  {
    id: 'teleport-constrained',
    group: GROUP,
    title: 'Teleport, constrained',
    sentence: 'Every user and group that Teleport maps is named, and what they may be used for.',
    note: 'At its start the agent asks by SelfSubjectAccessReviews for the verb `impersonate` on users, groups and service accounts, and goes no further without it. Until Teleport asks otherwise, the legacy rule stays.',
    scenario: asking(serviceAccount('teleport', 'teleport-agent'), [
      role('teleport-agent', OWN_OF_TELEPORT),
      binding('teleport-agent', 'ClusterRole teleport-agent', TELEPORT),
      ...asJane('teleport-agent', TELEPORT),
    ]),
    expect: CONSTRAINED,
  },
  {
    id: 'oidc-proxy-legacy',
    group: GROUP,
    title: 'kube-oidc-proxy, as it is',
    sentence:
      'With its option for the client’s address, the proxy sends the extra `remote-client-ip` with every request.',
    scenario: asking(
      serviceAccount('auth', 'kube-oidc-proxy'),
      [
        role('kube-oidc-proxy', [
          ANYBODY,
          `${AUTHENTICATION}\nresources: ["userextras/scopes", "userextras/remote-client-ip", "tokenreviews"]\nverbs: ["create", "impersonate"]`,
        ]),
        binding('kube-oidc-proxy', 'ClusterRole kube-oidc-proxy', OIDC_PROXY),
      ],
      { ...AS_JANE, 'Impersonate-Extra-Remote-Client-Ip': '192.0.2.7' },
    ),
    expect: {
      ...BY_LEGACY,
      checks: [...BY_LEGACY.checks.slice(0, -1), 'Allow impersonate userextras/remote-client-ip', 'Allow list pods'],
    },
  },
  {
    id: 'oidc-proxy-constrained',
    group: GROUP,
    title: 'kube-oidc-proxy, constrained',
    sentence: 'Without that option the proxy sends a name and groups, which the mode `user-info` takes.',
    note: 'The key remote-client-ip has no domain, and no rule of constrained impersonation can allow it. The option is off by default; extras of one’s own may have keys such as example.com/team.',
    scenario: asking(serviceAccount('auth', 'kube-oidc-proxy'), [
      role('kube-oidc-proxy', OWN_OF_OIDC_PROXY),
      binding('kube-oidc-proxy', 'ClusterRole kube-oidc-proxy', OIDC_PROXY),
      ...asJane('kube-oidc-proxy', OIDC_PROXY),
    ]),
    expect: CONSTRAINED,
  },
  {
    id: 'rancher-legacy',
    group: GROUP,
    title: 'Rancher, as it is',
    sentence: 'A service account for each user, which may be that user alone, but for any request.',
    scenario: scenario(
      documents(
        role('cattle-impersonation-u-7xk2p', [
          'apiGroups: [""]\nresources: ["users"]\nresourceNames: ["u-7xk2p"]\nverbs: ["impersonate"]',
          `apiGroups: [""]\nresources: ["groups"]\nresourceNames: ["${RANCHER_GROUPS.join('", "')}"]\nverbs: ["impersonate"]`,
          `${AUTHENTICATION}\nresources: ["userextras/requesttokenid", "userextras/requesthost"]\nverbs: ["impersonate"]`,
          `${AUTHENTICATION}\nresources: ["userextras/principalid"]\nresourceNames: ["local://u-7xk2p"]\nverbs: ["impersonate"]`,
          `${AUTHENTICATION}\nresources: ["userextras/username"]\nresourceNames: ["jane"]\nverbs: ["impersonate"]`,
        ]),
        binding('cattle-impersonation-u-7xk2p', 'ClusterRole cattle-impersonation-u-7xk2p', RANCHER),
        ...OF_RANCHER_USER,
      ),
      serviceAccount('cattle-impersonation-system', 'cattle-impersonation-u-7xk2p'),
      http(LIST_PODS, AS_RANCHER_USER),
    ),
    expect: {
      code: 200,
      checks: [
        'NoOpinion impersonate-on:user-info:list pods',
        'Allow impersonate users',
        'Allow impersonate groups',
        'Allow impersonate groups',
        'Allow impersonate userextras/principalid',
        'Allow list pods',
      ],
      groups: RANCHER_GROUPS,
    },
  },
  {
    id: 'rancher-constrained',
    group: GROUP,
    title: 'Rancher, which cannot be constrained yet',
    sentence: 'The name and the groups go over; the extra `principalid` is refused, whatever the rules are.',
    note: 'Its key has no domain, and nor have the keys username, requesttokenid and requesthost, which Rancher sends too. It would have to send keys such as cattle.io/principalid.',
    scenario: scenario(
      documents(
        role('cattle-impersonation-u-7xk2p', [
          `${AUTHENTICATION}\nresources: ["users"]\nresourceNames: ["u-7xk2p"]\nverbs: ["impersonate:user-info"]`,
          `${AUTHENTICATION}\nresources: ["groups"]\nresourceNames: ["${RANCHER_GROUPS.join('", "')}"]\nverbs: ["impersonate:user-info"]`,
          'apiGroups: ["*"]\nresources: ["*"]\nverbs: ["impersonate-on:user-info:get", "impersonate-on:user-info:list"]',
        ]),
        binding('cattle-impersonation-u-7xk2p', 'ClusterRole cattle-impersonation-u-7xk2p', RANCHER),
        ...OF_RANCHER_USER,
      ),
      serviceAccount('cattle-impersonation-system', 'cattle-impersonation-u-7xk2p'),
      http(LIST_PODS, AS_RANCHER_USER),
    ),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:user-info:list pods',
        'Allow impersonate:user-info users',
        'Allow impersonate:user-info groups',
        'Allow impersonate:user-info groups',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'argo-cd-legacy',
    group: GROUP,
    title: 'Argo CD’s sync, as it is',
    sentence: 'The controller syncs as the service account of the project, and may be any other one too.',
    note: 'The usual installation grants the controller every verb on everything, which no change narrows: first its own role must name what it needs. Here it does.',
    scenario: scenario(
      documents(
        role('argocd-application-controller', [
          'apiGroups: ["*"]\nresources: ["*"]\nverbs: ["get", "list", "watch"]',
          'apiGroups: [""]\nresources: ["serviceaccounts"]\nverbs: ["impersonate"]',
        ]),
        binding('argocd-application-controller', 'ClusterRole argocd-application-controller', ARGO_CD),
        ...OF_DEPLOYER,
      ),
      serviceAccount('argocd', 'argocd-application-controller'),
      http(SYNC, { 'Impersonate-User': DEPLOYER }),
    ),
    expect: {
      code: 200,
      checks: [
        'NoOpinion impersonate-on:serviceaccount:create deployments',
        'Allow impersonate serviceaccounts',
        'Allow create deployments',
      ],
      groups: ['system:serviceaccounts', 'system:serviceaccounts:guestbook', 'system:authenticated'],
    },
  },
  {
    id: 'argo-cd-constrained',
    group: GROUP,
    title: 'Argo CD’s sync, constrained',
    sentence:
      'It sends a name alone, so the mode `serviceaccount` takes it: one Role in the namespace says who, and for what.',
    scenario: scenario(
      documents(
        role('argocd-application-controller', 'apiGroups: ["*"]\nresources: ["*"]\nverbs: ["get", "list", "watch"]'),
        binding('argocd-application-controller', 'ClusterRole argocd-application-controller', ARGO_CD),
        role(
          'sync-as-deployer',
          [
            `${AUTHENTICATION}\nresources: ["serviceaccounts"]\nresourceNames: ["deployer"]\nverbs: ["impersonate:serviceaccount"]`,
            'apiGroups: ["apps"]\nresources: ["deployments"]\nverbs: ["impersonate-on:serviceaccount:get", "impersonate-on:serviceaccount:create", "impersonate-on:serviceaccount:patch"]',
          ],
          'guestbook',
        ),
        binding('sync-as-deployer', 'Role sync-as-deployer', ARGO_CD, 'guestbook'),
        ...OF_DEPLOYER,
      ),
      serviceAccount('argocd', 'argocd-application-controller'),
      http(SYNC, { 'Impersonate-User': DEPLOYER }),
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:serviceaccount:create deployments',
        'Allow impersonate:serviceaccount serviceaccounts',
        'Allow create deployments',
      ],
      constraint: 'impersonate:serviceaccount',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:guestbook', 'system:authenticated'],
    },
  },
  {
    id: 'capsule-proxy-legacy',
    group: GROUP,
    title: 'capsule-proxy, as it is',
    sentence: 'It reads everything itself, and passes on what tenants send as them, whoever they are.',
    scenario: asking(serviceAccount('capsule-system', 'capsule-proxy'), [
      role('capsule-proxy', [ANYBODY, ...OWN_OF_CAPSULE]),
      binding('capsule-proxy', 'ClusterRole capsule-proxy', CAPSULE),
    ]),
    expect: BY_LEGACY,
  },
  {
    id: 'capsule-proxy-constrained',
    group: GROUP,
    title: 'capsule-proxy, constrained',
    sentence:
      'It sends names and groups, so the mode `user-info` takes it: the owners of tenants, in their namespaces.',
    note: 'For a client that impersonates in turn, capsule-proxy itself asks by a SubjectAccessReview whether that client holds the verb `impersonate`: such clients keep the legacy verb.',
    scenario: asking(serviceAccount('capsule-system', 'capsule-proxy'), [
      role('capsule-proxy', OWN_OF_CAPSULE),
      binding('capsule-proxy', 'ClusterRole capsule-proxy', CAPSULE),
      ...asJane('capsule-proxy', CAPSULE),
    ]),
    expect: CONSTRAINED,
  },
]

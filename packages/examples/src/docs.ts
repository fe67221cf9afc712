import type { Scenario } from '@authz-playground/engine'
import { APP_SA, APP_SA_IN_DEFAULT, APP_SA_IN_PRODUCTION, MYNODE, NODE_AGENT } from './docs-policies.ts'
import { IDENTITY_OF_JANE, LIST_AND_WATCH_PODS } from './docs-user-policies.ts'
import { boundTo, type Example, http, scenario, serviceAccount } from './example.ts'
import { CONTROLLER, FIRST, IMPERSONATE_A_USER, JANE, janesPolicy } from './first.ts'
import { pod } from './objects.ts'
import { binding, documents, role } from './rbac.ts'

const impersonateAUser: readonly Example[] = [
  FIRST,
  {
    id: 'docs-user-delete',
    group: IMPERSONATE_A_USER,
    title: 'Delete a pod as jane',
    sentence: 'Deleting was not granted for use while impersonating, so the action check fails, and legacy after it.',
    scenario: scenario(
      janesPolicy,
      CONTROLLER,
      http('DELETE /api/v1/namespaces/default/pods/web', { 'Impersonate-User': JANE }),
    ),
    expect: { code: 403, checks: ['NoOpinion impersonate-on:user-info:delete pods', 'NoOpinion impersonate users'] },
  },
  {
    id: 'docs-user-elsewhere',
    group: IMPERSONATE_A_USER,
    title: 'List pods as jane in another namespace',
    sentence: 'The action is granted by a RoleBinding in `default`, and therefore nowhere else.',
    scenario: scenario(janesPolicy, CONTROLLER, 'kubectl get pods -n kube-system --as=jane.doe@example.com', {
      form: 'kubectl',
    }),
    expect: { code: 403, checks: ['NoOpinion impersonate-on:user-info:list pods', 'NoOpinion impersonate users'] },
  },
  {
    id: 'docs-user-without-own-permission',
    group: IMPERSONATE_A_USER,
    title: 'The page’s YAML alone',
    sentence:
      'Impersonation succeeds, and the request is denied all the same: `jane.doe@example.com` has no permission of their own.',
    note: 'The docs page grants the impersonation and leaves out what `jane.doe@example.com` may do. Without it the last check, made as that user, fails.',
    scenario: scenario(
      documents(IDENTITY_OF_JANE, LIST_AND_WATCH_PODS),
      CONTROLLER,
      http('GET /api/v1/namespaces/default/pods', { 'Impersonate-User': JANE }),
    ),
    expect: {
      code: 403,
      checks: ['Allow impersonate-on:user-info:list pods', 'Allow impersonate:user-info users', 'NoOpinion list pods'],
      constraint: 'impersonate:user-info',
      groups: ['system:authenticated'],
    },
  },
]

const DEPUTY = serviceAccount('default', 'deputy-controller')
const APP_SA_USER = 'system:serviceaccount:production:app-sa'
const deploys = documents(
  `# Not on the docs page: what app-sa may do itself.\n${role(
    'manage-deployments',
    'apiGroups: ["apps"]\nresources: ["deployments"]\nverbs: ["create", "update", "patch", "delete"]',
    'production',
  )}`,
  binding('app-sa-manages-deployments', 'Role manage-deployments', 'ServiceAccount production/app-sa', 'production'),
)
const appSaPolicy = documents(APP_SA, deploys)
const SERVICE_ACCOUNT_GROUPS = ['system:serviceaccounts', 'system:serviceaccounts:production', 'system:authenticated']
const IMPERSONATE_A_SERVICE_ACCOUNT = 'Docs of 1.35: impersonate a service account'

const impersonateAServiceAccount: readonly Example[] = [
  {
    id: 'docs-serviceaccount-create',
    group: IMPERSONATE_A_SERVICE_ACCOUNT,
    title: 'Create a deployment as app-sa',
    sentence:
      'The deputy may act as the service account `app-sa` to `create`, `update` and `patch` `deployments` in `production`.',
    scenario: scenario(
      appSaPolicy,
      DEPUTY,
      http('POST /apis/apps/v1/namespaces/production/deployments', { 'Impersonate-User': APP_SA_USER }),
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:serviceaccount:create deployments',
        'Allow impersonate:serviceaccount serviceaccounts',
        'Allow create deployments',
      ],
      constraint: 'impersonate:serviceaccount',
      groups: SERVICE_ACCOUNT_GROUPS,
    },
  },
  {
    id: 'docs-serviceaccount-delete',
    group: IMPERSONATE_A_SERVICE_ACCOUNT,
    title: 'Delete a deployment as app-sa',
    sentence: '`app-sa` itself may delete deployments; the deputy may not do so as `app-sa`.',
    scenario: scenario(
      appSaPolicy,
      DEPUTY,
      http('DELETE /apis/apps/v1/namespaces/production/deployments/web', { 'Impersonate-User': APP_SA_USER }),
    ),
    expect: {
      code: 403,
      checks: ['NoOpinion impersonate-on:serviceaccount:delete deployments', 'NoOpinion impersonate serviceaccounts'],
    },
  },
  {
    id: 'docs-serviceaccount-every-namespace',
    group: IMPERSONATE_A_SERVICE_ACCOUNT,
    title: 'The app-sa of another namespace',
    sentence: 'A ClusterRoleBinding opens every namespace: the deputy passes as the `app-sa` of `staging` too.',
    note: 'The page of 1.35 says that the namespace must be given in a RoleBinding, and then binds the identity with a ClusterRoleBinding. So the deputy may be any service account called `app-sa`, and do what that account may do: here the one of `staging` may create deployments in `production`.',
    scenario: scenario(
      documents(
        appSaPolicy,
        `# Not on the docs page: an account of the same name in another namespace, which deploys to production.\n${binding(
          'staging-manages-deployments',
          'Role manage-deployments',
          'ServiceAccount staging/app-sa',
          'production',
        )}`,
      ),
      DEPUTY,
      http('POST /apis/apps/v1/namespaces/production/deployments', {
        'Impersonate-User': 'system:serviceaccount:staging:app-sa',
      }),
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:serviceaccount:create deployments',
        'Allow impersonate:serviceaccount serviceaccounts',
        'Allow create deployments',
      ],
      constraint: 'impersonate:serviceaccount',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:staging', 'system:authenticated'],
    },
  },
]

const asAppSA = (policy: string, namespace = 'production'): Scenario =>
  scenario(
    policy,
    DEPUTY,
    http('POST /apis/apps/v1/namespaces/production/deployments', {
      'Impersonate-User': `system:serviceaccount:${namespace}:app-sa`,
    }),
  )
const IMPERSONATE_APP_SA = 'Docs: impersonate a ServiceAccount'

const impersonateAppSA: readonly Example[] = [
  {
    id: 'docs-app-sa-printed',
    group: IMPERSONATE_APP_SA,
    title: 'Create a deployment as app-sa, as printed',
    sentence:
      'The Role for the identity is in `default`, and `app-sa` is in `production`: the check is made there, and no rule answers it.',
    note: 'The page says that this policy is for the `app-sa` of `production`. A Role and a RoleBinding count in their own namespace only, so both must be in `production`.',
    counterpart: { form: 'printed', other: 'docs-app-sa-mended' },
    scenario: asAppSA(documents(APP_SA_IN_DEFAULT, deploys)),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:serviceaccount:create deployments',
        'NoOpinion impersonate:serviceaccount serviceaccounts',
        'NoOpinion impersonate serviceaccounts',
      ],
    },
  },
  {
    id: 'docs-app-sa-mended',
    group: IMPERSONATE_APP_SA,
    title: 'Create a deployment as app-sa, mended',
    sentence: 'The Role and the RoleBinding for the identity are in `production`, where the service account is.',
    counterpart: { form: 'mended', other: 'docs-app-sa-printed' },
    scenario: asAppSA(documents(APP_SA_IN_PRODUCTION, deploys)),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:serviceaccount:create deployments',
        'Allow impersonate:serviceaccount serviceaccounts',
        'Allow create deployments',
      ],
      constraint: 'impersonate:serviceaccount',
      groups: SERVICE_ACCOUNT_GROUPS,
    },
  },
  {
    id: 'docs-app-sa-default',
    group: IMPERSONATE_APP_SA,
    title: 'The app-sa that the printed rules do allow',
    sentence: 'As printed, the deputy may be the `app-sa` of `default`, which may not create deployments itself.',
    note: 'Impersonation succeeds here. The last check is about `system:serviceaccount:default:app-sa`, an account of the same name in another namespace.',
    scenario: asAppSA(documents(APP_SA_IN_DEFAULT, deploys), 'default'),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:serviceaccount:create deployments',
        'Allow impersonate:serviceaccount serviceaccounts',
        'NoOpinion create deployments',
      ],
      constraint: 'impersonate:serviceaccount',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    },
  },
]

/** `node-impersonator` asks for this as a node, where the Node authorizer knows a pod on each of two nodes. */
function byNodeImpersonator(line: string, node: string): Scenario {
  return scenario(
    MYNODE,
    serviceAccount('default', 'node-impersonator'),
    http(line, { 'Impersonate-User': `system:node:${node}` }),
    {
      authorizationModes: ['Node', 'RBAC'],
      objects: documents(pod('web', 'default', 'mynode'), pod('db', 'default', 'node-2')),
    },
  )
}
const IMPERSONATE_A_NODE = 'Docs: impersonate a node'
const AS_MYNODE = { constraint: 'impersonate:arbitrary-node', groups: ['system:nodes', 'system:authenticated'] }

const impersonateANode: readonly Example[] = [
  {
    id: 'docs-mynode-get',
    group: IMPERSONATE_A_NODE,
    title: 'Get a pod of mynode as mynode',
    sentence: 'The account may be the node `mynode`, and the Node authorizer lets a node `get` a pod bound to it.',
    note: 'The page gives a ClusterRoleBinding the field `namespace`. The API server clears it, so the binding counts in the whole cluster.',
    scenario: byNodeImpersonator('GET /api/v1/namespaces/default/pods/web', 'mynode'),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:arbitrary-node:get pods',
        'Allow impersonate:arbitrary-node nodes',
        'Allow get pods',
      ],
      ...AS_MYNODE,
    },
  },
  {
    id: 'docs-mynode-list-all',
    group: IMPERSONATE_A_NODE,
    title: 'List the pods of all nodes as mynode',
    sentence: 'The impersonation is allowed; the list is not, because no field selector keeps it to `mynode`.',
    scenario: byNodeImpersonator('GET /api/v1/pods', 'mynode'),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:arbitrary-node:list pods',
        'Allow impersonate:arbitrary-node nodes',
        'NoOpinion list pods',
      ],
      ...AS_MYNODE,
    },
  },
  {
    id: 'docs-mynode-other',
    group: IMPERSONATE_A_NODE,
    title: 'Act as another node than mynode',
    sentence: '`resourceNames` has `mynode` alone, so acting as `node-2` is refused.',
    scenario: byNodeImpersonator('GET /api/v1/namespaces/default/pods/db', 'node-2'),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:arbitrary-node:get pods',
        'NoOpinion impersonate:arbitrary-node nodes',
        'NoOpinion impersonate users',
      ],
    },
  },
]

const AGENT = boundTo('node-1', serviceAccount('kube-system', 'node-agent'))
const PODS_OF_NODE_1 = 'GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1'
const ASSOCIATED_NODE = 'Docs: node agent impersonating the associated node'
const nodesByRBAC = documents(
  NODE_AGENT,
  `# Not on the docs page: a cluster without the Node authorizer, where RBAC speaks for nodes.\n${role(
    'nodes-read-pods',
    'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list"]',
  )}`,
  binding('nodes-read-pods', 'ClusterRole nodes-read-pods', 'Group system:nodes'),
)

/** The agent asks for this as `node-1`, where the Node authorizer knows a pod on each of two nodes. */
function asNode1(line: string): Scenario {
  return scenario(NODE_AGENT, AGENT, http(line, { 'Impersonate-User': 'system:node:node-1' }), {
    authorizationModes: ['Node', 'RBAC'],
    objects: documents(pod('web', 'default', 'node-1'), pod('db', 'default', 'node-2')),
  })
}

const AS_NODE_1 = { constraint: 'impersonate:associated-node', groups: ['system:nodes', 'system:authenticated'] }

const associatedNode: readonly Example[] = [
  {
    id: 'docs-node-list',
    group: ASSOCIATED_NODE,
    title: 'List the pods of its own node',
    sentence: 'The agent becomes the node it runs on, and the Node authorizer lets a node list the pods bound to it.',
    note: 'The Node authorizer reads the field selector, not the pods: a list of this node’s pods is allowed, however many there are.',
    scenario: asNode1(PODS_OF_NODE_1),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:associated-node:list pods',
        'Allow impersonate:associated-node nodes',
        'Allow list pods',
      ],
      ...AS_NODE_1,
    },
  },
  {
    id: 'docs-node-list-all',
    group: ASSOCIATED_NODE,
    title: 'List the pods of all nodes as its own',
    sentence: 'The impersonation is allowed; the list is not, because no field selector keeps it to `node-1`.',
    scenario: asNode1('GET /api/v1/pods'),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:associated-node:list pods',
        'Allow impersonate:associated-node nodes',
        'NoOpinion list pods',
      ],
      ...AS_NODE_1,
    },
  },
  {
    id: 'docs-node-get',
    group: ASSOCIATED_NODE,
    title: 'Get a pod that runs on its node',
    sentence: 'Among the stored objects `web` is bound to `node-1`, and so the Node authorizer finds the way to it.',
    scenario: asNode1('GET /api/v1/namespaces/default/pods/web'),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:associated-node:get pods',
        'Allow impersonate:associated-node nodes',
        'Allow get pods',
      ],
      ...AS_NODE_1,
    },
  },
  {
    id: 'docs-node-get-elsewhere',
    group: ASSOCIATED_NODE,
    title: 'Get a pod that runs on another node',
    sentence: '`db` is bound to `node-2`: nothing ties it to `node-1`, and the Node authorizer says so.',
    scenario: asNode1('GET /api/v1/namespaces/default/pods/db'),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:associated-node:get pods',
        'Allow impersonate:associated-node nodes',
        'NoOpinion get pods',
      ],
      ...AS_NODE_1,
    },
  },
  {
    id: 'docs-node-list-by-rbac',
    group: ASSOCIATED_NODE,
    title: 'List the pods of its own node, by RBAC',
    sentence: 'Without the Node authorizer a rule for the group `system:nodes` lets the request through to its end.',
    scenario: scenario(nodesByRBAC, AGENT, http(PODS_OF_NODE_1, { 'Impersonate-User': 'system:node:node-1' })),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:associated-node:list pods',
        'Allow impersonate:associated-node nodes',
        'Allow list pods',
      ],
      constraint: 'impersonate:associated-node',
      groups: ['system:nodes', 'system:authenticated'],
    },
  },
  {
    id: 'docs-node-other',
    group: ASSOCIATED_NODE,
    title: 'Act as a node that is not its own',
    sentence: 'The token is bound to `node-1`, so `node-2` is not the associated node and the next mode has no rule.',
    scenario: scenario(nodesByRBAC, AGENT, http(PODS_OF_NODE_1, { 'Impersonate-User': 'system:node:node-2' })),
    expect: { code: 403, checks: ['NoOpinion impersonate-on:arbitrary-node:list pods', 'NoOpinion impersonate users'] },
  },
  {
    id: 'docs-node-unbound-token',
    group: ASSOCIATED_NODE,
    title: 'A token that is bound to no node',
    sentence: 'Without the extra `authentication.kubernetes.io/node-name` no node is the associated one.',
    scenario: scenario(
      nodesByRBAC,
      serviceAccount('kube-system', 'node-agent'),
      http(PODS_OF_NODE_1, { 'Impersonate-User': 'system:node:node-1' }),
    ),
    expect: { code: 403, checks: ['NoOpinion impersonate-on:arbitrary-node:list pods', 'NoOpinion impersonate users'] },
  },
]

/** Every RBAC block about constrained impersonation of the docs page, of today and of 1.35, with requests that it allows and denies. */
export const docsExamples: readonly Example[] = [
  ...impersonateAUser,
  ...impersonateAppSA,
  ...impersonateANode,
  ...associatedNode,
  ...impersonateAServiceAccount,
]

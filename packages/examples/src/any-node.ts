import type { Scenario } from '@authz-playground/engine'
import { type Example, http, scenario, serviceAccount } from './example.ts'
import { pod } from './objects.ts'
import { binding, documents, role } from './rbac.ts'

const ANY_NODE = 'Any node'

/** A debugger that runs anywhere lists the pods of `node-2` as that node. `names`: the nodes it may be; all by default. */
function asNode2(names = ''): Scenario {
  return scenario(
    documents(
      role(
        'be-a-node',
        `apiGroups: ["authentication.k8s.io"]\nresources: ["nodes"]\n${names}verbs: ["impersonate:arbitrary-node"]`,
      ),
      binding('be-a-node', 'ClusterRole be-a-node', 'ServiceAccount kube-system/node-debugger'),
      role(
        'list-pods-as-a-node',
        'apiGroups: [""]\nresources: ["pods"]\nverbs: ["impersonate-on:arbitrary-node:list"]',
      ),
      binding('list-pods-as-a-node', 'ClusterRole list-pods-as-a-node', 'ServiceAccount kube-system/node-debugger'),
    ),
    serviceAccount('kube-system', 'node-debugger'),
    http('GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-2', { 'Impersonate-User': 'system:node:node-2' }),
    { authorizationModes: ['Node', 'RBAC'], objects: pod('db', 'default', 'node-2') },
  )
}

/** The mode for any node, as an agent without a node of its own uses it. */
export const anyNodeExamples: readonly Example[] = [
  {
    id: 'any-node-list',
    group: ANY_NODE,
    title: 'List the pods of any node, as that node',
    sentence:
      'The debugger runs on no particular node, and may still act as `node-2` to `list` the `pods` bound to it.',
    scenario: asNode2(),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:arbitrary-node:list pods',
        'Allow impersonate:arbitrary-node nodes',
        'Allow list pods',
      ],
      constraint: 'impersonate:arbitrary-node',
      groups: ['system:nodes', 'system:authenticated'],
    },
  },
  {
    id: 'any-node-by-name',
    group: ANY_NODE,
    title: 'A node that is not in the list',
    sentence: 'With `resourceNames` the rule is for `node-1` alone, so acting as `node-2` is refused.',
    scenario: asNode2('resourceNames: ["node-1"]\n'),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:arbitrary-node:list pods',
        'NoOpinion impersonate:arbitrary-node nodes',
        'NoOpinion impersonate users',
      ],
    },
  },
]

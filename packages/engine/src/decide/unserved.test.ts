import { describe, expect, it } from 'vitest'
import { decider } from './decider.ts'
import type { Scenario } from './scenario.ts'

const decide = await decider()

const POLICY = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: batterys.lab.example.org}
spec:
  group: lab.example.org
  scope: Namespaced
  names: {kind: Battery, plural: batterys, singular: battery}
  versions: [{name: v1, served: true, storage: true}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reads-all}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: [get, list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: reads-all}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reads-all}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: rae}]
`

/** The warnings about a request for a resource, each with the words that it is about. */
function warnings(form: Scenario['request']['form'], text: string): readonly string[] {
  const { request } = decide({
    version: 2,
    policy: POLICY,
    request: { form, text },
    requestor: { username: 'rae' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  })
  return request.diagnostics.flatMap(({ severity, message, range }) =>
    severity === 'warning' ? [`${text.slice(range.start, range.end)}: ${message}`] : [],
  )
}

const review = (group: string, resource: string) =>
  `apiVersion: authorization.k8s.io/v1\nkind: SubjectAccessReview\nspec:\n  user: rae\n  resourceAttributes: {group: "${group}", resource: ${resource}, verb: list, namespace: web}\n`

const NOT_DEFINED =
  'The text defines Battery in “lab.example.org” by the plural “batterys”, and it does not define “batteries”.'
const NOT_BUILT_IN = 'No version of Kubernetes from 1.33 to 1.37 serves “robots” in the API group “apps”.'
const LATER = 'Kubernetes serves “evictions” in the API group “lifecycle.k8s.io” from 1.37 on; this cluster is 1.36.'
const LATER_STATUS =
  'Kubernetes serves “csinodes/status” in the API group “storage.k8s.io” from 1.37 on; this cluster is 1.36.'

const LATER_VERSION = 'Kubernetes 1.36 serves podgroups as v1alpha2, not as v1beta1.'
const OTHER_VERSION = 'The definition serves batterys as v1, not as v2.'

describe('a request for a version that the cluster does not serve', () => {
  it.each<[Scenario['request']['form'], string, string]>([
    [
      'http',
      'GET /apis/scheduling.k8s.io/v1beta1/namespaces/web/podgroups HTTP/1.1',
      `scheduling.k8s.io/v1beta1: ${LATER_VERSION}`,
    ],
    [
      'curl',
      'curl https://host:6443/apis/scheduling.k8s.io/v1beta1/namespaces/web/podgroups',
      `scheduling.k8s.io/v1beta1: ${LATER_VERSION}`,
    ],
    [
      'kubectl',
      'kubectl get --raw /apis/scheduling.k8s.io/v1beta1/podgroups',
      `scheduling.k8s.io/v1beta1: ${LATER_VERSION}`,
    ],
    [
      'kubectl',
      'kubectl get podgroups.v1beta1.scheduling.k8s.io -n web',
      `podgroups.v1beta1.scheduling.k8s.io: ${LATER_VERSION}`,
    ],
    ['http', 'GET /apis/lab.example.org/v2/namespaces/web/batterys HTTP/1.1', `lab.example.org/v2: ${OTHER_VERSION}`],
    ['http', 'GET /api/v2/namespaces/web/pods HTTP/1.1', 'v2: Kubernetes 1.36 serves pods as v1, not as v2.'],
  ])('is warned of in the form %s: %s', (form, text, expected) => {
    expect(warnings(form, text)).toEqual([expected])
  })

  it.each<[Scenario['request']['form'], string]>([
    ['http', 'GET /apis/scheduling.k8s.io/v1alpha2/namespaces/web/podgroups HTTP/1.1'],
    // Other releases of an extension may serve it.
    ['http', 'GET /apis/metrics.k8s.io/v1/namespaces/web/pods HTTP/1.1'],
    ['kubectl', 'kubectl get vm.v1alpha3.kubevirt.io -n web'],
    ['review', `${review('apps', 'deployments')}`.replace('verb:', 'version: v1beta2, verb:')],
  ])('is not, where it is served or may be, and of a review: %s %s', (form, text) => {
    expect(warnings(form, text)).toEqual([])
  })
})

describe('a request for a resource that nobody serves', () => {
  it.each<[Scenario['request']['form'], string, string]>([
    ['http', 'GET /apis/lab.example.org/v1/namespaces/web/batteries HTTP/1.1', `batteries: ${NOT_DEFINED}`],
    ['http', 'GET /apis/apps/v1/namespaces/web/robots HTTP/1.1', `robots: ${NOT_BUILT_IN}`],
    ['curl', 'curl https://host:6443/apis/apps/v1/namespaces/web/robots', `robots: ${NOT_BUILT_IN}`],
    ['kubectl', 'kubectl get robots.v1.apps -n web', `robots.v1.apps: ${NOT_BUILT_IN}`],
    ['kubectl', 'kubectl get --raw /apis/apps/v1/namespaces/web/robots', `robots: ${NOT_BUILT_IN}`],
    ['review', review('lab.example.org', 'batteries'), `batteries: ${NOT_DEFINED}`],
    ['review', review('apps', 'robots'), `robots: ${NOT_BUILT_IN}`],
    ['http', 'GET /apis/lifecycle.k8s.io/v1alpha1/namespaces/web/evictions HTTP/1.1', `evictions: ${LATER}`],
    ['http', 'GET /apis/storage.k8s.io/v1/csinodes/a/status HTTP/1.1', `status: ${LATER_STATUS}`],
    ['kubectl', 'kubectl auth can-i get csinodes --subresource=status -n web', `--subresource=status: ${LATER_STATUS}`],
    ['kubectl', 'kubectl get --raw /apis/storage.k8s.io/v1/csinodes/a/status', `status: ${LATER_STATUS}`],
    ['kubectl', 'kubectl get evictions.lifecycle.k8s.io -n web', `evictions.lifecycle.k8s.io: ${LATER}`],
    ['review', review('lifecycle.k8s.io', 'evictions'), `evictions: ${LATER}`],
    [
      'kubectl',
      'kubectl auth can-i list batteries.lab.example.org -n web',
      'batteries.lab.example.org: The API server does not serve batteries.lab.example.org, so kubectl asks about a resource named "batteries.lab.example.org" in the core group.',
    ],
  ])('is warned of in the form %s: %s', (form, text, expected) => {
    expect(warnings(form, text)).toEqual([expected])
  })

  it.each<[Scenario['request']['form'], string]>([
    ['http', 'GET /apis/lab.example.org/v1/namespaces/web/batterys HTTP/1.1'],
    ['http', 'GET /apis/other.example.org/v1/robots HTTP/1.1'],
    ['http', 'GET /apis/batch/v1/namespaces/web/jobs HTTP/1.1'],
    ['http', 'GET /api/v1/namespaces/robots/pods HTTP/1.1'],
    ['http', 'GET /healthz HTTP/1.1'],
    ['curl', 'curl https://host:6443/api/v1/namespaces/web/endpoints'],
    ['review', review('metrics.k8s.io', 'pods')],
    ['review', review('authentication.k8s.io', 'users')],
  ])('is not, where something may serve it: %s %s', (form, text) => {
    expect(warnings(form, text)).toEqual([])
  })
})

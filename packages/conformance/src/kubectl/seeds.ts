type Manifest = Readonly<Record<string, unknown>>

/**
 * The objects that the recorded commands name exist in both namespaces, so that every command that reads an object
 * first finds one.
 */
export const SEED_NAMESPACES = ['default', 'prod'] as const

const LABELS = { app: 'web' }
const CONTAINERS = [{ name: 'main', image: 'nginx' }]
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: CONTAINERS } }
const SELECTOR = { matchLabels: LABELS }
const ROLE_REF = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' }
const JOB = { template: { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } } }

/** A signing request of CN=jane, O=dev, which stays unsigned. */
const SIGNING_REQUEST =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWU1IOENBUUF3SFRFTk1Bc0dBMVVFQXd3RWFtRnVaVEVNTUFvR0ExVUVDZ3dE' +
  'WkdWMk1Ga3dFd1lIS29aSQp6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUU1T0tVVlBSMmpBdEJWNUxNd3dOaG5JWEJMdGhjeW5tQkV3T3lTbXdSClpo' +
  'SG42Z2phZ2FQYVRKMFFPU3gxUkU4d1htWXo3T09Yd2ppREdMVStFNmpveXFBQU1Bb0dDQ3FHU000OUJBTUMKQTBrQU1FWUNJUUNxbjhnNkZpcDdV' +
  'bmxSMzlGMmZRdWkrREJmNTl1cUVTeEZvaHpMSHdlb2x3SWhBSlFYRzYvYQpXaXpYVUtrMTJHcmxHUzJSN3lUaUpER3NVbE8zaFRGbFl3cGQKLS0t' +
  'LS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg=='

/** Kinds that a bare API server does not serve: metrics-server's and KubeVirt's, and an invented one. */
export const CUSTOM: readonly Manifest[] = [
  definition('metrics.k8s.io', 'v1beta1', 'PodMetrics', 'pods', 'Namespaced'),
  definition('metrics.k8s.io', 'v1beta1', 'NodeMetrics', 'nodes', 'Cluster'),
  definition('kubevirt.io', 'v1', 'VirtualMachine', 'virtualmachines', 'Namespaced', ['vm', 'vms']),
  definition('kubevirt.io', 'v1', 'VirtualMachineInstance', 'virtualmachineinstances', 'Namespaced', ['vmi', 'vmis']),
  definition('example.com', 'v1', 'Foo', 'foos', 'Namespaced'),
]

function definition(
  group: string,
  version: string,
  kind: string,
  plural: string,
  scope: 'Namespaced' | 'Cluster',
  shortNames: readonly string[] = [],
): Manifest {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      annotations: { 'api-approved.kubernetes.io': 'unapproved, to be recorded' },
    },
    spec: {
      group,
      names: { plural, singular: kind.toLowerCase(), kind, shortNames },
      scope,
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  }
}

/** All other objects, in the order of their dependencies. */
export function seeds(): readonly Manifest[] {
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod', labels: LABELS } },
    ...['n1', 'n2'].map((name) => object('v1', 'Node', name)),
    object('v1', 'PersistentVolume', 'web', {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/tmp' },
    }),
    { ...object('storage.k8s.io/v1', 'StorageClass', 'web'), provisioner: 'example.com/none' },
    { ...object('scheduling.k8s.io/v1', 'PriorityClass', 'web'), value: 1 },
    { ...object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'web'), rules: [] },
    { ...object('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'web'), roleRef: ROLE_REF },
    ...['csr1', 'a', 'b'].map((name) =>
      object('certificates.k8s.io/v1', 'CertificateSigningRequest', name, {
        request: SIGNING_REQUEST,
        signerName: 'kubernetes.io/kube-apiserver-client',
        usages: ['client auth'],
      }),
    ),
    ...['web', 'n1'].map((name) => object('metrics.k8s.io/v1beta1', 'NodeMetrics', name)),
    ...SEED_NAMESPACES.flatMap((namespace) => inNamespace().map((one) => placed(one, namespace))),
  ]
}

function object(apiVersion: string, kind: string, name: string, spec?: Manifest): Manifest {
  return { apiVersion, kind, metadata: { name, labels: LABELS }, ...(spec && { spec }) }
}

function placed(one: Manifest, namespace: string): Manifest {
  return { ...one, metadata: { ...(one.metadata as Manifest), namespace } }
}

function inNamespace(): readonly Manifest[] {
  return [
    ...['default', 'bot', 'web'].map((name) => object('v1', 'ServiceAccount', name)),
    ...['web', 'a', 'b'].map((name) => object('v1', 'Pod', name, { containers: CONTAINERS })),
    ...['web', 'x'].map((name) => object('apps/v1', 'DaemonSet', name, { selector: SELECTOR, template: TEMPLATE })),
    object('apps/v1', 'Deployment', 'web', { replicas: 1, selector: SELECTOR, template: TEMPLATE }),
    ...['web', 'foo'].map((name) =>
      object('apps/v1', 'ReplicaSet', name, { replicas: 1, selector: SELECTOR, template: TEMPLATE }),
    ),
    object('apps/v1', 'StatefulSet', 'web', {
      replicas: 1,
      serviceName: 'web',
      selector: SELECTOR,
      template: TEMPLATE,
    }),
    object('v1', 'ReplicationController', 'web', { replicas: 1, selector: LABELS, template: TEMPLATE }),
    object('batch/v1', 'Job', 'web', JOB),
    ...['web', 'cj'].map((name) =>
      object('batch/v1', 'CronJob', name, { schedule: '* * * * *', jobTemplate: { spec: JOB } }),
    ),
    object('v1', 'Service', 'web', { selector: LABELS, ports: [{ port: 80 }] }),
    ...['ConfigMap', 'Secret', 'ResourceQuota', 'LimitRange', 'Endpoints'].map((kind) => object('v1', kind, 'web')),
    object('v1', 'PersistentVolumeClaim', 'web', {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    }),
    { ...object('rbac.authorization.k8s.io/v1', 'Role', 'web'), rules: [] },
    ...['web', 'rb'].map((name) => ({
      ...object('rbac.authorization.k8s.io/v1', 'RoleBinding', name),
      roleRef: ROLE_REF,
    })),
    object('networking.k8s.io/v1', 'Ingress', 'web', {
      defaultBackend: { service: { name: 'web', port: { number: 80 } } },
    }),
    object('networking.k8s.io/v1', 'NetworkPolicy', 'web', { podSelector: {} }),
    object('policy/v1', 'PodDisruptionBudget', 'web', { minAvailable: 1, selector: SELECTOR }),
    object('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    }),
    object('coordination.k8s.io/v1', 'Lease', 'web'),
    object('metrics.k8s.io/v1beta1', 'PodMetrics', 'web'),
    object('example.com/v1', 'Foo', 'x'),
    object('kubevirt.io/v1', 'VirtualMachine', 'x'),
  ]
}

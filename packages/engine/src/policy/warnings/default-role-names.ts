import { type ObjectName, ROLES_FOR_PEOPLE } from '../../kube/index.ts'

/*
 * The names of the roles that kube-apiserver of any version to 1.37 creates itself (Go: `bootstrappolicy`), without their prefixes. A test
 * compares them with the roles themselves, which are loaded only where they count. Names with the prefix of the system
 * alone say nothing: `system:metrics-server` and `system:coredns` come from their own manifests.
 */
const SYSTEM = `aggregate-to-admin aggregate-to-edit aggregate-to-view auth-delegator basic-user
  certificates.k8s.io:certificatesigningrequests:nodeclient certificates.k8s.io:certificatesigningrequests:selfnodeclient
  certificates.k8s.io:kube-apiserver-client-approver certificates.k8s.io:kube-apiserver-client-kubelet-approver
  certificates.k8s.io:kubelet-serving-approver certificates.k8s.io:legacy-unknown-approver cluster-trust-bundle-discovery discovery heapster
  kube-aggregator kube-controller-manager kube-dns kube-scheduler kubelet-api-admin monitoring node node-bootstrapper
  node-problem-detector node-proxier persistent-volume-provisioner public-info-viewer service-account-issuer-discovery
  volume-scheduler`
const CONTROLLERS = `attachdetach certificate clusterrole-aggregation cronjob daemon-set deployment
  device-taint-eviction disruption endpoint endpointslice endpointslicemirroring ephemeral-volume expand job namespace
  node pv-protection pvc-protection replicaset replication resource-claim resourcequota route selinux-warning
  service-account service-cidrs service statefulset storage-version-migrator ttl-after-finished ttl
  validatingadmissionpolicy-status volumeattributesclass-protection`
/** Those whose names do not end in `-controller`. */
const OTHER_CONTROLLERS = `generic-garbage-collector horizontal-pod-autoscaler
  kube-apiserver-serving-clustertrustbundle-publisher legacy-service-account-token-cleaner persistent-volume-binder
  pod-garbage-collector podcertificaterequestcleaner root-ca-cert-publisher`
const ROLES: ReadonlySet<string> = new Set([
  'kube-public/system:controller:bootstrap-signer',
  'kube-system/extension-apiserver-authentication-reader',
  'kube-system/system:controller:bootstrap-signer',
  'kube-system/system:controller:cloud-provider',
  'kube-system/system:controller:token-cleaner',
  'kube-system/system::leader-locking-kube-controller-manager',
  'kube-system/system::leader-locking-kube-scheduler',
])

let clusterRoles: ReadonlySet<string> | undefined

function namesOfClusterRoles(): ReadonlySet<string> {
  return new Set([
    ...ROLES_FOR_PEOPLE,
    ...SYSTEM.split(/\s+/).map((name) => `system:${name}`),
    ...CONTROLLERS.split(/\s+/).map((name) => `system:controller:${name}-controller`),
    ...OTHER_CONTROLLERS.split(/\s+/).map((name) => `system:controller:${name}`),
  ])
}

/** Whether kube-apiserver creates this role itself. */
export function isDefaultRole({ kind, namespace, name }: ObjectName): boolean {
  if (kind === 'Role') return ROLES.has(`${namespace}/${name}`)
  clusterRoles ??= namesOfClusterRoles()
  return kind === 'ClusterRole' && clusterRoles.has(name)
}

/** Names that people give to other things too: each counts as a whole word alone. */
const OF_PEOPLE = new RegExp(`(?<![\\w.:-])(?:${[...ROLES_FOR_PEOPLE].join('|')})(?![\\w.:-])`)
const OF_SYSTEM = new RegExp(
  `system:(?:controller:|${SYSTEM.trim()
    .split(/\s+/)
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|')})|system::leader-locking|extension-apiserver-authentication-reader`,
)
/** A name may be written with escapes. */
const UNCERTAIN = /\\[xuU\n]/

/**
 * Whether a policy may name a role that kube-apiserver creates itself, or aggregate one. Judged by its letters alone, before
 * the text is read: true for more texts than those.
 */
export function mayNameDefaultRoles(text: string): boolean {
  const mayBind = text.includes('roleRef') && (OF_PEOPLE.test(text) || OF_SYSTEM.test(text) || UNCERTAIN.test(text))
  return mayBind || text.includes('aggregationRule')
}

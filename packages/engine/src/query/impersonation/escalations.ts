import type { ClusterSettings } from '../../cluster/index.ts'
import { type Binding, type Evidence, RBAC_GROUP, resourceName, type UserInfo } from '../../kube/index.ts'
import type { Action, Names, Rights } from '../../rights/index.ts'
import {
  both,
  clusterWide,
  commonScope,
  distinctScopes,
  evidenceOfAll,
  heldIn,
  type Permission,
  type Permissions,
  permissionsOf,
  scopeOf,
  unnamed,
} from './permissions.ts'

/**
 * The kinds of ways to the rights of somebody else that are not impersonation. Names in quotes are headings under “privilege
 * escalation risks” in “Role Based Access Control Good Practices” of the Kubernetes documentation
 * (https://kubernetes.io/docs/concepts/security/rbac-good-practices/#privilege-escalation-risks).
 *
 * - `token`: create `serviceaccounts/token`, which returns a token of the account (“Token request”).
 * - `pod`, `workload`: create pods, or an object whose controller creates pods. They may run as any service account of the
 *   namespace (“Workload creation”).
 * - `token-secret`: create a Secret of type `kubernetes.io/service-account-token` for an account, and read the token that a
 *   controller writes into it (“Listing secrets”; “Configure Service Accounts for Pods”, section on long-lived tokens).
 * - `read-secrets`: read Secrets, of which some may contain tokens (“Listing secrets”).
 * - `exec`: run commands in pods, which can read the tokens of their service accounts.
 * - `node-proxy`: the kubelet’s API, which runs commands in every pod of a node, for `get` as well (“Access to proxy
 *   subresource of Nodes”).
 * - `bind`, `escalate`: bind a role, or write rules, that the user does not hold (“Bind verb”, “Escalate verb”).
 * - `certificate`: create and approve a request for a client certificate (“CSRs and certificate issuing”). Admission refuses
 *   `system:masters` in it, and checks the verb `approve` on the signer (Go: `plugin/pkg/admission/certificates`).
 */
export type EscalationKind =
  | 'token'
  | 'pod'
  | 'workload'
  | 'token-secret'
  | 'read-secrets'
  | 'exec'
  | 'node-proxy'
  | 'bind'
  | 'escalate'
  | 'certificate'

/** A way to the rights of somebody else. */
export type Escalation = {
  /** The rules that allow it. Each of them is needed. */
  readonly evidence: readonly Evidence[]
} & (
  | {
      readonly kind: 'token' | 'pod' | 'token-secret'
      /** The service accounts. */
      readonly accounts: Names
      /** Their namespace. Absent for every namespace. */
      readonly namespace?: string
    }
  | {
      readonly kind: 'read-secrets' | 'exec'
      /** The Secrets or pods. Which accounts they belong to is not known. */
      readonly objects: Names
      readonly namespace?: string
    }
  | {
      readonly kind: 'workload'
      /** With its API group: `deployments.apps`. */
      readonly resources: readonly string[]
      /** The namespace of the workloads and of the service accounts. Absent for every namespace. */
      readonly namespace?: string
    }
  | { readonly kind: 'node-proxy'; readonly nodes: Names }
  | { readonly kind: 'certificate' }
  | {
      readonly kind: 'bind'
      readonly role: 'Role' | 'ClusterRole'
      readonly names: Names
      /** The namespace of the RoleBinding. Absent for a ClusterRoleBinding, and for RoleBindings of every namespace. */
      readonly namespace?: string
      readonly by: Binding['kind']
      /** The existing binding that gets another subject. Absent where a new binding is created. */
      readonly binding?: string
    }
  | {
      readonly kind: 'escalate'
      readonly role: 'Role' | 'ClusterRole'
      /** Existing roles that may be given any rules. Absent where only new roles may be created with any rules. */
      readonly names?: Names
      readonly namespace?: string
    }
)

/** Whether rules alone decide a way. Others depend on pods or Secrets that no policy describes. */
export function isCertain({ kind }: Pick<Escalation, 'kind'>): boolean {
  return kind !== 'read-secrets' && kind !== 'exec' && kind !== 'node-proxy'
}

/** The signer whose client certificates kube-apiserver accepts, and the wildcard of its domain. */
const SIGNERS = ['kubernetes.io/kube-apiserver-client', 'kubernetes.io/*']

/** Kinds whose controllers create pods from a template. */
const WORKLOADS: readonly Action[] = [
  ...['deployments', 'statefulsets', 'daemonsets', 'replicasets'].map((resource) => create('apps', resource)),
  ...['jobs', 'cronjobs'].map((resource) => create('batch', resource)),
  create('', 'replicationcontrollers'),
]

const TOKEN = create('', 'serviceaccounts/token')
const POD = create('', 'pods')
const SECRET = create('', 'secrets')
const READ_SECRETS = ['get', 'list', 'watch'].map((verb): Action => ({ verb, apiGroup: '', resource: 'secrets' }))
const EXEC = create('', 'pods/exec')
const NODE_PROXY = ['get', 'create'].map((verb): Action => ({ verb, apiGroup: '', resource: 'nodes/proxy' }))
const REQUEST_CERTIFICATE = create('certificates.k8s.io', 'certificatesigningrequests')
const APPROVE = changing('certificates.k8s.io', 'certificatesigningrequests/approval')
const SIGNER: Action = { verb: 'approve', apiGroup: 'certificates.k8s.io', resource: 'signers' }

/** The requests and checks of bindings and roles of one kind. */
const OF_ROLES = ['roles', 'clusterroles'].map((resource) => ({
  create: create(RBAC_GROUP, resource),
  change: changing(RBAC_GROUP, resource),
  bind: { verb: 'bind', apiGroup: RBAC_GROUP, resource },
  escalate: { verb: 'escalate', apiGroup: RBAC_GROUP, resource },
}))
const OF_BINDINGS = ['rolebindings', 'clusterrolebindings'].map((resource) => ({
  create: create(RBAC_GROUP, resource),
  change: changing(RBAC_GROUP, resource),
}))
type OfRoles = (typeof OF_ROLES)[number]
const [ROLES, CLUSTER_ROLES] = OF_ROLES as [OfRoles, OfRoles]
type OfBindings = (typeof OF_BINDINGS)[number]
const [ROLE_BINDINGS, CLUSTER_ROLE_BINDINGS] = OF_BINDINGS as [OfBindings, OfBindings]

/** Every request and check on which a way depends. */
export const ESCALATION_ACTIONS: readonly Action[] = [
  TOKEN,
  POD,
  ...WORKLOADS,
  SECRET,
  ...READ_SECRETS,
  EXEC,
  ...NODE_PROXY,
  REQUEST_CERTIFICATE,
  ...APPROVE,
  SIGNER,
  ...OF_ROLES.flatMap(({ create, change, bind, escalate }) => [create, ...change, bind, escalate]),
  ...OF_BINDINGS.flatMap(({ create, change }) => [create, ...change]),
]

function create(apiGroup: string, resource: string): Action {
  return { verb: 'create', apiGroup, resource }
}

function changing(apiGroup: string, resource: string): readonly Action[] {
  return ['update', 'patch'].map((verb) => ({ verb, apiGroup, resource }))
}

/**
 * The rights of a user that lead to the rights of somebody else by another way than impersonation, as the rules of RBAC
 * alone tell. Each way is made by this user alone.
 *
 * Admission, existing pods and Secrets, and controllers can prevent a way; the sentences of `escalationInWords` say so where it
 * depends on more than rules.
 */
export function equivalents(bound: Rights, subject: UserInfo, cluster: ClusterSettings): readonly Escalation[] {
  const permissions = permissionsOf(heldIn(cluster, bound, subject))
  return escalationsOf({ requests: permissions, checks: permissions }, bound.bindings)
}

/** A user who acts. */
export interface Actor {
  /** The requests that it may make. */
  readonly requests: Permissions
  /** The permissions that handlers and admission check while they serve a request. */
  readonly checks: Permissions
}

/** The ways of a user who acts. `bindings` are those that exist. */
export function escalationsOf({ requests, checks }: Actor, bindings: readonly Binding[]): readonly Escalation[] {
  const onAccounts = <Kind extends string>(kind: Kind, permissions: readonly Permission[]) =>
    distinctScopes(permissions).map((one) => ({
      kind,
      accounts: one.names,
      ...scopeOf(one),
      evidence: evidenceOfAll([one]),
    }))
  const onObjects = <Kind extends string>(kind: Kind, permissions: readonly Permission[]) =>
    distinctScopes(permissions).map((one) => ({
      kind,
      objects: one.names,
      ...scopeOf(one),
      evidence: evidenceOfAll([one]),
    }))
  const workloads = WORKLOADS.flatMap((action) =>
    unnamed(requests(action)).map((one) => ({ one, resource: resourceName(action) })),
  )
  const reads = READ_SECRETS.flatMap(requests)
  // The name of the Secret can be chosen, so any name that may be read will do.
  const ownTokens = both(unnamed(requests(SECRET)), reads).map((one) => ({ ...one, names: 'any' as const }))
  return [
    ...onAccounts('token', named(requests(TOKEN))),
    ...onAccounts('pod', unnamed(requests(POD))),
    ...workloadEscalations(workloads),
    ...onAccounts('token-secret', ownTokens),
    ...onObjects('read-secrets', reads).filter(
      (escalation) => !ownTokens.some(({ namespace }) => namespace === undefined || namespace === escalation.namespace),
    ),
    ...onObjects('exec', named(requests(EXEC))),
    ...distinctScopes(clusterWide(NODE_PROXY.flatMap(requests))).map((one) => ({
      kind: 'node-proxy' as const,
      nodes: one.names,
      evidence: evidenceOfAll([one]),
    })),
    ...bindEscalations(requests, checks, bindings),
    ...escalateEscalations(requests, checks),
    ...certificateEscalations(requests, checks),
  ]
}

/** Permissions on objects that a request names; the name of no object is empty. */
function named(permissions: readonly Permission[]): readonly Permission[] {
  return permissions.flatMap((one): readonly Permission[] => {
    if (one.names === 'any') return [one]
    const names = one.names.filter((name) => name !== '')
    return names.length === 0 ? [] : [{ ...one, names }]
  })
}

/** One way for all workloads that a rule allows in a namespace. */
function workloadEscalations(
  workloads: readonly { readonly one: Permission; readonly resource: string }[],
): readonly (Escalation & { kind: 'workload' })[] {
  const byRule = new Map<string, { readonly one: Permission; readonly resources: Set<string> }>()
  for (const { one, resource } of workloads) {
    const key = JSON.stringify([one.namespace])
    const same = byRule.get(key)
    if (same === undefined) byRule.set(key, { one, resources: new Set([resource]) })
    else if (same.one.held[0] === one.held[0]) same.resources.add(resource)
  }
  return [...byRule.values()].map(({ one, resources }) => ({
    kind: 'workload',
    resources: [...resources],
    ...scopeOf(one),
    evidence: evidenceOfAll([one]),
  }))
}

function certificateEscalations(requests: Permissions, checks: Permissions): readonly Escalation[] {
  const parts = [
    clusterWide(unnamed(requests(REQUEST_CERTIFICATE)))[0],
    clusterWide(named(APPROVE.flatMap(requests)))[0],
    clusterWide(checks(SIGNER)).find(
      ({ names }) => names === 'any' || SIGNERS.some((signer) => names.includes(signer)),
    ),
  ]
  if (!parts.every((part) => part !== undefined)) return []
  return [{ kind: 'certificate', evidence: evidenceOfAll(parts) }]
}

function escalateEscalations(requests: Permissions, checks: Permissions): readonly Escalation[] {
  return [
    ...escalating('ClusterRole', CLUSTER_ROLES, (list) => clusterWide(requestsOf(list, requests)), checks),
    ...escalating('Role', ROLES, (list) => requestsOf(list, requests), checks),
  ]
}

function requestsOf(actions: readonly Action[], requests: Permissions): readonly Permission[] {
  return actions.flatMap(requests)
}

function escalating(
  role: 'Role' | 'ClusterRole',
  actions: OfRoles,
  allowed: (actions: readonly Action[]) => readonly Permission[],
  checks: Permissions,
): readonly Escalation[] {
  const escalate = role === 'ClusterRole' ? clusterWide(checks(actions.escalate)) : checks(actions.escalate)
  const changed = distinctScopes(named(both(allowed(actions.change), escalate)))
  // The check of a new role has no name.
  const created = distinctScopes(both(unnamed(allowed([actions.create])), unnamed(escalate)))
  const covered = (one: Permission): boolean =>
    changed.some(({ names, namespace }) => names === 'any' && (namespace === undefined || namespace === one.namespace))
  return [
    ...changed.map((one) => ({
      kind: 'escalate' as const,
      role,
      names: one.names,
      ...scopeOf(one),
      evidence: evidenceOfAll([one]),
    })),
    ...created
      .filter((one) => !covered(one))
      .map((one) => ({ kind: 'escalate' as const, role, ...scopeOf(one), evidence: evidenceOfAll([one]) })),
  ]
}

function bindEscalations(
  requests: Permissions,
  checks: Permissions,
  bindings: readonly Binding[],
): readonly Escalation[] {
  const ofClusterRoles = checks(CLUSTER_ROLES.bind)
  const ofRoles = checks(ROLES.bind)
  const toCluster = clusterWide(unnamed(requests(CLUSTER_ROLE_BINDINGS.create)))
  const toNamespace = unnamed(requests(ROLE_BINDINGS.create))
  const created = (
    role: 'Role' | 'ClusterRole',
    by: Binding['kind'],
    writes: readonly Permission[],
    binds: readonly Permission[],
  ) =>
    distinctScopes(named(both(writes, binds))).map((one) => ({
      kind: 'bind' as const,
      role,
      names: one.names,
      ...scopeOf(one),
      by,
      evidence: evidenceOfAll([one]),
    }))
  const escalations: readonly (Escalation & { kind: 'bind' })[] = [
    ...created('ClusterRole', 'ClusterRoleBinding', toCluster, clusterWide(ofClusterRoles)),
    ...created('ClusterRole', 'RoleBinding', toNamespace, ofClusterRoles),
    ...created('Role', 'RoleBinding', toNamespace, ofRoles),
  ]
  return [...escalations, ...changedBindings(requests, { ofRoles, ofClusterRoles }, bindings, escalations)]
}

/** Bindings that exist, and that may get another subject. The role that a binding refers to cannot be changed. */
function changedBindings(
  requests: Permissions,
  {
    ofRoles,
    ofClusterRoles,
  }: { readonly ofRoles: readonly Permission[]; readonly ofClusterRoles: readonly Permission[] },
  bindings: readonly Binding[],
  created: readonly (Escalation & { kind: 'bind' })[],
): readonly Escalation[] {
  const inCluster = clusterWide(CLUSTER_ROLE_BINDINGS.change.flatMap(requests))
  const inNamespaces = ROLE_BINDINGS.change.flatMap(requests)
  if (ofRoles.length === 0 && ofClusterRoles.length === 0) return []
  const namespaces = new Set(inNamespaces.map(({ namespace }) => namespace))
  const inScope = [
    ...(inCluster.length === 0 ? [] : bindingsIn('', bindings)),
    ...(namespaces.has(undefined)
      ? bindings.filter(({ kind }) => kind === 'RoleBinding')
      : [...namespaces].flatMap((namespace) => bindingsIn(namespace ?? '', bindings))),
  ]
  return inScope.flatMap(({ kind, name, namespace, roleRef }): readonly Escalation[] => {
    const here = (permissions: readonly Permission[], object: string): Permission | undefined =>
      permissions.find(
        (one) =>
          (one.names === 'any' || one.names.includes(object)) &&
          (one.namespace === undefined || one.namespace === namespace),
      )
    const write = here(kind === 'RoleBinding' ? inNamespaces : inCluster, name)
    const bind = here(roleRef.kind === 'Role' ? ofRoles : ofClusterRoles, roleRef.name)
    if (write === undefined || bind === undefined) return []
    const already = created.some(
      (escalation) =>
        escalation.by === kind &&
        escalation.role === roleRef.kind &&
        (escalation.names === 'any' || escalation.names.includes(roleRef.name)) &&
        commonScope(escalation, { namespace }) !== undefined,
    )
    if (already) return []
    return [
      {
        kind: 'bind',
        role: roleRef.kind,
        names: [roleRef.name],
        ...(namespace !== '' && { namespace }),
        by: kind,
        binding: name,
        evidence: evidenceOfAll([write, bind]),
      },
    ]
  })
}

const byNamespace = new WeakMap<readonly Binding[], ReadonlyMap<string, readonly Binding[]>>()

/** The RoleBindings of a namespace, or where it is empty the ClusterRoleBindings. */
function bindingsIn(namespace: string, bindings: readonly Binding[]): readonly Binding[] {
  const known = byNamespace.get(bindings) ?? groupedByNamespace(bindings)
  byNamespace.set(bindings, known)
  return known.get(namespace) ?? []
}

function groupedByNamespace(bindings: readonly Binding[]): ReadonlyMap<string, readonly Binding[]> {
  const groups = new Map<string, Binding[]>()
  for (const binding of bindings) {
    const group = groups.get(binding.namespace)
    if (group === undefined) groups.set(binding.namespace, [binding])
    else group.push(binding)
  }
  return groups
}

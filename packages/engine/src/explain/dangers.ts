import { AUTHENTICATION_GROUP, RBAC_GROUP, type Rule } from '../kube/index.ts'
import { apiGroupMatches, resourceMatches, unsafePodPolicies, verbMatches, wildcardLists } from '../rights/index.ts'

/**
 * A right that leads to more rights than its rule says. The list follows “Role Based Access Control Good Practices”, part
 * “Kubernetes RBAC - Privilege Escalation Risks”
 * (https://kubernetes.io/docs/concepts/security/rbac-good-practices/#privilege-escalation-risks), where no other source is
 * named.
 */
export interface Danger {
  /** Stable, in kebab-case: `read-secrets`. */
  readonly id: string
  /** What the right leads to, in a sentence. */
  readonly words: string
}

/**
 * The dangers of a rule in a scope: in a namespace (empty: cluster-wide) it grants nothing on cluster-scoped resources.
 *
 * @param constrained whether constrained impersonation is asked for
 */
export function dangersOf(rule: Rule, namespace: string, constrained = true): readonly Danger[] {
  const found = new Map<string, Danger>()
  for (const { id, words, rights, ofConstrained = false } of RISKS) {
    if (ofConstrained && !constrained) continue
    if (!found.has(id) && rights.some((right) => grants(rule, namespace, right))) found.set(id, { id, words })
  }
  // A wildcard says more than the policies of pods that it opens.
  if (found.has('wildcard-resource') || found.has('wildcard-group')) return [...found.values()]
  return [
    ...found.values(),
    ...unsafePodPolicies(rule).map(({ kind, names }) => ({
      id: `use-${kind.resource}`,
      words:
        names === 'every'
          ? `Pods can be run under every ${kind.words}, also under one for privileged pods: the rule names none.`
          : `Pods can be run under the ${kind.words} ${names.join(', ')}, which lets containers run as root or reach their node.`,
    })),
  ]
}

interface Right {
  /** Empty for every verb. One that ends in a colon stands for the verbs that begin so. */
  readonly verbs: readonly string[]
  /** Absent for every group. */
  readonly apiGroup?: string
  /** Empty for every resource. One that ends in a slash stands for all its subresources. */
  readonly resources: readonly string[]
  /** RoleBindings grant nothing on them. */
  readonly clusterScoped?: true
}

interface Risk {
  readonly id: string
  readonly words: string
  readonly rights: readonly (Right | Wildcard)[]
  /** Nothing asks for the rights where constrained impersonation is off. */
  readonly ofConstrained?: true
}

/** A wildcard in one of the lists of a rule. */
interface Wildcard {
  readonly wildcard: 'verbs' | 'apiGroups' | 'resources' | 'nonResourceURLs'
}

const WRITE = ['create', 'update', 'patch']
const CHANGE = ['update', 'patch']
const CERTIFICATES = 'certificates.k8s.io'

/** Of two with one id, the first that applies counts. */
const RISKS: readonly Risk[] = [
  {
    id: 'wildcard-verb',
    words: 'Every verb is allowed, also those that a later version of Kubernetes adds.',
    rights: [{ wildcard: 'verbs' }],
  },
  {
    id: 'wildcard-resource',
    words: 'Every resource of the API groups is allowed, also those that are added later.',
    rights: [{ wildcard: 'resources' }],
  },
  {
    id: 'wildcard-group',
    words: 'Every API group is allowed, also those of custom resources that are added later.',
    rights: [{ wildcard: 'apiGroups' }],
  },
  /** “Listing secrets”: get, list and watch all return the contents. */
  {
    id: 'read-secrets',
    words: 'The contents of Secrets can be read: get, list and watch all return them.',
    rights: [{ verbs: ['get', 'list', 'watch'], apiGroup: '', resources: ['secrets'] }],
  },
  /**
   * The API server asks for the verb of the connection, `get` for a WebSocket, and from 1.35 on for `create` as well (Go: the
   * gate `AuthorizePodWebsocketUpgradeCreatePermission`, `pkg/registry/core/pod/rest/subresources.go`).
   */
  {
    id: 'pods-exec',
    words: 'Commands can be run in containers, with the credentials that are mounted there.',
    rights: [{ verbs: ['create'], apiGroup: '', resources: ['pods/exec'] }],
  },
  {
    id: 'pods-exec',
    words: 'Before Kubernetes 1.35, get alone runs commands in containers, over a WebSocket.',
    rights: [{ verbs: ['get'], apiGroup: '', resources: ['pods/exec'] }],
  },
  {
    id: 'pods-attach',
    words: 'The processes of containers can be attached to, and given input.',
    rights: [{ verbs: ['create'], apiGroup: '', resources: ['pods/attach'] }],
  },
  {
    id: 'pods-attach',
    words: 'Before Kubernetes 1.35, get alone attaches to the processes of containers, over a WebSocket.',
    rights: [{ verbs: ['get'], apiGroup: '', resources: ['pods/attach'] }],
  },
  {
    id: 'pods-portforward',
    words: 'The ports of pods can be reached, past their network policies.',
    rights: [{ verbs: ['create'], apiGroup: '', resources: ['pods/portforward'] }],
  },
  {
    id: 'pods-portforward',
    words: 'Before Kubernetes 1.35, get alone reaches the ports of pods, over a WebSocket.',
    rights: [{ verbs: ['get'], apiGroup: '', resources: ['pods/portforward'] }],
  },
  /** https://kubernetes.io/docs/concepts/workloads/pods/ephemeral-containers/ */
  {
    id: 'pods-ephemeralcontainers',
    words: 'Containers with any image can be added to running pods.',
    rights: [{ verbs: CHANGE, apiGroup: '', resources: ['pods/ephemeralcontainers'] }],
  },
  /** “Workload creation”. */
  {
    id: 'run-pods',
    words: 'Pods can be run, and a pod can mount any Secret, ConfigMap and service account of its namespace.',
    rights: [
      { verbs: ['create'], apiGroup: '', resources: ['pods'] },
      { verbs: WRITE, apiGroup: '', resources: ['replicationcontrollers'] },
      { verbs: WRITE, apiGroup: 'apps', resources: ['deployments', 'statefulsets', 'daemonsets', 'replicasets'] },
      { verbs: WRITE, apiGroup: 'batch', resources: ['cronjobs'] },
      { verbs: ['create'], apiGroup: 'batch', resources: ['jobs'] },
    ],
  },
  /** “Impersonate verb”. Groups, UIDs and extra fields can only be impersonated with a username. */
  {
    id: 'impersonate',
    words: 'Requests can be made as somebody else, with the rights of that user.',
    rights: [
      { verbs: ['impersonate'], apiGroup: '', resources: ['serviceaccounts'] },
      { verbs: ['impersonate'], apiGroup: '', resources: ['users'], clusterScoped: true },
    ],
  },
  {
    id: 'impersonate',
    words: 'With a right on a username, requests can be made with another group, UID or extra field, and its rights.',
    rights: [
      { verbs: ['impersonate'], apiGroup: '', resources: ['groups'], clusterScoped: true },
      {
        verbs: ['impersonate'],
        apiGroup: AUTHENTICATION_GROUP,
        resources: ['uids', 'userextras/'],
        clusterScoped: true,
      },
    ],
  },
  /** KEP-5284: the identity is a right of its own, which counts together with one on the action. */
  {
    id: 'impersonate',
    words: 'With a right on the action, requests can be made as somebody else.',
    ofConstrained: true,
    rights: [
      { verbs: ['impersonate:serviceaccount'], apiGroup: AUTHENTICATION_GROUP, resources: ['serviceaccounts'] },
      {
        verbs: ['impersonate:user-info'],
        apiGroup: AUTHENTICATION_GROUP,
        resources: ['users', 'groups', 'uids', 'userextras/'],
        clusterScoped: true,
      },
      {
        verbs: ['impersonate:associated-node', 'impersonate:arbitrary-node'],
        apiGroup: AUTHENTICATION_GROUP,
        resources: ['nodes'],
        clusterScoped: true,
      },
    ],
  },
  /** KEP-5284: the action is a right of its own, which counts together with one on the identity. */
  {
    id: 'impersonated-action',
    words: 'With a right on an identity, this can be done as somebody else.',
    ofConstrained: true,
    rights: [{ verbs: ['impersonate-on:'], resources: [] }],
  },
  /** “Bind verb”. */
  {
    id: 'bind',
    words: 'With a right to write bindings, a role can be bound that has more rights than the user who binds it.',
    rights: [{ verbs: ['bind'], apiGroup: RBAC_GROUP, resources: ['roles', 'clusterroles'] }],
  },
  /** “Escalate verb”. */
  {
    id: 'escalate',
    words: 'With a right to write roles, a role can be given rights that the user who writes it does not have.',
    rights: [
      { verbs: ['escalate'], apiGroup: RBAC_GROUP, resources: ['roles'] },
      { verbs: ['escalate'], apiGroup: RBAC_GROUP, resources: ['clusterroles'], clusterScoped: true },
    ],
  },
  /** https://kubernetes.io/docs/reference/access-authn-authz/rbac/#restrictions-on-role-binding-creation-or-update */
  {
    id: 'write-bindings',
    words: 'Users can give their own rights to others.',
    rights: [
      { verbs: WRITE, apiGroup: RBAC_GROUP, resources: ['rolebindings'] },
      { verbs: WRITE, apiGroup: RBAC_GROUP, resources: ['clusterrolebindings'], clusterScoped: true },
    ],
  },
  /** “Token request”. */
  {
    id: 'service-account-tokens',
    words: 'Tokens of service accounts can be made, and used with their rights.',
    rights: [{ verbs: ['create'], apiGroup: '', resources: ['serviceaccounts/token'] }],
  },
  /** “CSRs and certificate issuing”. */
  {
    id: 'certificates',
    words:
      'This is a part of approving or signing certificates; a client certificate with another username has the rights of that user.',
    rights: [
      {
        verbs: CHANGE,
        apiGroup: CERTIFICATES,
        resources: ['certificatesigningrequests/approval', 'certificatesigningrequests/status'],
        clusterScoped: true,
      },
      { verbs: ['approve', 'sign'], apiGroup: CERTIFICATES, resources: ['signers'], clusterScoped: true },
    ],
  },
  /** “Access to proxy subresource of Nodes”: any verb, since the kubelet reads the method, and `get` alone opens a WebSocket for exec. */
  {
    id: 'nodes-proxy',
    words: 'The kubelet’s API can be reached, which runs commands in every pod of the node, past audit and admission.',
    rights: [{ verbs: [], apiGroup: '', resources: ['nodes/proxy'], clusterScoped: true }],
  },
  /** https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#noderestriction */
  {
    id: 'write-nodes',
    words: 'Labels and taints of nodes can be changed, which decide where pods run.',
    rights: [{ verbs: WRITE, apiGroup: '', resources: ['nodes'], clusterScoped: true }],
  },
  /** “Control admission webhooks”. */
  {
    id: 'admission-webhooks',
    words: 'Webhooks can be set that read every object that is written, and that change it.',
    rights: [
      {
        verbs: WRITE,
        apiGroup: 'admissionregistration.k8s.io',
        resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
        clusterScoped: true,
      },
    ],
  },
  /** https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/ and its page on conversion webhooks */
  {
    id: 'serve-apis',
    words: 'A server can be put behind a part of the API, and reads and answers its requests.',
    rights: [
      {
        verbs: WRITE,
        apiGroup: 'apiextensions.k8s.io',
        resources: ['customresourcedefinitions'],
        clusterScoped: true,
      },
      { verbs: WRITE, apiGroup: 'apiregistration.k8s.io', resources: ['apiservices'], clusterScoped: true },
    ],
  },
  /** “Persistent volume creation”. */
  {
    id: 'create-persistent-volumes',
    words: 'A volume of the type hostPath can be made, which reads and writes the files of a node.',
    rights: [{ verbs: ['create'], apiGroup: '', resources: ['persistentvolumes'], clusterScoped: true }],
  },
  /** “Namespace modification”. A request for a namespace is in that namespace, so a RoleBinding there grants it. */
  {
    id: 'change-namespaces',
    words: 'Labels of namespaces can be changed, which decide about Pod Security and network policies.',
    rights: [{ verbs: CHANGE, apiGroup: '', resources: ['namespaces'] }],
  },
]

function grants(rule: Rule, namespace: string, right: Right | Wildcard): boolean {
  if ('wildcard' in right) return wildcardLists(rule).includes(right.wildcard)
  const { verbs, apiGroup, resources, clusterScoped } = right
  if (clusterScoped === true && namespace !== '') return false
  if (apiGroup !== undefined && !apiGroupMatches(rule, apiGroup)) return false
  const granted = verbs.filter((verb) => hasVerb(rule, verb))
  if (verbs.length > 0 && granted.length === 0) return false
  if (resources.length === 0) return rule.resources.length > 0
  return resources.some((resource) => {
    // An object that is created has no name yet when this is decided; its subresources are of one that has.
    const needsNoName = granted.length > 0 && granted.every((verb) => verb === 'create') && !resource.includes('/')
    return !(needsNoName && rule.resourceNames.length > 0) && hasResource(rule, resource)
  })
}

/** A verb that ends in a colon is each that begins with it, of those that a rule names. */
function hasVerb(rule: Rule, verb: string): boolean {
  return verb.endsWith(':') ? rule.verbs.some((one) => one.startsWith(verb)) : verbMatches(rule, verb)
}

/** A resource that ends in a slash is each of its subresources. */
function hasResource(rule: Rule, resource: string): boolean {
  return resource.endsWith('/')
    ? rule.resources.some((one) => one === '*' || one.startsWith(resource) || one.startsWith('*/'))
    : resourceMatches(rule, resource)
}

/** Of a rule that allows a review of impersonation under a design as a text, whose other steps only its text knows. */
export const OWN_DANGER: Danger = {
  id: 'impersonate',
  words: 'Requests can be made as somebody else, where the other steps on that way of the design say yes.',
}

/** The dangers that are those of designs of the playground: what its rights lead to depends on the design. */
export const BY_DESIGN: ReadonlySet<string> = new Set(['impersonate', 'impersonated-action'])

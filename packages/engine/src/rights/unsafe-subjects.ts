import {
  ALL_AUTHENTICATED,
  ALL_SERVICE_ACCOUNTS,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  BOOTSTRAPPERS,
  isBootstrapToken,
  type MisnamedUser,
  misnamedUser,
  NODES_GROUP,
  type Rule,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
  userKindOfPrefix,
} from '../kube/index.ts'
import type { RichText } from '../text/index.ts'
import { RANCHER_USERS } from './rancher-users.ts'
import { subjectOfUsername } from './subjects.ts'

/** A subject that a grant hardly ever means, because others have its name too, or it has another name tomorrow. */
export interface UnsafeSubject {
  /** Stable, in kebab-case. */
  readonly id: 'anonymous' | 'everybody' | 'node' | 'session' | 'default-account' | 'misnamed' | 'component'
  /** What a grant to it does, in a sentence. */
  readonly danger: string
  /** Who is meant, as the subject of a sentence. Only of a crowd. */
  readonly crowd?: string
  /** What it means that a requestor of this name was refused, and what to do. Absent for a group, which sends no request. */
  readonly refused?: RichText
}

/** Everybody, or everybody of some kind. */
function crowd(id: 'anonymous' | 'everybody', who: string): UnsafeSubject {
  return { id, crowd: who, danger: `${who} may do it${id === 'anonymous' ? ', without credentials' : ''}.` }
}

const OPEN_TO_ALL = crowd('anonymous', 'Everybody who reaches the API server')
const ALL_NODES =
  'A rule for nodes counts whatever pods they run. The Node authorizer grants every node a fixed list of rights, and limits those on objects such as Secrets to what its pods use.'

const GROUPS: ReadonlyMap<string, UnsafeSubject> = new Map<string, UnsafeSubject>([
  [ALL_UNAUTHENTICATED, OPEN_TO_ALL],
  [ALL_AUTHENTICATED, crowd('everybody', 'Every user and every service account')],
  [ALL_SERVICE_ACCOUNTS, crowd('everybody', 'Every service account')],
  [NODES_GROUP, { id: 'node', danger: ALL_NODES }],
  [RANCHER_USERS, crowd('everybody', 'Every user of Rancher')],
])

/** Names of one session: an assumed role of AWS, and the session names that its SDKs make up. */
const SESSION = /^arn:aws[a-z-]*:sts::[^:]*:assumed-role\/[^/]+\/|(?:^|[/:])(?:botocore-session|aws-go-sdk)-\d+$/

/** Why a subject should not be bound; undefined where nothing speaks against it. */
export function unsafeSubject({ kind, name, namespace }: SubjectName): UnsafeSubject | undefined {
  if (kind === 'Group') return GROUPS.get(name)
  if (kind === 'ServiceAccount') {
    return name === 'default' ? defaultAccount(namespace) : name === DASHBOARD ? dashboard(namespace) : undefined
  }
  if (name === ANONYMOUS) return ANONYMOUS_USER
  if (userKindOfPrefix(name) === 'node') return nodeUser(name)
  const misnamed = misnamedUser(name)
  if (misnamed !== undefined) return misnamedAs(name, misnamed)
  if (isBootstrapToken(name)) return bootstrapToken(name)
  return SESSION.test(name) ? sessionUser(name) : COMPONENTS.get(name)
}

/** The account of Kubernetes Dashboard in its own manifests, whose users log in with a token of theirs. */
const DASHBOARD = 'kubernetes-dashboard'

function dashboard(namespace: string): UnsafeSubject | undefined {
  if (namespace !== DASHBOARD && namespace !== 'kube-system') return undefined
  return {
    id: 'component',
    danger: 'Everybody for whom the dashboard asks with its own account gets the right.',
    refused: [
      { code: DASHBOARD },
      ' is the account of the dashboard itself, which asks with it where somebody logged in with its token or skipped the login. Log in with the token of an account that has the right: ',
      { code: 'kubectl create token ACCOUNT -n NAMESPACE' },
      ' prints one.',
    ],
  }
}

/** The same of a username. */
export function unsafeUser(username: string): UnsafeSubject | undefined {
  return unsafeSubject(subjectOfUsername(username))
}

const ANONYMOUS_USER: UnsafeSubject = {
  ...OPEN_TO_ALL,
  refused: [
    { code: ANONYMOUS },
    ' is the name of a request without credentials. The client sent no token or client certificate, a proxy on the way dropped it, or the server has no CA by which it checks client certificates. Look at the port, too: by default 10250, 10257 and 10259 are those of the kubelet, the controller manager and the scheduler.',
  ],
}

function nodeUser(name: string): UnsafeSubject {
  return {
    id: 'node',
    danger: ALL_NODES,
    refused: [
      'The Node authorizer decides for nodes: it grants ',
      { code: name },
      ' a fixed list of rights, and objects such as Secrets only where a pod that is bound to it uses them. A rule for a node counts whatever pods it runs. A person, or a program other than the kubelet, needs credentials of its own: look which kubeconfig it read.',
    ],
  }
}

function misnamedAs(name: string, misnamed: MisnamedUser): UnsafeSubject {
  const id = 'misnamed'
  if (misnamed.is === 'slip') {
    const { of, username } = misnamed
    return {
      id,
      danger: `No ${of} has this username. The one that is meant has the username ${username}.`,
      refused: [
        { code: name },
        ` is not the username of a ${of}. The one that is meant has the username `,
        { code: username },
        ': correct it where it is written, such as after ',
        { code: '--as' },
        ', and ask again.',
      ],
    }
  }
  const { member } = misnamed
  return {
    id,
    danger: 'This is the name of a group. As the name of a user it reaches nobody in the group.',
    refused: [
      { code: name },
      ' is the name of a group, and here it is given as that of a user. ',
      ...(member === undefined ? [] : ['Its members have usernames of the form ', { code: member }, '. ']),
      'To ask as a member, write a username after ',
      { code: '--as' },
      ', and the group after ',
      { code: '--as-group' },
      '. A client certificate has the username as its common name, and the groups as its organizations. A binding to the group has ',
      { code: 'kind: Group' },
      '.',
    ],
  }
}

function sessionUser(name: string): UnsafeSubject {
  return {
    id: 'session',
    danger: 'The username is that of one session: a session with another name does not have the right.',
    refused: [
      { code: name },
      ' is the name of one session, and another session has another name. Map the role to a group, and bind the group.',
    ],
  }
}

function bootstrapToken(name: string): UnsafeSubject {
  return {
    id: 'session',
    danger: 'The username is that of one bootstrap token: another token has another name, and tokens expire.',
    refused: [
      { code: name },
      ' is the name of one bootstrap token. Bind a group of the tokens: ',
      { code: BOOTSTRAPPERS },
      ' has all of them, and a token may name more. ',
      { code: 'kubeadm init' },
      ' binds ',
      { code: `${BOOTSTRAPPERS}:kubeadm:default-node-token` },
      ' to what joining nodes read.',
    ],
  }
}

/** What a front proxy means whose own name arrives at the server behind it (Go: `authentication/request/headerrequest`). */
function frontProxy(name: string): UnsafeSubject {
  return {
    id: 'component',
    danger: 'Every user whose request kube-apiserver passes on gets the right.',
    refused: [
      { code: name },
      ' is the usual name of the certificate by which kube-apiserver passes requests on to other API servers. Such a server takes the user from the headers of the request, unless ',
      { code: '--requestheader-allowed-names' },
      ' of kube-apiserver lists other names, or ',
      { code: '--requestheader-client-ca-file' },
      ' has another CA. Correct these flags: a rule for this name is a rule for everybody.',
    ],
  }
}

/** What a kubelet that refuses kube-apiserver means (Go: `pkg/kubelet/server/auth.go`; kubeadm: `phases/certs/certlist.go`). */
function kubeletClient(name: string): UnsafeSubject {
  return {
    id: 'component',
    danger:
      'kube-apiserver asks every kubelet with this name, for all who may use kubectl logs, exec and port-forward.',
    refused: [
      { code: name },
      ' is a usual name of the certificate by which kube-apiserver asks kubelets, that of ',
      { code: '--kubelet-client-certificate' },
      '. kubeadm 1.29 to 1.37 gives it the organization ',
      { code: 'kubeadm:cluster-admins' },
      ', and earlier ones ',
      { code: 'system:masters' },
      ': look whether the certificate has it. A certificate without an organization needs a binding of its name to ClusterRole ',
      { code: 'system:kubelet-api-admin' },
      ', which has all that kubectl logs, exec and port-forward need.',
    ],
  }
}

/** What the name of the certificate of kube-apiserver means, where guides make one certificate for all that it does. */
function serverCertificate(name: string): UnsafeSubject {
  return {
    id: 'component',
    danger: 'kube-apiserver asks every kubelet with this name, and whoever has its certificate is this user.',
    refused: [
      { code: name },
      ' is the usual name in the certificate of kube-apiserver where it was made by hand, as in Kubernetes The Hard Way. kube-apiserver asks kubelets with it for kubectl logs, exec and port-forward: a binding of the name to ClusterRole ',
      { code: 'system:kubelet-api-admin' },
      ' grants what they need. For any other request the credentials are the wrong ones: a person or a program has a certificate of its own.',
    ],
  }
}

/** What the token in a kubeconfig of AKS means, beside which the file has a client certificate that may do all. */
function tokenOfAKS(name: string): UnsafeSubject {
  return {
    id: 'component',
    danger: 'Everybody with the kubeconfig that AKS wrote gets the right: AKS gave all of them one token.',
    refused: [
      { code: name },
      ' is the user of the token in kubeconfigs that ',
      { code: 'az aks get-credentials' },
      ' wrote for clusters without Entra ID. AKS grants it nothing: kubectl sends the client certificate of the same file, ',
      { code: 'masterclient' },
      ' in the group ',
      { code: SYSTEM_PRIVILEGED_GROUP },
      ', and a dashboard that is given the file sends the token alone. Give that program the token of a service account with the rights that it needs. Elsewhere the name may be that of any user.',
    ],
  }
}

/** Names of administrators who have their rights by a group, with who gives them. */
const ADMINISTRATORS: ReadonlyMap<string, string> = new Map([
  ['admin', 'Kubernetes The Hard Way, Talos and MicroK8s give it to their administrator'],
  ['kube-admin', 'RKE gives it to its administrator'],
  ['kubecfg', 'kops and kube-up give it to their administrator'],
  ['masterclient', 'AKS gives it to who runs az aks get-credentials --admin'],
  ['minikube-user', 'minikube gives it to its administrator'],
  ['system:admin', 'k3s, RKE2 and OpenShift give it to their administrator'],
])

function administrator(name: string, givenBy: string): UnsafeSubject {
  return {
    id: 'component',
    danger: 'Everybody with a credential of this name gets the right.',
    refused: [
      { code: name },
      ` is a name of administrators: ${givenBy}. There the group `,
      { code: SYSTEM_PRIVILEGED_GROUP },
      ' may do all, and the name nothing: the credential that was sent does not have the group, or the name was impersonated without it. The organizations of a client certificate are its groups: ',
      { code: 'openssl x509 -noout -subject -in FILE' },
      ' prints them. Elsewhere the name may be that of any user.',
    ],
  }
}

/** Usual names of the credentials of a component or an installer, where a refusal means that the component is set up otherwise than Kubernetes expects. */
const COMPONENTS: ReadonlyMap<string, UnsafeSubject> = new Map<string, UnsafeSubject>([
  ...Array.from(ADMINISTRATORS, ([name, givenBy]) => [name, administrator(name, givenBy)] as const),
  ['kubernetes', serverCertificate('kubernetes')],
  ['Kubernetes', serverCertificate('Kubernetes')],
  [
    'client',
    {
      id: 'component',
      danger: 'Everybody who has the certificate gets the right, and GKE does not revoke it.',
      refused: [
        'GKE gives ',
        { code: 'client' },
        ' to the client certificate that it issues for a cluster (',
        { code: 'masterAuth.clientCertificate' },
        '), and grants it nothing. Use credentials of your own: ',
        { code: 'gcloud container clusters get-credentials NAME' },
        ' writes them to the kubeconfig. Where a kubelet refused it, kube-apiserver asked: Charmed Kubernetes gave it this name, and a binding to ClusterRole ',
        { code: 'system:kubelet-api-admin' },
        ' grants what it needs. Elsewhere the name may be that of any user.',
      ],
    },
  ],
  [
    'kubelet-bootstrap',
    {
      id: 'component',
      danger: 'Every machine with the bootstrap token gets the right.',
      refused: [
        { code: 'kubelet-bootstrap' },
        ' is the usual name of the token by which a kubelet asks for its first certificate. The user needs ClusterRole ',
        { code: 'system:node-bootstrapper' },
        ': ',
        {
          code: 'kubectl create clusterrolebinding kubelet-bootstrap --clusterrole=system:node-bootstrapper --user=kubelet-bootstrap',
        },
        '. A kubelet that goes on with this name for other requests has not got a certificate: look whether its request was approved.',
      ],
    },
  ],
  ['clusterUser', tokenOfAKS('clusterUser')],
  ['clusterAdmin', tokenOfAKS('clusterAdmin')],
  [
    'system:cattle:error',
    {
      ...crowd('anonymous', 'Everybody who reaches Rancher'),
      refused: [
        { code: 'system:cattle:error' },
        ' is the name that Rancher gives to a request whose credentials it does not accept. Rancher knows its own tokens: the token of a service account in the cluster is for the address of that cluster’s API server, and a token of Rancher may have expired. Download the kubeconfig from Rancher again, and bind nothing to this name.',
      ],
    },
  ],
  ['front-proxy-client', frontProxy('front-proxy-client')],
  ['aggregator', frontProxy('aggregator')],
  ['kube-apiserver', kubeletClient('kube-apiserver')],
  ['kube-apiserver-kubelet-client', kubeletClient('kube-apiserver-kubelet-client')],
  [
    'kubernetes-admin',
    {
      id: 'component',
      danger: 'Everybody with a copy of admin.conf of kubeadm gets the right.',
      refused: [
        { code: 'kubernetes-admin' },
        ' is the name in admin.conf of kubeadm. Its group may do all: ',
        { code: 'kubeadm:cluster-admins' },
        ' from 1.29 on, by the ClusterRoleBinding of that name, and ',
        { code: 'system:masters' },
        ' before. Either the certificate has another organization, or the binding is missing. With super-admin.conf of kubeadm, ',
        {
          code: 'kubectl create clusterrolebinding kubeadm:cluster-admins --clusterrole=cluster-admin --group=kubeadm:cluster-admins',
        },
        ' restores the binding. EKS gives the name, with ',
        { code: SYSTEM_PRIVILEGED_GROUP },
        ', to who made the cluster: there, look which groups ',
        { code: 'aws-auth' },
        ' gives it.',
      ],
    },
  ],
  [
    'kubelet',
    {
      id: 'component',
      danger: 'Every kubelet with this name gets the right, and NodeRestriction limits none of them to its node.',
      refused: [
        { code: 'kubelet' },
        ' does not name a node, so the Node authorizer grants it nothing. It knows a kubelet by a username of the form ',
        { code: 'system:node:NAME' },
        ' in the group ',
        { code: NODES_GROUP },
        ', the common name and the organization of its client certificate. Older setups gave all kubelets this name: give each a certificate of its own.',
      ],
    },
  ],
])

function defaultAccount(namespace: string): UnsafeSubject {
  return {
    id: 'default-account',
    danger: `Every pod in namespace ${namespace} that names no service account gets the right.`,
    refused: [
      'A pod that names no service account runs as ',
      { code: 'default' },
      '. Give the pod an account of its own, by ',
      { code: 'serviceAccountName' },
      ', and bind that. A client in a pod also takes this account where it does not find the credentials that it was meant to use.',
    ],
  }
}

/** Paths that anonymous users may read in every cluster, or that are made for them. */
const PUBLIC_PATH = /^\/(?:api|apis|healthz|livez|readyz|version|openapi|openid|\.well-known)(?:\/|\*|$)/

/**
 * Whether a rule in a scope gives a crowd more than discovery: not only public paths, reviews of oneself, or the ConfigMap from
 * which kubeadm has new nodes read the address of the cluster.
 */
export function isMoreThanDiscovery(rule: Rule, namespace: string): boolean {
  const reads = rule.verbs.every((verb) => verb === 'get' || verb === 'head')
  if (rule.nonResourceURLs.length > 0) return !reads || !rule.nonResourceURLs.every((url) => PUBLIC_PATH.test(url))
  if (rule.resources.length > 0 && rule.resources.every((resource) => resource.startsWith('self'))) return false
  return !isClusterInfo(rule, namespace)
}

/** The Role kubeadm:bootstrap-signer-clusterinfo, which is for anonymous users. */
function isClusterInfo({ verbs, apiGroups, resources, resourceNames }: Rule, namespace: string): boolean {
  return (
    namespace === 'kube-public' &&
    verbs.every((verb) => /^(?:get|list|watch)$/.test(verb)) &&
    apiGroups.every((group) => group === '') &&
    resources.every((resource) => resource === 'configmaps') &&
    resourceNames.length > 0 &&
    resourceNames.every((name) => name === 'cluster-info')
  )
}

import { isNamespacedResource } from '../../kube/index.ts'
import { listInWords } from '../../trace/index.ts'
import { plainText } from '../../words/index.ts'
import { OF_WORKSPACES } from './authorizer-reason.ts'
import { MARK, NAME, QUOTES } from './quoting.ts'
import { namespaceIn } from './reported-owner.ts'

/** A check that a step after authorization asked the same authorizers. A part that the text does not name is absent. */
export interface AdmissionCheck {
  readonly verb: string
  readonly apiGroup?: string
  readonly resource?: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
}

/** A step that refuses requests, known by its words. */
export interface AdmissionStep {
  readonly by: string
  /** A group `username` is the name of the refused user. */
  readonly words: RegExp
  /** The checks that the step asks, of which any allows. `groups` are those of `words`. */
  readonly checks?: (groups: readonly string[], text: string) => readonly AdmissionCheck[]
  /** Facts about the step that the words do not say. */
  readonly more?: string | ((text: string) => string)
  /** Where it is not a step after authorization. */
  readonly when?: 'before the API server had it' | 'outside of Kubernetes' | 'at the host cluster'
}

const CERTIFICATES = 'certificates.k8s.io'
const USERNAME = `${MARK}(?<username>[^${QUOTES}\\s]{1,500}?)${MARK}`

/** Go: `IsAuthorizedForSignerName`, which asks about all signers of the domain after the signer. */
const signer =
  (verb: string): NonNullable<AdmissionStep['checks']> =>
  (groups) => {
    const named = groups.at(-1) ?? ''
    const names = new Set([named, named.replace(/\/.*$/, '/*')])
    return [...names].map((name) => ({ verb, apiGroup: CERTIFICATES, resource: 'signers', name }))
  }

const SCC = { verb: 'use', apiGroup: 'security.openshift.io', resource: 'securitycontextconstraints' } as const
/** Those that the text says nobody concerned may use. OpenShift does not try whether they would fit. */
const UNUSABLE = /provider \\*"?([a-z0-9.-]{1,253})\\*"?: Forbidden: not usable by user or serviceaccount/g
/** Those that were tried, and do not fit. */
const UNFIT =
  /provider \\*"?([a-z0-9.-]{1,253})\\*"?: (?=\.?(?:spec|metadata|containers|initContainers|ephemeralContainers)\b)/g

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))]
}

function unusableConstraints(_: readonly string[], text: string): readonly AdmissionCheck[] {
  const namespace = namespaceIn(text)
  const place = namespace === undefined ? {} : { namespace }
  const names = namesIn(text, UNUSABLE)
  return names.length === 0 ? [{ ...SCC, ...place }] : names.map((name) => ({ ...SCC, ...place, name }))
}

function inWords(names: readonly string[], word: 'and' | 'or'): string {
  return plainText(listInWords(names, word))
}

function aboutConstraints(text: string): string {
  const [unusable, unfit] = [namesIn(text, UNUSABLE), namesIn(text, UNFIT)]
  const tried = unfit.length === 0 ? '' : ` The pod does not fit ${inWords(unfit, 'and')}, which may be used.`
  const others =
    unusable.length === 0
      ? ''
      : ` The text does not say whether it would fit ${inWords(unusable, 'or')}: OpenShift does not try one that may not be used.`
  return `${ONE_THAT_FITS}${tried}${others} A rule without names includes privileged.`
}

/** Calico asks for `get` on the tier, and for the verb on all policies of the tier or on this one. */
function checksOfTier(groups: readonly string[], text: string): readonly AdmissionCheck[] {
  const [name = '', , verb = '', resource = '', tier = '', namespace = ''] = groups
  const apiGroup = 'projectcalico.org'
  if (lacksTier(tier, text)) return [{ verb: 'get', apiGroup, resource: 'tiers', name: tier }]
  const place = { verb, apiGroup, resource: `tier.${resource}`, ...(namespace && { namespace }) }
  return [{ ...place, name: `${tier}.*` }, ...(name ? [{ ...place, name }] : [])]
}

/** The end of a line may be before the words that say it. */
function lacksTier(tier: string, text: string): boolean {
  return new RegExp(
    `in tier ${MARK}${tier.replaceAll('.', '\\.')}${MARK}[^()]{0,200}\\(user\\s+cannot\\s+get\\s+tier`,
  ).test(text)
}

function aboutTier(text: string): string {
  const [, tier = ''] = new RegExp(`in tier ${NAME}`).exec(text) ?? []
  return lacksTier(tier, text)
    ? 'It also asks for the verb on the policies of the tier, as the resource tier.networkpolicies or tier.globalnetworkpolicies.'
    : 'The user may get the tier.'
}

/** “Customizing the project request message” and “Disabling project self-provisioning” in the documentation of OpenShift. */
export const ABOUT_PROJECT_REQUESTS =
  'In OpenShift ClusterRole self-provisioner grants it, which ClusterRoleBinding self-provisioners binds to group system:authenticated:oauth unless an administrator removed that. An administrator can bind the role again, or make the project by oc adm new-project NAME --admin=USER.'

/** The checks of the webhook: https://github.com/rancher/webhook/blob/main/docs.md */
function aboutRancher(text: string): string {
  const about =
    'It is not a part of Kubernetes: the roles of the API server allowed the request, and the webhook checks more.'
  const log = 'Its log says more: kubectl logs -n cattle-system deployment/rancher-webhook.'
  if (/attempting to grant RBAC permissions not currently held|\bescalation\b/.test(text)) {
    return `${about} Nobody may give more than they hold by roles and bindings of Rancher. The text after the colon lists the rules that the user lacks: somebody who holds them has to make the change, or to give them to the user first. The verb escalate on a GlobalRole lifts this for its rules, and bind on it for its bindings. ${log}`
  }
  if (/webhook .{1,6}rancher\.cattle\.io\.namespaces/.test(text)) {
    return `${about} For a label that begins with pod-security.kubernetes.io it asks for the verb updatepsa on projects.management.cattle.io, and for the annotation field.cattle.io/projectId for manage-namespaces on that project. Leave the label or the annotation out, or have an administrator of Rancher give a role with the verb. ${log}`
  }
  return `${about} The text after the colon is its reason. ${log}`
}

const NO_ROLE = 'It does not look at roles.'
const ONE_THAT_FITS = 'One that the user or the service account of the pod may use must also fit the pod.'
const WHOLE_DOMAIN = 'The name DOMAIN/* of the signer’s domain passes, too.'
const NO_RULE_HELPS = 'No role of Kubernetes allows it.'
const OF_A_POLICY = 'No role changes its answer, unless the policy itself asks who sent the request.'

const FOREIGN_WORDS = 'These words are not those of Kubernetes.'

/**
 * The steps of kube-apiserver 1.36 (`plugin/pkg/admission` and `pkg/admission/plugin`), PodSecurityPolicy of 1.24, those of
 * pod-security-admission, of OpenShift, of Calico and of Rancher; and the proxies of Teleport (`lib/kube/proxy`) and Capsule
 * (`internal/request`).
 */
export const STEPS: readonly AdmissionStep[] = [
  {
    by: 'CertificateApproval',
    words: new RegExp(`user not permitted to approve requests with signerName ${NAME}`),
    checks: signer('approve'),
    more: WHOLE_DOMAIN,
  },
  {
    by: 'CertificateSigning',
    words: new RegExp(`user not permitted to sign requests with signerName ${NAME}`),
    checks: signer('sign'),
    more: WHOLE_DOMAIN,
  },
  {
    by: 'The handler of PodCertificateRequests',
    words: new RegExp(`User ${USERNAME} is not permitted to ${MARK}sign${MARK} for signer ${NAME}`),
    checks: signer('sign'),
    more: WHOLE_DOMAIN,
  },
  {
    by: 'ClusterTrustBundleAttest',
    words: new RegExp(`user not permitted to attest for signerName ${NAME}`),
    checks: signer('attest'),
    more: WHOLE_DOMAIN,
  },
  {
    by: 'OwnerReferencesPermissionEnforcement',
    words: /cannot set blockOwnerDeletion if an ownerReference refers to a resource you can.?t set finalizers on/,
    checks: () => [{ verb: 'update', subresource: 'finalizers' }],
  },
  {
    by: 'The handler of ProjectRequests of OpenShift',
    words: /You may not request a new project via this API/,
    checks: () => [{ verb: 'create', apiGroup: 'project.openshift.io', resource: 'projectrequests' }],
    more: ABOUT_PROJECT_REQUESTS,
  },
  {
    by: 'OwnerReferencesPermissionEnforcement',
    words: new RegExp(
      `\\b([a-z0-9]{1,63})\\.?([a-z0-9.-]{0,253}) (?:${NAME} )?is forbidden: cannot set an ownerRef on a resource you can.?t delete`,
    ),
    checks: ([resource = '', apiGroup = '', name = ''], text) => {
      const namespace = isNamespacedResource(apiGroup, resource) === false ? undefined : namespaceIn(text)
      return [{ verb: 'delete', apiGroup, resource, ...(namespace && { namespace }), ...(name && { name }) }]
    },
  },
  {
    by: 'The admission of OpenShift',
    words: /unable to validate against any security context constraint/,
    checks: unusableConstraints,
    more: aboutConstraints,
  },
  {
    by: 'PodSecurityPolicy',
    words: /unable to validate against any pod security policy/,
    checks: () => [{ verb: 'use', apiGroup: 'policy', resource: 'podsecuritypolicies' }],
    more: `${ONE_THAT_FITS} A rule without names includes those for privileged pods. Kubernetes has had no such policies since 1.25.`,
  },
  {
    by: 'PodSecurityPolicy',
    words: /no providers available to validate pod request/,
    more: `${NO_ROLE} The cluster has no PodSecurityPolicy at all: make one, or turn the plugin off. Kubernetes has had no such policies since 1.25.`,
  },
  {
    by: 'The API server of Calico',
    words: new RegExp(
      `(?:${NAME} )?is forbidden: User ${USERNAME} cannot (\\S+) ([a-z]+)\\.projectcalico\\.org in tier ${NAME}(?: and namespace ${NAME})?`,
    ),
    checks: checksOfTier,
    more: aboutTier,
  },
  {
    by: 'NamespaceLifecycle',
    words: /unable to create new content in namespace \S+ because it is being terminated/,
    more: `${NO_ROLE} The namespace is being deleted.`,
  },
  {
    by: 'NodeRestriction',
    words: new RegExp(
      `is forbidden: .{0,200}\\bnode ${NAME} (?:can only (?:create|delete|update) |can not create pods|cannot update |must not set blockOwnerDeletion|is not allowed to (?:create|modify|set|update) )`,
    ),
    more: `${NO_ROLE} It limits a node to its own objects and those of its pods.`,
  },
  { by: 'ResourceQuota', words: /exceeded quota: |failed quota: /, more: NO_ROLE },
  { by: 'PodSecurity', words: new RegExp(`violates PodSecurity ${MARK}`), more: NO_ROLE },
  {
    by: 'ValidatingAdmissionPolicy',
    words: new RegExp(`ValidatingAdmissionPolicy ${MARK}.* denied request`),
    more: 'Its expressions may ask the authorizers; the text does not say so.',
  },
  {
    by: 'A webhook of Rancher',
    words: new RegExp(
      `[Aa]dmission webhook ${MARK}(?:[a-z0-9-]{1,63}\\.){1,9}cattle\\.io(?:\\.[a-z0-9-]{1,63}){0,9}${MARK} denied the request`,
    ),
    more: aboutRancher,
  },
  {
    by: 'Gatekeeper',
    words: new RegExp(
      `[Aa]dmission webhook ${MARK}(?:validation|mutation)\\.gatekeeper\\.sh${MARK} denied the request`,
    ),
    more: `${OF_A_POLICY} The brackets name the constraint: kubectl get constraints lists them.`,
  },
  {
    by: 'Kyverno',
    words: new RegExp(
      `[Aa]dmission webhook ${MARK}(?:[a-z]+\\.)?(?:validate|mutate)\\.kyverno\\.svc(?:-[a-z0-9-]+)?${MARK} denied the request`,
    ),
    more: `${OF_A_POLICY} The text after the colon names the policy: kubectl get clusterpolicies,policies -A lists them.`,
  },
  {
    by: 'kcp',
    words: /is forbidden: (?:"[^"]{1,300}" )?workspace access not permitted/,
    more: `${NO_RULE_HELPS} ${OF_WORKSPACES}`,
  },
  {
    by: 'IAM of AWS',
    words: /\bis not authorized to perform: [a-z0-9-]+:[A-Za-z]+/,
    more: `${NO_RULE_HELPS} A policy of IAM has to allow the action after the colon, and none may deny it.`,
    when: 'outside of Kubernetes',
  },
  {
    by: 'An API of Google Cloud',
    words: /\bgoogleapi: Error 403:|\bResponseError: code=403, message=Required \S+ permission/,
    more: `${NO_RULE_HELPS} Where the text names a permission, an IAM role of the account has to include it.`,
    when: 'outside of Kubernetes',
  },
  {
    by: 'An API of Azure',
    words: /does not have authorization to perform action '?Microsoft\.[A-Za-z]+\//,
    more: `${NO_RULE_HELPS} A role assignment in Azure has to include the action that the text names.`,
    when: 'outside of Kubernetes',
  },
  {
    by: 'Teleport',
    words: new RegExp(`impersonation request has been denied, (?:user|group) header ${MARK}`),
    more: `${FOREIGN_WORDS} The fields kubernetes_users and kubernetes_groups of a role in Teleport name whom its users may impersonate.`,
    when: 'before the API server had it',
  },
  {
    by: 'capsule-proxy',
    words: new RegExp(
      `the current user (?<username>\\S{1,300}) cannot impersonate the (user|group) ([^\\s,\\\\${QUOTES}]{1,300})`,
    ),
    checks: ([, kind = '', name = '']) => [{ verb: 'impersonate', apiGroup: '', resource: `${kind}s`, name }],
    more: `${FOREIGN_WORDS} The proxy asks this check before it passes a request on.`,
  },
  {
    by: 'The admission plugin ServiceAccount',
    words: /error looking up service account \S{1,320}: serviceaccount \S{1,260} not found/,
    more: `${NO_ROLE} The service account of the pod does not exist. Create it, or name another one.`,
  },
  {
    by: 'DenyEscalatingExec',
    words: /cannot exec into or attach to a (?:privileged container|container using host (?:pid|ipc))/,
    more: `${NO_ROLE} It lets nobody run commands in such a pod.`,
  },
  {
    by: 'An admission webhook',
    words: new RegExp(`[Aa]dmission webhook ${MARK}.* denied the request`),
    more: 'The text does not say whether it looks at roles.',
  },
  {
    by: 'LimitRanger',
    words:
      /(?:minimum|maximum) \S+ usage per \S+ is |max limit to request ratio per \S+ is |error enforcing limit ranges/,
    more: NO_ROLE,
  },
]

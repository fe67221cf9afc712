import { isMasked } from '../../kube/index.ts'
import { withoutLayout } from './layout.ts'
import { MARK, QUOTES } from './quoting.ts'
import { LONGEST_WORDED } from './worded-refusal.ts'

/** A check that a step after authorization asked the same authorizers. A part that the text does not name is absent. */
export interface AdmissionCheck {
  readonly verb: string
  readonly apiGroup?: string
  readonly resource?: string
  readonly subresource?: string
  readonly name?: string
}

/** A refusal of a step after authorization, of another API server or of a proxy before it, known by its words. */
export interface AdmissionRefusal {
  readonly is: 'admission'
  /** The plugin, as kube-apiserver or its authors name it. */
  readonly by: string
  /** Absent where the step asks no authorizer. */
  readonly check?: AdmissionCheck
  /** Another check that the step asks where the first one does not allow: either allows. */
  readonly orElse?: AdmissionCheck
  /** The owner that the text names, where the check is about its resource. */
  readonly owner?: ReportedOwner
  /** Which step refused, and how to ask its check, in sentences. */
  readonly sentence: string
}

/** An object that owns another one. A part that the text does not name is absent. */
export interface ReportedOwner {
  readonly kind?: string
  readonly apiGroup?: string
  readonly name?: string
  /** That of the refused object, in which an owner with a namespace is, too. */
  readonly namespace?: string
}

interface Known {
  readonly by: string
  readonly words: RegExp
  /** The check that the step asks. Groups are those of `words`. */
  readonly check?: (...groups: readonly string[]) => AdmissionCheck
  readonly orElse?: (...groups: readonly string[]) => AdmissionCheck | undefined
  /** A fact about the step that the text does not say. */
  readonly more?: string
  /** It refuses before the API server has the request. */
  readonly isProxy?: boolean
}

const CERTIFICATES = 'certificates.k8s.io'
const NAME = `${MARK}([^${QUOTES}\\s]{1,500}?)${MARK}`

const signer =
  (verb: string) =>
  (name = ''): AdmissionCheck => ({ verb, apiGroup: CERTIFICATES, resource: 'signers', name })

/** Go: `IsAuthorizedForSignerName`, which asks about all signers of the domain after the signer. */
const domain =
  (verb: string) =>
  (name = ''): AdmissionCheck | undefined =>
    name.endsWith('/*') ? undefined : signer(verb)(name.replace(/\/.*$/, '/*'))

const NO_ROLE = 'It does not look at roles.'
const ONE_THAT_FITS = 'One that the user or the service account of the pod may use must also fit the pod.'
const WHOLE_DOMAIN = 'The name DOMAIN/* of the signer’s domain passes, too.'

const FOREIGN_WORDS = 'These words are not those of Kubernetes.'

/**
 * The steps of kube-apiserver 1.36 (`plugin/pkg/admission` and `pkg/admission/plugin`), PodSecurityPolicy of 1.24, those of
 * pod-security-admission, of OpenShift, of Calico and of Rancher; and the proxies of Teleport (`lib/kube/proxy`) and Capsule
 * (`internal/request`).
 */
const STEPS: readonly Known[] = [
  {
    by: 'CertificateApproval',
    words: new RegExp(`user not permitted to approve requests with signerName ${NAME}`),
    check: signer('approve'),
    orElse: domain('approve'),
    more: WHOLE_DOMAIN,
  },
  {
    by: 'CertificateSigning',
    words: new RegExp(`user not permitted to sign requests with signerName ${NAME}`),
    check: signer('sign'),
    orElse: domain('sign'),
    more: WHOLE_DOMAIN,
  },
  {
    by: 'ClusterTrustBundleAttest',
    words: new RegExp(`user not permitted to attest for signerName ${NAME}`),
    check: signer('attest'),
    orElse: domain('attest'),
    more: WHOLE_DOMAIN,
  },
  {
    by: 'OwnerReferencesPermissionEnforcement',
    words: /cannot set blockOwnerDeletion if an ownerReference refers to a resource you can.?t set finalizers on/,
    check: () => ({ verb: 'update', subresource: 'finalizers' }),
    more: 'OWNER is the resource of the owner that the ownerReference names.',
  },
  {
    by: 'OwnerReferencesPermissionEnforcement',
    words: new RegExp(
      `\\b([a-z0-9]{1,63})\\.?([a-z0-9.-]{0,253}) (?:${NAME} )?is forbidden: cannot set an ownerRef on a resource you can.?t delete`,
    ),
    check: (resource = '', apiGroup = '', name = '') => ({ verb: 'delete', apiGroup, resource, ...(name && { name }) }),
  },
  {
    by: 'The admission of OpenShift',
    words: /unable to validate against any security context constraint/,
    check: () => ({ verb: 'use', apiGroup: 'security.openshift.io', resource: 'securitycontextconstraints' }),
    more: `${ONE_THAT_FITS} A rule without names includes privileged.`,
  },
  {
    by: 'PodSecurityPolicy',
    words: /unable to validate against any pod security policy/,
    check: () => ({ verb: 'use', apiGroup: 'policy', resource: 'podsecuritypolicies' }),
    more: `${ONE_THAT_FITS} A rule without names includes those for privileged pods. Kubernetes has had no such policies since 1.25.`,
  },
  {
    by: 'The API server of Calico',
    words: new RegExp(`cannot \\S+ [a-z]+\\.projectcalico\\.org in tier ${NAME}.*user cannot get tier`),
    check: (name = '') => ({ verb: 'get', apiGroup: 'projectcalico.org', resource: 'tiers', name }),
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
    more: 'It is not a part of Kubernetes, and it may check by rules of its own.',
  },
  {
    by: 'Teleport',
    words: new RegExp(`impersonation request has been denied, (?:user|group) header ${MARK}`),
    more: `${FOREIGN_WORDS} The fields kubernetes_users and kubernetes_groups of a role in Teleport name whom its users may impersonate.`,
    isProxy: true,
  },
  {
    by: 'capsule-proxy',
    words: new RegExp(`the current user \\S{1,300} cannot impersonate the (user|group) ([^\\s,\\\\${QUOTES}]{1,300})`),
    check: (kind = '', name = '') => ({ verb: 'impersonate', apiGroup: '', resource: `${kind}s`, name }),
    more: `${FOREIGN_WORDS} The proxy asks this check before it passes a request on.`,
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

/**
 * The handler of a connection to a pod, from 1.35 on (Go: `ensureAuthorizedForVerb`). Its message ends with the reason of the
 * authorizers, which RBAC leaves empty.
 */
const CONNECTION = new RegExp(`\\bpods ${NAME} is forbidden:\\s*$`)

function connectionRefusal(plain: string): AdmissionRefusal | undefined {
  const [whole, name = ''] = CONNECTION.exec(plain) ?? []
  if (whole === undefined) return undefined
  const by = 'The handler of a connection to a pod'
  // Which of the three subresources it was, the text does not say.
  const check: AdmissionCheck = { verb: 'create', apiGroup: '', name }
  const commands = ['exec', 'attach', 'portforward'].map((one) => `kubectl auth can-i create pods --subresource=${one}`)
  return {
    is: 'admission',
    by,
    check,
    sentence: `A 403 that names no user and no reason comes from the handler of kubectl exec, attach and port-forward, from Kubernetes 1.35 on: the user may get the subresource of the pod, and create is missing. Ask as that user in the namespace of the pod: ${commands.slice(0, -1).join(', ')} or ${commands.at(-1)}.`,
  }
}

/**
 * Finds the words of a known step after authorization. Undefined for any other text. `around`: the whole text, which may
 * name the owner.
 */
export function admissionRefusal(text: string, around = ''): AdmissionRefusal | undefined {
  if (text.length > LONGEST_WORDED) return undefined
  const plain = withoutLayout(text).replace(/\s+/g, ' ')
  for (const { by, words, check, orElse, more, isProxy = false } of STEPS) {
    const [whole, ...groups] = words.exec(plain) ?? []
    if (whole === undefined) continue
    const asked = check?.(...groups)
    const other = orElse?.(...groups)
    const owner = asked?.subresource === 'finalizers' ? ownerIn(`${plain}\n${around}`) : undefined
    return {
      is: 'admission',
      by,
      ...(asked && { check: asked }),
      ...(other && { orElse: other }),
      ...(owner && { owner }),
      sentence: sentenceOf(by, asked, more, isProxy),
    }
  }
  return connectionRefusal(plain)
}

/** The owner in the log of a controller, or in an ownerReference; its namespace also in the URL or the command of the request. */
function ownerIn(text: string): ReportedOwner | undefined {
  if (text.length > 2 * LONGEST_WORDED) return undefined
  const field = (name: string): string | undefined => known(new RegExp(`"${name}": ?"([A-Za-z0-9.-]{1,253})"`), text)
  const reference = /ownerReferences"?:([\s\S]{1,500})/.exec(text)?.[1] ?? ''
  const logged = field('controllerKind') ?? field('reconcilerKind')
  const kind = logged ?? known(/\bkind"?: *"?([A-Z][A-Za-z0-9]{0,62})/, reference)
  const group = logged
    ? (field('controllerGroup') ?? field('reconcilerGroup'))
    : known(/\bapiVersion"?: *"?([a-z0-9.-]{1,253})\/v\d/, reference)
  const name = logged ? field('name') : known(/\bname"?: *"?([a-z0-9.-]{1,253})/, reference)
  const namespace =
    field('namespace') ??
    known(/\/namespaces\/([a-z0-9-]{1,63})\//, text) ??
    known(/\bkubectl\b[^\n]{0,500}? (?:-n|--namespace)[ =]([a-z0-9-]{1,63})(?=\s)/, text)
  if (kind === undefined && namespace === undefined) return undefined
  return {
    ...(kind !== undefined && { kind, apiGroup: group ?? '' }),
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
  }
}

/** The first group of a pattern in a text, unless it is a mask. */
function known(pattern: RegExp, text: string): string | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined || isMasked(found) ? undefined : found
}

function sentenceOf(by: string, check: AdmissionCheck | undefined, more: string | undefined, isProxy: boolean): string {
  const after = more === undefined ? [] : [more]
  const when = isProxy ? 'before the API server had it' : 'after authorization allowed it'
  if (check === undefined) return [`${by} refused this request, ${when}.`, ...after].join(' ')
  const { verb, apiGroup = '', resource = 'OWNER', subresource = '', name = '' } = check
  const type = apiGroup === '' ? resource : `${resource}.${apiGroup}`
  const part = subresource === '' ? '' : ` --subresource=${subresource}`
  const command = `kubectl auth can-i ${verb} ${type}${name === '' ? '' : `/${name}`}${part}`
  const asked = `${by} refused this request. It asks the authorizers whether the user may ${verb} ${subresource === '' ? type : `${type}/${subresource}`}${name === '' ? '' : ` named ${name}`}.`
  return [asked, ...after, `Ask as that user: ${command}`].join(' ')
}

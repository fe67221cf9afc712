import { CHECKED_BY_MODE, type ConstrainedMode, constrainedMode, MODES } from '../kube/index.ts'
import { type Prose, prose } from './prose.ts'

/** Whom each mode of constrained impersonation is for. */
const WHO: Readonly<Record<ConstrainedMode, string>> = {
  'user-info':
    'a user who is neither a node nor a service account, with groups, UID and extra fields if they are requested',
  serviceaccount: 'a service account, by its name only',
  'arbitrary-node': 'any node that the rule names',
  'associated-node': 'the node that the requestor itself runs on, as its token says; the checked name is `*`',
}

/** Whom a mode is for, and the resources that it checks, as a text shows them. */
export function modeInWords(mode: ConstrainedMode): { readonly who: string; readonly identities: readonly string[] } {
  const identities = CHECKED_BY_MODE[mode].map((one) => (one === 'userextras' ? 'userextras/<key>' : one))
  return { who: WHO[mode], identities }
}

const DOCS: Prose[number] = {
  link: 'Constrained impersonation',
  href: 'https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/#constrained-impersonation',
}
/** At the commit of the first merge: later texts have other verbs. */
const KEP: Prose[number] = {
  link: 'KEP-5284 as proposed',
  href: 'https://github.com/kubernetes/enhancements/tree/02d2850/keps/sig-auth/5284-constrained-impersonation',
}
const LEGACY_DOCS: Prose[number] = {
  link: 'User impersonation',
  href: 'https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/',
}
const ESCALATION_DOCS: Prose[number] = {
  link: 'Privilege escalation prevention',
  href: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping',
}

/** A verb that a rule can name. */
export interface VerbWords {
  readonly verb: string
  /** A few words. */
  readonly detail: string
  readonly about: readonly Prose[]
}

function verb(name: string, detail: string, ...about: readonly (string | Prose)[]): VerbWords {
  return { verb: name, detail, about: about.map((words) => (typeof words === 'string' ? prose(words) : words)) }
}

/** The verbs of resource requests. */
export const REQUEST_VERBS: readonly VerbWords[] = [
  verb('get', 'read one', 'Read one object by its name.'),
  verb(
    'list',
    'read many',
    'Read all objects of a kind, contents included: a user who may list secrets can read them.',
  ),
  verb('watch', 'follow changes', 'Receive every change as it happens, contents included.'),
  verb(
    'create',
    'make one',
    'Make an object. Rules with `resourceNames` do not match, since a request to create names nothing yet.',
  ),
  verb('update', 'replace one', 'Replace an object (`PUT`).'),
  verb(
    'patch',
    'change a part',
    'Change a part of an object (`PATCH`). Server-side apply of an object that does not exist asks for `create` too.',
  ),
  verb('delete', 'delete one', 'Delete one object by its name.'),
  verb('deletecollection', 'delete many', 'Delete all objects of a kind, or those that a selector picks.'),
]

/** The verbs of non-resource requests: the method in lower case. */
export const PATH_VERBS: readonly VerbWords[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'].map(
  (name) =>
    verb(name, 'HTTP method', `The HTTP method ${name.toUpperCase()}, which is the verb of a non-resource request.`),
)

export const EVERY_VERB = verb(
  '*',
  'every verb',
  'Every verb, including verbs of future versions. `impersonate`, `escalate`, `bind` and all verbs of constrained impersonation are among them.',
  'No other wildcard exists in verbs: `impersonate-on:*` and `get*` match nothing.',
)

export const IMPERSONATE = verb(
  'impersonate',
  'act as another user',
  'Act as another user with all of that user’s permissions. Checked on `users`, `groups` and `serviceaccounts` in the core group, and on `uids` and `userextras/<key>` in `authentication.k8s.io`.',
  'With constrained impersonation it is checked last, when no mode that fits the wanted user allowed the request.',
  [LEGACY_DOCS],
)

const ROLE_VERBS: readonly VerbWords[] = [
  verb('escalate', 'grant more than held', 'Write rules into a role without holding them.', [ESCALATION_DOCS]),
  verb('bind', 'grant a role', 'Bind a role to subjects without holding all of its rules.', [ESCALATION_DOCS]),
]

const SIGNER_VERBS: readonly VerbWords[] = [
  verb(
    'approve',
    'approve requests',
    'Approve certificate signing requests for a signer, which `resourceNames` names.',
  ),
  verb('sign', 'issue certificates', 'Issue certificates for a signer, which `resourceNames` names.'),
  verb('attest', 'publish its roots', 'Write cluster trust bundles for a signer, which `resourceNames` names.'),
]

const USE = verb(
  'use',
  'be admitted by it',
  'Run pods under a SecurityContextConstraints object of OpenShift, or, before Kubernetes 1.25, under a PodSecurityPolicy.',
)

/** Verbs of particular resources, by API group and resource. */
export const SPECIAL_VERBS: ReadonlyMap<string, readonly VerbWords[]> = new Map([
  ['rbac.authorization.k8s.io/roles', ROLE_VERBS],
  ['rbac.authorization.k8s.io/clusterroles', ROLE_VERBS],
  ['certificates.k8s.io/signers', SIGNER_VERBS],
  ['policy/podsecuritypolicies', [USE]],
  ['security.openshift.io/securitycontextconstraints', [USE]],
])

/** `impersonate:<mode>`: the targets that a user may impersonate, as the released API server checks them. */
export const IDENTITY_VERBS: readonly VerbWords[] = MODES.map((mode) => {
  const { who, identities } = modeInWords(mode)
  const resources = identities.map((identity) => `\`${identity}\``).join(', ')
  return verb(
    `impersonate:${mode}`,
    'constrained: target',
    `Impersonate ${who}. Checked on ${resources} in \`authentication.k8s.io\`.`,
    `It grants nothing alone: rules with \`impersonate-on:${mode}:<verb>\` grant the verbs allowed as the target. Each such rule of a requestor applies to all targets of this mode.`,
    [DOCS],
  )
})

/** `impersonate-on:<mode>:<verb>`: the verbs that a user may use while impersonating. */
export function actionVerb(mode: ConstrainedMode, action: string): VerbWords {
  return verb(
    `impersonate-on:${mode}:${action}`,
    'constrained: verb',
    `Allow \`${action}\` while impersonating ${WHO[mode]}. Group, resource, name and namespace are those of the request.`,
    `It grants nothing alone: rules with \`impersonate:${mode}\` grant the targets, and the impersonated user must be allowed to \`${action}\` as well.`,
    [DOCS],
  )
}

/** Verbs of KEP-5284 as proposed, which only the design of that name checks. */
export const PROPOSED_VERBS: readonly VerbWords[] = [
  verb(
    'impersonate:node',
    'as proposed: target',
    'Impersonate any node that the rule names, as the proposal spells it. Released as `impersonate:arbitrary-node`.',
    [KEP],
  ),
  verb(
    'impersonate:scheduled-node',
    'as proposed: target',
    'Impersonate the node that the requestor runs on, as the proposal spells it. Released as `impersonate:associated-node`.',
    [KEP],
  ),
]

/** `impersonate-on:<verb>`, which the proposal checks in every mode. */
export function proposedActionVerb(action: string): VerbWords {
  return verb(
    `impersonate-on:${action}`,
    'as proposed: verb',
    `Allow \`${action}\` while impersonating, as the proposal spells it. The released API server checks \`impersonate-on:<mode>:${action}\`.`,
    [KEP],
  )
}

const PROPOSED_ACTION = /^impersonate-on:([^:]+)$/s

/** Whether only KEP-5284 as proposed has a verb. */
export function isProposedVerb(name: string): boolean {
  return PROPOSED_VERBS.some(({ verb }) => verb === name) || PROPOSED_ACTION.test(name)
}

const FIXED: ReadonlyMap<string, VerbWords> = new Map(
  [
    ...PATH_VERBS,
    ...[...SPECIAL_VERBS.values()].flat(),
    ...REQUEST_VERBS,
    ...IDENTITY_VERBS,
    ...PROPOSED_VERBS,
    EVERY_VERB,
    IMPERSONATE,
  ].map((words) => [words.verb, words]),
)

/** The meaning of a verb; for an unknown verb, that the API server never checks it. */
export function aboutVerb(name: string): readonly Prose[] {
  const fixed = FIXED.get(name)
  if (fixed !== undefined) return fixed.about
  const [, named, action] = /^impersonate-on:([^:]+):(.+)$/s.exec(name) ?? []
  const mode = constrainedMode(named)
  if (mode !== undefined && action !== undefined) {
    return isRequestVerb(action) ? actionVerb(mode, action).about : [neverAsked(name)]
  }
  const proposed = PROPOSED_ACTION.exec(name)?.[1]
  if (proposed !== undefined && isRequestVerb(proposed)) return proposedActionVerb(proposed).about
  return [neverAsked(name)]
}

function isRequestVerb(name: string): boolean {
  return [...REQUEST_VERBS, ...PATH_VERBS].some((words) => words.verb === name)
}

function neverAsked(name: string): Prose {
  return ['The API server itself never checks ', { code: name }, '. An extension may, and rules may name any verb.']
}

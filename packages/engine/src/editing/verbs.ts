import { type Prose, prose } from './prose.ts'

/** What modes of constrained impersonation are for. */
export const MODES = {
  'user-info': {
    who: 'a user who is neither a node nor a service account, with groups, UID and extra fields if they are asked for',
    identities: ['users', 'groups', 'uids', 'userextras/<key>'],
  },
  serviceaccount: { who: 'a service account, by its name alone', identities: ['serviceaccounts'] },
  'arbitrary-node': { who: 'any node that the rule names', identities: ['nodes'] },
  'associated-node': {
    who: 'the node that the requestor itself runs on, as its token says; the name asked for is `*`',
    identities: ['nodes'],
  },
} as const

export type ModeName = keyof typeof MODES
export const MODE_NAMES = Object.keys(MODES) as readonly ModeName[]

const DOCS: Prose[number] = {
  link: 'Constrained impersonation',
  href: 'https://kubernetes.io/docs/reference/access-authn-authz/constrained-impersonation/',
}
const KEP: Prose[number] = { link: 'KEP-5284', href: 'https://kep.k8s.io/5284' }
const LEGACY_DOCS: Prose[number] = {
  link: 'User impersonation',
  href: 'https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation',
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

/** What requests for resources ask for. */
export const REQUEST_VERBS: readonly VerbWords[] = [
  verb('get', 'read one', 'Read one object by its name.'),
  verb('list', 'read many', 'Read all objects of a kind, contents included: who may list secrets has read them.'),
  verb('watch', 'follow changes', 'Be told of every change as it happens, contents included.'),
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

/** What requests for paths that are no resources ask for: the method in lower case. */
export const PATH_VERBS: readonly VerbWords[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'].map(
  (name) =>
    verb(
      name,
      'HTTP method',
      `The HTTP method ${name.toUpperCase()}, which for a path that is no resource is the verb.`,
    ),
)

export const EVERY_VERB = verb(
  '*',
  'every verb',
  'Every verb, also those that nobody has thought of yet. `impersonate`, `escalate`, `bind` and all verbs of constrained impersonation are among them.',
  'No other wildcard exists in verbs: `impersonate-on:*` and `get*` match nothing.',
)

export const IMPERSONATE = verb(
  'impersonate',
  'be somebody else',
  'Act as somebody else in everything that they may do. Asked on `users`, `groups` and `serviceaccounts` in the core group, and on `uids` and `userextras/<key>` in `authentication.k8s.io`.',
  'With constrained impersonation it is the last resort: asked when no mode that fits the wanted user allowed it.',
  [LEGACY_DOCS],
)

const ROLE_VERBS: readonly VerbWords[] = [
  verb('escalate', 'grant more than one has', 'Write rules into a role that one does not hold oneself.', [
    ESCALATION_DOCS,
  ]),
  verb('bind', 'give a role away', 'Bind a role to somebody without holding all of its rules oneself.', [
    ESCALATION_DOCS,
  ]),
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

/** Verbs that only some resources know, by API group and resource. */
export const SPECIAL_VERBS: ReadonlyMap<string, readonly VerbWords[]> = new Map([
  ['rbac.authorization.k8s.io/roles', ROLE_VERBS],
  ['rbac.authorization.k8s.io/clusterroles', ROLE_VERBS],
  ['certificates.k8s.io/signers', SIGNER_VERBS],
  ['policy/podsecuritypolicies', [USE]],
  ['security.openshift.io/securitycontextconstraints', [USE]],
])

/** `impersonate:<mode>`: whom somebody may be, as the released API server asks. */
export const IDENTITY_VERBS: readonly VerbWords[] = MODE_NAMES.map((mode) => {
  const { who, identities } = MODES[mode]
  const asked = identities.map((identity) => `\`${identity}\``).join(', ')
  return verb(
    `impersonate:${mode}`,
    'constrained: whom',
    `Be ${who}. Asked on ${asked} in \`authentication.k8s.io\`.`,
    `It grants nothing alone: what may be done as them is for rules with \`impersonate-on:${mode}:<verb>\` to say. Every such rule of the same requestor counts for everybody whom they may be in this mode.`,
    [DOCS],
  )
})

/** `impersonate-on:<mode>:<verb>`: what somebody may do as another. */
export function actionVerb(mode: ModeName, action: string): VerbWords {
  return verb(
    `impersonate-on:${mode}:${action}`,
    'constrained: what',
    `Do \`${action}\` while being ${MODES[mode].who}. Group, resource, name and namespace are those of the request.`,
    `It grants nothing alone: whom somebody may be is for rules with \`impersonate:${mode}\` to say, and the impersonated user must be allowed to \`${action}\` as well.`,
    [DOCS],
  )
}

/** Verbs of KEP-5284 as it was first merged, which only the design of that name asks for. */
export const PROPOSED_VERBS: readonly VerbWords[] = [
  verb(
    'impersonate:node',
    'as proposed: whom',
    'Be any node that the rule names, in the words of the proposal. Released as `impersonate:arbitrary-node`.',
    [KEP],
  ),
  verb(
    'impersonate:scheduled-node',
    'as proposed: whom',
    'Be the node that the requestor runs on, in the words of the proposal. Released as `impersonate:associated-node`.',
    [KEP],
  ),
]

/** `impersonate-on:<verb>`, which the proposal asks for whatever the mode. */
export function proposedActionVerb(action: string): VerbWords {
  return verb(
    `impersonate-on:${action}`,
    'as proposed: what',
    `Do \`${action}\` while being somebody else, in the words of the proposal. The released API server asks for \`impersonate-on:<mode>:${action}\`.`,
    [KEP],
  )
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

/** What a verb means; for verbs that the API server never asks for, that it does not. */
export function aboutVerb(name: string): readonly Prose[] {
  const fixed = FIXED.get(name)
  if (fixed !== undefined) return fixed.about
  const [, mode, action] = /^impersonate-on:([^:]+):(.+)$/s.exec(name) ?? []
  if (mode !== undefined && action !== undefined && Object.hasOwn(MODES, mode)) {
    return isRequestVerb(action) ? actionVerb(mode as ModeName, action).about : [neverAsked(name)]
  }
  const proposed = /^impersonate-on:([^:]+)$/s.exec(name)?.[1]
  if (proposed !== undefined && isRequestVerb(proposed)) return proposedActionVerb(proposed).about
  return [neverAsked(name)]
}

function isRequestVerb(name: string): boolean {
  return [...REQUEST_VERBS, ...PATH_VERBS].some((words) => words.verb === name)
}

function neverAsked(name: string): Prose {
  return ['The API server itself never asks for ', { code: name }, '. An extension may, and rules may name any verb.']
}

import { type Attributes, nodeOf, ROLES_FOR_PEOPLE } from '../../kube/index.ts'
import { clause, type RichText } from '../../trace/index.ts'

/**
 * The reason that the authorizers of a cluster gave for a 403, as its message has it after the last colon.
 * `lost-roles`: RBAC found bindings of the user to roles that do not exist. `node`: the Node authorizer had no opinion, as no stored object
 * leads to the node, as it found no node in the username, or as it grants nodes nothing like this.
 * `no-opinion`: another authorizer had none either. `no-rule`: RBAC found no rule, as older servers say.
 * `denied`: another authorizer denied it, and no rule of RBAC can allow it. `other-way`: an authorizer beside RBAC that would also
 * have allowed it. `request-message`: what OpenShift says to everybody who may not request a project. `other`: the reason of an authorizer that is not known here.
 */
export type AuthorizerReason =
  | { readonly is: 'lost-roles'; readonly roles: readonly { readonly kind: string; readonly name: string }[] }
  | { readonly is: 'no-rule' }
  | { readonly is: 'node'; readonly because: 'no-relation' | 'no-node' | 'other-node' | 'not-granted' }
  | { readonly is: 'no-opinion'; readonly by: string }
  | { readonly is: 'denied' | 'other-way'; readonly by: string; readonly instead: string }
  | { readonly is: 'request-message' | 'other'; readonly text: string }

/** In the errors of a refused write older servers write the plural. */
const LOST_ROLE = /\b(clusterrole|role)s?\.rbac\.authorization\.k8s\.io "([^"]*)" not found/g

/** Several are in brackets. Older servers, such as 1.9, do not write `RBAC: ` before them. */
const OF_LOST_ROLES = /^(?:RBAC: )?\[?(?:cluster)?role\.rbac\.authorization\.k8s\.io "[^"]*" not found/

/** Go: `plugin/pkg/auth/authorizer/node/node_authorizer.go`, of 1.33 to 1.37, and older reasons below. */
const OF_NODE = new RegExp(
  `^(?:${[
    'unknown node for user "',
    'no relationship found between node [\'"]',
    "node '[^']*' cannot read ",
    'can only (?:get|update|read|create|access|list)\\b',
    'cannot (?:get|read) subresource$',
    'cannot authorize (?:CSINode|ResourceSlice) subresources',
    'only the following verbs are allowed for a ResourceSlice',
    'No Object name found',
    'not allowed to get service accounts',
    'nodes may not ',
    'CSINode status access requires ',
    // Of 1.7 to 1.32.
    '"?no path found to object',
    'disabled by feature gate',
  ].join('|')})`,
)

/** The words of 1.8 and later, and those before: no chain of stored objects leads from the object to the node. */
export const NO_RELATION =
  /^(?:no relationship found between node ['"][^'"]*['"] and this object|"?no path found to object"?)\.?$/

/** RBAC of OpenShift 3, and of Kubernetes of that time. */
const WITHOUT_RULE = /^no RBAC policy matched\.?$/

/** Authorizers beside RBAC that had nothing to say, by their words; that of ABAC: Go: `pkg/auth/authorizer/abac`. */
const WITHOUT_OPINION: readonly (readonly [RegExp, string])[] = [
  [/^Azure does not have opinion for this user/, 'Azure RBAC of the cluster'],
  [/^No policy matched\.?$/, 'ABAC of the cluster'],
  [
    /^Unknown user "[^"]*"\.?$/,
    'An authorizer beside RBAC, such as IAM on older clusters of GKE, does not know the user and',
  ],
]

/** The way on where kcp refuses (its `workspaceContentAuthorizer`). */
export const OF_WORKSPACES =
  'Access to a workspace comes before the roles in it: look up the authorizers of workspaces in the documentation of kcp.'

const OTHERS = [
  {
    is: 'denied',
    words: /^(?:"[^"]*" )?workspace access not permitted$/,
    by: 'kcp',
    instead: OF_WORKSPACES,
  },
  {
    is: 'denied',
    words: /^scopes \[[^\]]*\] prevent this action/,
    by: 'The scope authorizer of OpenShift',
    instead:
      'The token has these scopes only, and a role adds none to it. Use a token whose scopes include the action.',
  },
  {
    is: 'denied',
    words: /^GKE Warden authz \[denied by /,
    by: 'GKE Warden',
    instead: 'Use another namespace or another object, or look up this limitation in the documentation of GKE.',
  },
  {
    is: 'other-way',
    words: /requires? one of \[.*\] permission\(s\)|^Required "container\.[^"]*" permission/,
    by: 'IAM of Google Cloud',
    instead: 'An IAM role with one of the permissions in its message would allow it as well.',
  },
  {
    is: 'other-way',
    words: /User does not have access to the resource in Azure/,
    by: 'Azure RBAC',
    instead: 'A role assignment in Azure would allow it as well.',
  },
] as const

/**
 * The reasons in the text after the colon, a line each, empty where there is none.
 *
 * @param asked what was refused, where it is known: OpenShift has words of its own for requests of projects
 */
export function authorizerReasons(
  reason: string,
  asked?: Pick<Attributes, 'verb' | 'resource'>,
): readonly AuthorizerReason[] {
  const isProjectRequest = asked?.verb === 'create' && asked.resource === 'projectrequests'
  return reason
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(reasonOf)
    .map((one) => (isProjectRequest && one.is === 'other' ? { ...one, is: 'request-message' } : one))
}

function reasonOf(line: string): AuthorizerReason {
  const text = withoutAuthorizer(line)
  if (OF_LOST_ROLES.test(text)) return { is: 'lost-roles', roles: lostRoles(text) }
  if (OF_NODE.test(text)) return { is: 'node', because: becauseOfNode(text) }
  if (WITHOUT_RULE.test(text)) return { is: 'no-rule' }
  const [, silent] = WITHOUT_OPINION.find(([words]) => words.test(text)) ?? []
  if (silent !== undefined) return { is: 'no-opinion', by: silent }
  const known = OTHERS.find(({ words }) => words.test(text))
  return known === undefined
    ? { is: 'other', text: line.replace(/\.$/, '') }
    : { is: known.is, by: known.by, instead: known.instead }
}

function lostRoles(text: string): Extract<AuthorizerReason, { readonly is: 'lost-roles' }>['roles'] {
  return [...text.matchAll(LOST_ROLE)].map(([, kind, name = '']) => ({
    kind: kind === 'role' ? 'Role' : 'ClusterRole',
    name,
  }))
}

/**
 * What the errors mean that RBAC adds to a refused write of a role or binding: it did not find roles of the writer (Go:
 * `ConfirmNoEscalation`). Empty where it adds none.
 */
export function resolutionErrorsInWords(reason: string): RichText {
  const [, errors = ''] = /; resolution errors: \[([^\]]*)\]/.exec(reason) ?? []
  return authorizerReasonInWords({ is: 'lost-roles', roles: lostRoles(errors) })
}

function becauseOfNode(text: string): keyof typeof OF_NODE_AUTHORIZER {
  if (NO_RELATION.test(text)) return 'no-relation'
  const [, username] = /^unknown node for user "([^"]*)"/.exec(text) ?? []
  if (username === undefined) return 'not-granted'
  return nodeOf(username) === undefined ? 'no-node' : 'other-node'
}

/** Servers from 1.37 on may write the name of the authorizer before its reason: `rbac: RBAC: …`. */
export function withoutAuthorizer(reason: string): string {
  const [, rest = reason] = /^[a-z0-9]+(?:[-.][a-z0-9]+)*: (.*)$/s.exec(reason) ?? []
  return rest
}

/** What a reason means that is not known here. */
export const OF_ANOTHER_AUTHORIZER: RichText = [
  'RBAC writes a reason only about roles that it does not find, so another authorizer may have to do with it: ',
  { code: '--authorization-mode' },
  ' or ',
  { code: '--authorization-config' },
  ' of kube-apiserver names it. A rule of RBAC helps unless that one denied the request.',
]

const OF_CLUSTER_ROLE =
  ' Every cluster has a ClusterRole of this name, which a RoleBinding may bind, too: its roleRef says kind: ClusterRole. The API server changes no roleRef, so delete the binding and create it again.'

const OF_NODE_AUTHORIZER = {
  'no-relation':
    'The cluster’s Node authorizer gave this reason. It decides by the stored objects: those of the cluster differ from those here.',
  'no-node':
    'The cluster’s Node authorizer gave this reason: the username has no name of a node after system:node:. A kubelet has its username from the common name of its certificate.',
  // Kubernetes itself writes it of an empty name alone.
  'other-node':
    'The cluster’s Node authorizer gave this reason, and the username has the name of a node after system:node:. The server identifies nodes otherwise than Kubernetes does.',
  'not-granted':
    'The cluster’s Node authorizer gave this reason: it grants nodes nothing like this, whatever pods they run.',
} as const

/** What a reason means for somebody who wants the request to be allowed, in sentences. */
export function authorizerReasonInWords(reason: AuthorizerReason): RichText {
  switch (reason.is) {
    case 'lost-roles': {
      const [first, ...more] = reason.roles
      if (first === undefined) return []
      const { kind, name } = first
      const others = more.length === 0 ? '' : ` Its message names ${more.length} more.`
      const list = kind === 'Role' ? 'rolebindings' : 'rolebindings,clusterrolebindings'
      return [
        ...clause`RBAC of the cluster found a binding for this user to ${kind} ${name}, which does not exist there.`,
        `${others} Create the role, or bind one that exists.${kind === 'Role' && ROLES_FOR_PEOPLE.has(name) ? OF_CLUSTER_ROLE : ''} To find the binding: `,
        { code: `kubectl get ${list} -A -o wide` },
        '.',
      ]
    }
    case 'node':
      return [OF_NODE_AUTHORIZER[reason.because]]
    case 'no-rule':
      return ['RBAC of the cluster says in its own words that no rule grants it.']
    case 'no-opinion':
      return [`${reason.by} has no opinion about it, so the roles of Kubernetes decide.`]
    case 'denied':
      return [`${reason.by} denied it there, whatever the roles grant. ${reason.instead}`]
    case 'other-way':
      return [`A rule of RBAC is one of two ways: the cluster also asks ${reason.by}. ${reason.instead}`]
    case 'request-message':
      return [
        'The reason is the project request message of OpenShift, which administrators write for all who may not request one: ',
        { code: reason.text },
        '.',
      ]
    case 'other':
      return ['The cluster has another reason: ', { code: reason.text }, '. ', ...OF_ANOTHER_AUTHORIZER]
  }
}

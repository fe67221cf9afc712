import { documents, type SubjectText } from '../rbac.ts'
import type { AskedRequest } from './asked.ts'
import { type Rule, roleAndBinding } from './grants.ts'
import type { Way } from './intent.ts'

// An intent about ordinary users for each design without conditions: the targets and the actions.

/** Names, or any. */
type Names = readonly string[] | 'any'

/** The actions allowed as a user. */
interface Action {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  /** Absent for all namespaces, and for cluster-scoped resources. */
  readonly namespace?: string
  /** Requests to paths as well. */
  readonly paths?: true
}

/**
 * The part of an intent that designs without conditions can express: users, groups, actions, and every combination of
 * them.
 */
export interface UsersIntent {
  /** Begins the names of all objects. */
  readonly id: string
  readonly requestor: SubjectText
  readonly users: Names
  /** Absent where no group may be requested. */
  readonly groups?: Names
  readonly action: Action
}

const PATH_VERBS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete']

/** API groups of kube-apiserver itself, for rules that cannot say "any group". */
export const BUILT_IN_GROUPS = [
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apps',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
]

function identityRules(
  { users, groups }: Pick<UsersIntent, 'users' | 'groups'>,
  apiGroup: string,
  verb: string,
): readonly Rule[] {
  const rule = (resources: readonly string[], names: Names): Rule => ({
    apiGroups: [apiGroup],
    resources,
    ...(names !== 'any' && { names }),
    verbs: [verb],
  })
  if (users === 'any' && groups === 'any') return [rule(['users', 'groups'], 'any')]
  return [rule(['users'], users), ...(groups === undefined ? [] : [rule(['groups'], groups)])]
}

function actionRules(
  { apiGroups, resources, verbs, paths }: Action,
  worded: (verb: string) => string,
): readonly Rule[] {
  return [
    { apiGroups, resources, verbs: verbs.map(worded) },
    ...(paths ? [{ paths: ['*'], verbs: PATH_VERBS.map(worded) }] : []),
  ]
}

/** Identity and action as two roles: the identity for the whole cluster, the action where it is meant. */
function twoGrants(
  { id, requestor, action }: UsersIntent,
  design: string,
  identity: readonly Rule[],
  actions: readonly Rule[],
): string {
  return documents(
    roleAndBinding(`${id}-${design}-identity`, requestor, identity),
    roleAndBinding(`${id}-${design}-action`, requestor, actions, action.namespace),
  )
}

/** KEP-5284 as released, and the designs that read the same rules. */
export function constrainedWay(intent: UsersIntent, more: Partial<Way> = {}): Way {
  return {
    designs: ['constrained', 'beta', 'compiled'],
    policy: twoGrants(
      intent,
      'constrained',
      identityRules(intent, 'authentication.k8s.io', 'impersonate:user-info'),
      actionRules(intent.action, (verb) => `impersonate-on:user-info:${verb}`),
    ),
    ...more,
  }
}

/** KEP-5284 as proposed. For ordinary users its variant without kinds of targets reads the same rules. */
export function proposalWay(intent: UsersIntent, more: Partial<Way> = {}): Way {
  return {
    designs: ['proposal', 'user-info-only'],
    policy: twoGrants(
      intent,
      'proposal',
      identityRules(intent, 'authentication.k8s.io', 'impersonate:user-info'),
      actionRules(intent.action, (verb) => `impersonate-on:${verb}`),
    ),
    ...more,
  }
}

/** The special API group, which paths do not have. */
export function groupSuffixWay(intent: UsersIntent, more: Partial<Way> = {}): Way {
  const { apiGroups, resources, verbs } = intent.action
  const suffixed = apiGroups.map((group) => `${group === '' ? 'core' : group}.impersonation.k8s.io`)
  return {
    designs: ['group-suffix'],
    policy: twoGrants(intent, 'group-suffix', identityRules(intent, 'authentication.k8s.io', 'impersonate:user-info'), [
      { apiGroups: suffixed, resources, verbs },
    ]),
    ...more,
  }
}

/** The verb `impersonate`, which has no actions. */
export function legacyWay(intent: UsersIntent, more: Partial<Way> = {}): Way {
  const rules = identityRules(intent, '', 'impersonate')
  return { designs: ['legacy'], policy: roleAndBinding(`${intent.id}-legacy`, intent.requestor, rules), ...more }
}

/** Legacy identity, and the permission for the action itself. */
export function intersectionWay(intent: UsersIntent, more: Partial<Way> = {}): Way {
  const actions = actionRules(intent.action, (verb) => verb)
  return {
    designs: ['intersection'],
    policy: twoGrants(intent, 'intersection', identityRules(intent, '', 'impersonate'), actions),
    ...more,
  }
}

/** The permission to ask about others, and the permission for the action itself. */
export function clientReviewWay({ id, requestor, action }: UsersIntent, more: Partial<Way> = {}): Way {
  return {
    designs: ['client-review'],
    policy: documents(
      roleAndBinding(`${id}-client-review-ask`, requestor, [
        { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
      ]),
      roleAndBinding(
        `${id}-client-review-own`,
        requestor,
        actionRules(action, (verb) => verb),
        action.namespace,
      ),
    ),
    ...more,
  }
}

/**
 * A role as the boundary, bound to the placeholder user of its check, and the users that may be impersonated within it.
 */
export function boundaryWay(intent: UsersIntent, more: Partial<Way> = {}): Way {
  const { id, requestor, action } = intent
  const within = `${id}-boundary-within`
  const boundary = `${id}-boundary`
  const choosing: Rule = {
    apiGroups: ['rbac.authorization.k8s.io'],
    resources: ['clusterroles'],
    names: [boundary],
    verbs: ['impersonate-within'],
  }
  const actions = actionRules(action, (verb) => verb)
  const bounds = roleAndBinding(boundary, `User system:boundary:${boundary}`, actions, action.namespace, 'ClusterRole')
  return {
    designs: ['boundary'],
    policy: documents(
      bounds,
      roleAndBinding(within, requestor, [
        choosing,
        ...identityRules(intent, 'authentication.k8s.io', 'impersonate-within'),
      ]),
    ),
    spell: withinBoundary(boundary),
    ...more,
  }
}

/** The request with the header that names a boundary. By itself that header asks for nothing. */
export function withinBoundary(boundary: string): (asked: AskedRequest) => AskedRequest {
  return (asked) => (asked.as === undefined ? asked : { ...asked, header: ['Impersonate-Boundary', boundary] })
}

/** The name in both verbs: each user has rules of its own. */
export function namedVerbsWay(
  id: string,
  requestor: SubjectText,
  users: readonly { readonly name: string; readonly groups?: readonly string[]; readonly action: Action }[],
  more: Partial<Way> = {},
): Way {
  return {
    designs: ['named-verbs'],
    policy: documents(
      ...users.map(({ name, groups, action }) =>
        twoGrants(
          { id, requestor, users: [name], action },
          `named-${name}`,
          identityRules(
            { users: [name], ...(groups && { groups }) },
            'authentication.k8s.io',
            `impersonate:user-info:${name}`,
          ),
          actionRules(action, (verb) => `impersonate-on:user-info:${name}:${verb}`),
        ),
      ),
    ),
    ...more,
  }
}

import type { Scenario } from '../../decide/index.ts'
import { type HTTPRequest, METHOD_OF_VERB, resourcePath } from '../../http/index.ts'
import {
  ANY_VERSION,
  type Binding,
  RBAC_GROUP,
  type Role,
  type RoleRef,
  type Rule,
  serviceAccountOf,
  type UserInfo,
  unservedResource,
  userInfo,
} from '../../kube/index.ts'
import { type RbacKind, readPolicy } from '../../policy/index.ts'
import { covers, type Rights, rightsOf, ruleAllowsAction, rulesThat } from '../../rights/index.ts'
import { rbacKindOf, rulesInMessage } from '../../role-writes/index.ts'
import { clause, listInWords, type RichText } from '../../trace/index.ts'
import { resolutionErrorsInWords } from '../line/authorizer-reason.ts'
import type { ObservedRequest, WrittenObject } from '../line/observed-request.ts'
import type { FilledPart, Missing } from './filled-part.ts'

/**
 * The write of a role or binding that would have granted more than its writer holds, as far as the text and the policy have it. The
 * text lists only the rules that the writer does not hold. Undefined for any other request.
 */
export function refusedWriteOf(observed: ObservedRequest, { policy }: Scenario): FilledPart<HTTPRequest> | undefined {
  const { request, answer, requestor } = observed
  const { written } = request
  const kind = written && rbacKindOf(written.resource)
  if (written === undefined || kind === undefined) return undefined
  const { rules, unread } = rulesInMessage(answer.reason ?? '')
  if (rules.length === 0) return { missing: [noRules(written.name)] }
  const rights = rightsOf(readPolicy(policy))
  const user = userInfo({ ...requestor, username: requestor.username ?? '' })
  const stored = storedIn(rights, kind, written.name)
  const place = kind.startsWith('Cluster') ? CLUSTER_WIDE : placeOf(written, user, stored, rights)
  const role = kind.endsWith('Binding') ? roleOf(rules, place.namespace, stored, rights) : undefined
  const verb = stored.length > 0 ? 'update' : 'create'
  const whole = { kind, name: written.name, namespace: place.namespace ?? NAMESPACE }
  const path = resourcePath({
    apiGroup: RBAC_GROUP,
    apiVersion: 'v1',
    resource: written.resource,
    subresource: '',
    namespace: kind.startsWith('Cluster') ? '' : whole.namespace,
    name: verb === 'create' ? '' : written.name,
  })
  const line: HTTPRequest = {
    method: METHOD_OF_VERB.get(verb) ?? '',
    target: path,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: JSON.stringify(bodyOf(whole, rules, role?.ref), undefined, 2),
  }
  const isThere = kind.endsWith('Role') && stored.some((one) => 'rules' in one && grantsAll(one, rules, rights))
  const asked: readonly Missing[] = [
    ...(place.namespace === undefined ? [noNamespace(kind, written.name, place.candidates ?? [])] : []),
    ...(role !== undefined && role.ref === undefined ? [noRole(kind, written.name)] : []),
  ]
  const assumed: readonly RichText[] = [
    verbAssumed(kind, written.name, line.method, stored.length > 0),
    role === undefined ? ONLY_MISSING : ONLY_MISSING_OF_ROLE,
    ...(unread === 0
      ? []
      : [[`${unread === 1 ? 'One rule' : `${unread} rules`} of the text is not whole and was left out.`]]),
    ...(place.assumed ? [place.assumed] : []),
    ...(role?.assumed ? [role.assumed] : []),
  ]
  if (asked.length > 0) return { unfinished: line, missing: asked, assumed }
  return {
    value: line,
    filled: [{ code: `${line.method} ${path}` }, ', with a body.'],
    assumed,
    remarks: [
      ...[resolutionErrorsInWords(answer.reason ?? '')].filter((words) => words.length > 0),
      ...unservedIn(rules),
      ...(isThere ? [alreadyThere(kind, written.name)] : []),
    ],
  }
}

/** Rules about a resource in a group that does not have it: each group of a rule goes with each of its resources. */
function unservedIn(rules: readonly Rule[]): readonly RichText[] {
  const found = rules.flatMap(({ apiGroups, resources }) =>
    apiGroups.flatMap((apiGroup) =>
      resources.flatMap((named): readonly string[] => {
        const [resource = ''] = named.split('/')
        const unserved = unservedResource(apiGroup, resource, ANY_VERSION)
        return unserved?.fix === undefined ? [] : [`${unserved.message} ${unserved.fix}`]
      }),
    ),
  )
  return [...new Set(found)].map((words) => [
    `${words} A rule grants each of its resources in each of its groups: where the role has several groups in a rule, write a rule for each.`,
  ])
}

function grantsAll(role: Role, rules: readonly Rule[], rights: Rights): boolean {
  return rules.every((rule) => rights.rulesIn(role).some((held) => covers(held.rule, rule)))
}

/** A word for the person to replace. */
const NAMESPACE = 'NAMESPACE'
const ROLE = 'ROLE'

/** A part that the text does not name; absent where the policy does not tell it either. */
interface Place {
  readonly namespace?: string
  readonly assumed?: RichText
  /** Where several namespaces of the policy are possible. */
  readonly candidates?: readonly string[]
}

const CLUSTER_WIDE: Place = { namespace: '' }

function storedIn({ roles, bindings }: Rights, kind: RbacKind, name: string): readonly (Role | Binding)[] {
  return [...roles, ...bindings].filter((one) => one.kind === kind && one.name === name)
}

function placeOf(
  { resource, namespace: reported }: WrittenObject,
  user: UserInfo,
  stored: readonly (Role | Binding)[],
  rights: Rights,
): Place {
  if (reported !== undefined) {
    const words = clause`The message does not name the namespace: ${reported} is filled in, which the text around it names.`
    return { namespace: reported, assumed: words }
  }
  const own = serviceAccountOf(user.username)?.namespace
  const isWrite = (rule: Rule): boolean =>
    ['create', 'update', 'patch'].some((verb) => ruleAllowsAction(rule, { verb, apiGroup: RBAC_GROUP, resource }))
  const only = rulesThat(isWrite)
  const candidates =
    stored.length > 0
      ? stored.map(({ namespace }) => namespace)
      : [...rights.namespaces, ...(own === undefined ? [] : [own])].filter(
          (namespace) => rights.heldIn(user, namespace, { only }).rules.length > 0,
        )
  // Then the answer is the same in each namespace.
  const isSameAnywhere = candidates.length === 0 && rights.namespaces.length === 0
  const [namespace, ...others] = new Set(isSameAnywhere ? ['default'] : candidates)
  if (namespace === undefined || others.length > 0)
    return { candidates: [...new Set(candidates.length > 0 ? candidates : rights.namespaces)] }
  const why = isSameAnywhere
    ? 'the policy has nothing in a single namespace, so that the answer is the same in each'
    : stored.length > 0
      ? 'the policy has the object there'
      : 'it is the only one of the policy in which this user may write such objects'
  return {
    namespace,
    assumed: clause`The text does not name the namespace: ${namespace} is filled in, because ${[why]}.`,
  }
}

interface BoundRole {
  readonly ref?: Pick<RoleRef, 'kind' | 'name'>
  readonly assumed?: RichText
}

/** The role to which the binding refers: that of the stored binding, or the only role that grants all missing rules. */
function roleOf(
  missing: readonly Rule[],
  namespace: string | undefined,
  stored: readonly (Role | Binding)[],
  rights: Rights,
): BoundRole {
  const refs = stored.flatMap((one) => ('roleRef' in one ? [one.roleRef] : []))
  const fitting =
    refs.length > 0
      ? refs
      : rights.roles.filter(
          (role) =>
            (role.kind === 'ClusterRole' || (namespace !== '' && role.namespace === namespace)) &&
            grantsAll(role, missing, rights),
        )
  const [ref, ...others] = fitting
  if (ref === undefined || others.length > 0) return {}
  const why =
    refs.length > 0 ? 'the binding of the policy refers to it' : 'only this role of the policy grants what is missing'
  return {
    ref,
    assumed: clause`The text does not name the role that is bound: ${ref.kind} ${ref.name} is filled in, because ${[why]}.`,
  }
}

interface Whole {
  readonly kind: RbacKind
  readonly name: string
  readonly namespace: string
}

function bodyOf({ kind, name, namespace }: Whole, rules: readonly Rule[], ref: BoundRole['ref']) {
  const metadata = { name, ...(namespace !== '' && { namespace }) }
  const object = { apiVersion: `${RBAC_GROUP}/v1`, kind, metadata }
  if (kind.endsWith('Binding')) {
    const { kind: of, name: named } = ref ?? { kind: 'ClusterRole', name: ROLE }
    return { ...object, roleRef: { apiGroup: RBAC_GROUP, kind: of, name: named } }
  }
  const filled = rules.map(({ verbs, ...rule }) => ({
    ...Object.fromEntries(Object.entries(rule).filter(([, list]) => list.length > 0)),
    verbs,
  }))
  return { ...object, rules: filled }
}

function verbAssumed(kind: RbacKind, name: string, method: string, isStored: boolean): RichText {
  const why = isStored ? 'the policy has an object of this name' : 'the policy has no object of this name'
  return clause`The text does not say whether ${kind} ${name} was created or changed: ${method} is filled in, because ${[why]}.`
}

const ONLY_MISSING: RichText = [
  'The text lists only the rules that the writer did not hold. They are the whole body here; the other rules of the object are not in the text.',
]

const ONLY_MISSING_OF_ROLE: RichText = [
  'The text lists only the rules that the writer did not hold. The subjects of the binding are not in the text, and do not matter for this check.',
]

function alreadyThere(kind: RbacKind, name: string): RichText {
  return clause`${kind} ${name} of the policy has these rules already. If it is the object that was refused, take it out of the policy.`
}

function noRules(name: string): Missing {
  const words = clause`The text does not list the rules that ${name} would grant. Paste the lines after the colon as well.`
  return { words, place: 'body', needed: true }
}

function noNamespace(kind: RbacKind, name: string, candidates: readonly string[]): Missing {
  const words: RichText = [
    ...clause`The text does not name the namespace of ${kind} ${name}`,
    ...(candidates.length === 0
      ? []
      : [', and the answer may differ between ', ...listInWords(candidates), ' of the policy']),
    '. Paste the command with ',
    { code: '-n' },
    ' above the text, or write the namespace in place of ',
    { code: NAMESPACE },
    ', in the request line and in the body.',
  ]
  return { words, place: 'request', needed: true }
}

function noRole(kind: RbacKind, name: string): Missing {
  const words: RichText = [
    ...clause`The text does not name the role to which ${kind} ${name} refers. Write it in the body, as `,
    { code: 'roleRef' },
    ', and the request line.',
  ]
  return { words, place: 'body', needed: true }
}

import { isDNSLabel } from '../go/index.ts'
import {
  type Attributes,
  combinedResource,
  isMasked,
  RBAC_GROUP,
  type Role,
  type RoleRef,
  RULE_LISTS,
  type Rule,
  type RuleList,
  type SubjectName,
  serviceAccountOf,
  type UserInfo,
} from '../kube/index.ts'
import { subjectKey, subjectOfGroup, subjectOfUsername } from '../rights/index.ts'
import type { Check } from '../trace/index.ts'
import type { YamlFields } from '../yaml/index.ts'

/** Permissions of one user in one scope: checks that one role and one binding can grant. */
export interface Permissions {
  /** The user, or a group of a user without a name. */
  readonly subject: SubjectName
  /** Empty where they are cluster-wide. */
  readonly namespace: string
  readonly checks: readonly Check[]
}

/**
 * The checks by user and scope, in their order. Undefined where no binding can have a user: one without a name and without
 * groups; where its name is masked, and where the namespace of a check cannot exist.
 */
export function permissionsOf(checks: readonly Check[]): readonly Permissions[] | undefined {
  const groups = new Map<string, { subject: SubjectName; namespace: string; checks: Check[] }>()
  for (const check of checks) {
    const { user, isResourceRequest, namespace: asked } = check.attributes
    const subject = subjectFor(user)
    if (subject === undefined || [subject.name, subject.namespace].some(isMasked)) return undefined
    if (isResourceRequest && asked !== '' && !isDNSLabel(asked)) return undefined
    const namespace = isResourceRequest ? asked : ''
    const key = `${namespace}/${subjectKey(subject)}`
    const group = groups.get(key) ?? { subject, namespace, checks: [] }
    group.checks.push(check)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The rules that grant just these checks. Rules that differ in one list only are one rule. */
export function rulesFor(checks: readonly Pick<Check, 'attributes'>[]): readonly Rule[] {
  const rules: Rule[] = []
  for (const { attributes } of checks) {
    const rule = ruleFor(attributes)
    const at = rules.findIndex((other) => differing(rule, other).length <= 1)
    const other = rules[at]
    if (other === undefined) rules.push(rule)
    else rules[at] = joined(other, rule)
  }
  return rules
}

function ruleFor(attributes: Attributes): Rule {
  const { verb, apiGroup, name, path, isResourceRequest } = attributes
  if (!isResourceRequest)
    return { verbs: [verb], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [path] }
  return {
    verbs: [verb],
    apiGroups: [apiGroup],
    resources: [combinedResource(attributes)],
    // A rule for a masked name grants nothing that exists.
    resourceNames: name === '' || isMasked(name) || isForEveryNode(attributes) ? [] : [name],
    nonResourceURLs: [],
  }
}

/** The mode associated-node asks for the name `*`, which no other request of its verb has. */
function isForEveryNode({ verb, resource, name }: Attributes): boolean {
  return resource === 'nodes' && name === '*' && verb.startsWith('impersonate:')
}

/** The lists in which two rules differ. A rule for every name differs from one with names in more than a value. */
function differing(one: Rule, other: Rule): readonly string[] {
  const lists = RULE_LISTS.filter((list) => one[list].join('\n') !== other[list].join('\n'))
  const named = (one.resourceNames.length === 0) === (other.resourceNames.length === 0)
  const sameKind = (one.nonResourceURLs.length === 0) === (other.nonResourceURLs.length === 0)
  return named && sameKind ? lists : RULE_LISTS
}

function joined(one: Rule, other: Rule): Rule {
  const list = (name: RuleList) => [...new Set([...one[name], ...other[name]])]
  return {
    verbs: list('verbs'),
    apiGroups: list('apiGroups'),
    resources: list('resources'),
    resourceNames: list('resourceNames'),
    nonResourceURLs: list('nonResourceURLs'),
  }
}

/** The subject that is one user; where the user has no name, one of its groups. */
export function subjectFor({ username, groups }: Pick<UserInfo, 'username' | 'groups'>): SubjectName | undefined {
  if (username !== '') return subjectOfUsername(username)
  const group = groups.find((one) => one !== '' && !one.startsWith('system:')) ?? groups.find((one) => one !== '')
  return group === undefined ? undefined : subjectOfGroup(group)
}

/** A subject as the text of a binding has it. */
export function subjectFields({ kind, name, namespace }: SubjectName): YamlFields {
  return kind === 'ServiceAccount' ? { kind, name, namespace } : { kind, name, apiGroup: RBAC_GROUP }
}

/** A role with rules, as a text has it. */
export function roleFields(name: string, namespace: string, rules: readonly Rule[]): YamlFields {
  return {
    ...header(namespace === '' ? 'ClusterRole' : 'Role', name, namespace),
    rules: rules.map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) =>
      nonResourceURLs.length > 0
        ? { nonResourceURLs, verbs }
        : { apiGroups, resources, ...(resourceNames.length > 0 && { resourceNames }), verbs },
    ),
  }
}

/** A binding of a role to one subject, as a text has it. */
export function bindingFields(
  name: string,
  namespace: string,
  { kind, name: role }: Pick<RoleRef, 'kind' | 'name'>,
  subject: SubjectName,
): YamlFields {
  return {
    ...header(namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding', name, namespace),
    roleRef: { apiGroup: RBAC_GROUP, kind, name: role },
    subjects: [subjectFields(subject)],
  }
}

function header(kind: string, name: string, namespace: string): YamlFields {
  return {
    apiVersion: `${RBAC_GROUP}/v1`,
    kind,
    metadata: { name, ...(namespace !== '' && { namespace }) },
  }
}

/** The most characters of a name. */
const LONGEST = 63

/** A name for new objects that tells who may do what, and that no object in reach has. */
export function newName({ subject, checks }: Permissions, taken: (name: string) => boolean): string {
  const who = subject.kind === 'User' ? nameOf(subject.name) : subject.name
  const [first] = checks
  const acting = checks.some(({ phase }) => phase === 'impersonation')
  const what = acting ? `as-${targetOf(checks)}` : first === undefined ? '' : actionOf(first.attributes)
  const wanted =
    clean(`${who}-${what}`)
      .slice(0, LONGEST)
      .replace(/[-.]+$/, '') || 'new-role'
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`
    if (!taken(name)) return name
  }
}

function nameOf(username: string): string {
  return serviceAccountOf(username)?.name ?? username.replace(/^.*[:/]/, '').replace(/@.*$/, '')
}

/** The name of the impersonated user, or what is done as them. */
function targetOf(checks: readonly Check[]): string {
  const identity = checks.find(({ purpose }) => purpose === 'username')
  const name = identity?.attributes.name ?? ''
  return name === '' || name === '*' ? (identity?.attributes.resource ?? 'others') : nameOf(name)
}

function actionOf(attributes: Attributes): string {
  const { verb, isResourceRequest, path } = attributes
  return isResourceRequest ? `${verb}-${combinedResource(attributes)}` : `${verb}${path}`
}

function clean(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
}

/** The role of a binding, if it can be bound where the permissions are needed. */
export function canBind({ kind, namespace }: Role, where: string): boolean {
  return kind === 'ClusterRole' || (where !== '' && namespace === where)
}

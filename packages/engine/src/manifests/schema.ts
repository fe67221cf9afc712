/**
 * The fields of RBAC objects, declared once: what decoding takes, what validation names, and what an editor shows.
 * Names and Go types are those of `k8s.io/api/rbac/v1` and `k8s.io/apimachinery/pkg/apis/meta/v1`; the descriptions
 * are the playground's own.
 */

/** A type that a field's value may have, with its name in Go, which kube-apiserver prints when a value does not fit. */
export type FieldType =
  | {
      readonly is: 'string'
      readonly go: string
      readonly values?: readonly string[]
      /** Where a value is usually written over several lines: how its block begins. */
      readonly block?: '|' | '>-'
    }
  | { readonly is: 'integer'; readonly go: string; readonly values?: readonly number[] }
  | { readonly is: 'boolean' | 'time'; readonly go: string }
  /** Any JSON value; kube-apiserver keeps it as it is. */
  | { readonly is: 'any'; readonly go: string }
  /** A mapping from names to strings. */
  | { readonly is: 'map'; readonly go: string; readonly of: FieldType }
  | { readonly is: 'list'; readonly go: string; readonly of: FieldType }
  | { readonly is: 'struct'; readonly go: string; readonly struct: StructType }

export interface FieldSchema {
  readonly name: string
  readonly type: FieldType
  /** One or two sentences for a person who points at the field. */
  readonly description: string
}

export interface StructType {
  /** The type's name in Go without its package. */
  readonly name: string
  readonly fields: ReadonlyMap<string, FieldSchema>
  /**
   * Of a type that is read in part: the fields that it has besides. These and unknown ones are left alone, but for what
   * looks like a slip of the pen. Where it is absent, `fields` is all there is, and anything else is an error.
   */
  readonly others?: ReadonlySet<string>
  /** The struct that a field is in, where Go embeds that in this one: its errors name it, and JSON does not. */
  readonly embedded?: ReadonlyMap<string, string>
}

const string: FieldType = { is: 'string', go: 'string' }
const strings: FieldType = { is: 'list', go: '[]string', of: string }
const stringMap: FieldType = { is: 'map', go: 'map[string]string', of: string }
const time: FieldType = { is: 'time', go: 'v1.Time' }
const integer: FieldType = { is: 'integer', go: 'int64' }
const boolean: FieldType = { is: 'boolean', go: 'bool' }

export function oneOf(go: string, ...values: readonly string[]): FieldType {
  return { is: 'string', go, values }
}

export function object(struct: StructType): FieldType {
  return { is: 'struct', go: `v1.${struct.name}`, struct }
}

export function listOf(struct: StructType): FieldType {
  return { is: 'list', go: `[]v1.${struct.name}`, of: object(struct) }
}

export function struct(name: string, ...fields: readonly (readonly [string, FieldType, string])[]): StructType {
  return {
    name,
    fields: new Map(fields.map(([field, type, description]) => [field, { name: field, type, description }])),
  }
}

const OWNER_REFERENCE = struct(
  'OwnerReference',
  ['apiVersion', string, 'API version of the owner.'],
  ['kind', string, 'Kind of the owner.'],
  ['name', string, 'Name of the owner.'],
  ['uid', { is: 'string', go: 'types.UID' }, 'UID of the owner.'],
  ['controller', boolean, 'Whether this owner manages the object. At most one does.'],
  ['blockOwnerDeletion', boolean, 'Whether deleting the owner waits for this object.'],
)

const MANAGED_FIELDS_ENTRY = struct(
  'ManagedFieldsEntry',
  ['manager', string, 'Who manages these fields.'],
  ['operation', oneOf('v1.ManagedFieldsOperationType', 'Apply', 'Update'), 'How the manager wrote them.'],
  ['apiVersion', string, 'API version in which the fields are named.'],
  ['time', time, 'When they were last written.'],
  ['fieldsType', oneOf('string', 'FieldsV1'), 'Format of the set of fields.'],
  ['fieldsV1', { is: 'any', go: 'v1.FieldsV1' }, 'The set of fields.'],
  ['subresource', string, 'Subresource through which they were written.'],
)

export const OBJECT_META = struct(
  'ObjectMeta',
  [
    'name',
    string,
    'Name of the object, unique for its kind in its namespace. For roles and bindings anything without `/` and `%`.',
  ],
  ['generateName', string, 'Prefix to which the API server appends five random characters when there is no `name`.'],
  [
    'namespace',
    string,
    'Where a Role or RoleBinding counts; `default` when left out. ClusterRoles and ClusterRoleBindings have none.',
  ],
  ['labels', stringMap, 'Labels. An aggregated ClusterRole picks the ClusterRoles that it is made of by theirs.'],
  ['annotations', stringMap, 'Notes for tools and people. They decide nothing.'],
  ['selfLink', string, 'No longer used by the API server.'],
  ['uid', { is: 'string', go: 'types.UID' }, 'Set by the API server.'],
  ['resourceVersion', string, 'Set by the API server.'],
  ['generation', integer, 'Set by the API server.'],
  ['creationTimestamp', time, 'Set by the API server.'],
  ['deletionTimestamp', time, 'Set by the API server when deletion has begun.'],
  ['deletionGracePeriodSeconds', integer, 'Set by the API server when deletion has begun.'],
  ['ownerReferences', listOf(OWNER_REFERENCE), 'Objects with which this one is deleted.'],
  ['finalizers', strings, 'What must happen before the object is gone.'],
  ['managedFields', listOf(MANAGED_FIELDS_ENTRY), 'Who set which field. Kept by the API server.'],
)

const POLICY_RULE = struct(
  'PolicyRule',
  [
    'verbs',
    strings,
    'What may be done: `get`, `list`, `impersonate:user-info`, … `*` means every verb; no other wildcard exists, so `impersonate-on:*` matches nothing.',
  ],
  [
    'apiGroups',
    strings,
    'API groups of the resources. `""` is the core group (pods, secrets, …), `*` means every group.',
  ],
  [
    'resources',
    strings,
    'Resources in plural, subresources as `pods/log`. `*` means everything, `*/scale` the subresource `scale` of any resource; `pods` does not include `pods/log`.',
  ],
  [
    'resourceNames',
    strings,
    'Names to which the rule is limited. Empty means every name; `*` is only the name `*`, which impersonation asks for in some checks.',
  ],
  [
    'nonResourceURLs',
    strings,
    'Paths such as `/healthz`, or prefixes that end in `*`. Only in ClusterRoles, and never together with resources.',
  ],
)

const LABEL_SELECTOR_REQUIREMENT = struct(
  'LabelSelectorRequirement',
  ['key', string, 'The label that is looked at.'],
  ['operator', oneOf('v1.LabelSelectorOperator', 'In', 'NotIn', 'Exists', 'DoesNotExist'), 'How it is compared.'],
  ['values', strings, 'What it is compared with. Only for `In` and `NotIn`.'],
)

const LABEL_SELECTOR = struct(
  'LabelSelector',
  ['matchLabels', stringMap, 'Labels that must all be there with these values.'],
  ['matchExpressions', listOf(LABEL_SELECTOR_REQUIREMENT), 'Conditions that must all hold.'],
)

const AGGREGATION_RULE = struct('AggregationRule', [
  'clusterRoleSelectors',
  listOf(LABEL_SELECTOR),
  'Which ClusterRoles it is made of. A role that fits any of the selectors is in.',
])

const SUBJECT = struct(
  'Subject',
  ['kind', oneOf('string', 'User', 'Group', 'ServiceAccount'), 'What the name stands for.'],
  [
    'apiGroup',
    string,
    '`rbac.authorization.k8s.io` for User and Group, empty for ServiceAccount. Filled in when left out.',
  ],
  ['name', string, 'Name of the user, group or service account.'],
  ['namespace', string, 'Namespace of a ServiceAccount. In a RoleBinding it defaults to the namespace of the binding.'],
)

const ROLE_REF = struct(
  'RoleRef',
  [
    'apiGroup',
    oneOf('string', 'rbac.authorization.k8s.io'),
    'Always `rbac.authorization.k8s.io`. Filled in when left out.',
  ],
  ['kind', oneOf('string', 'Role', 'ClusterRole'), 'Role (in the namespace of the RoleBinding) or ClusterRole.'],
  ['name', string, 'Name of the role whose rules are granted.'],
)

/** The four kinds that decide. */
export type RbacKind = 'Role' | 'ClusterRole' | 'RoleBinding' | 'ClusterRoleBinding'

const HEAD = [
  [
    'apiVersion',
    oneOf('string', 'rbac.authorization.k8s.io/v1'),
    'Always `rbac.authorization.k8s.io/v1` for roles and bindings.',
  ],
  ['kind', oneOf('string', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'), 'What kind of object this is.'],
  ['metadata', object(OBJECT_META), 'Name, namespace and labels of the object.'],
] as const

const RULES = ['rules', listOf(POLICY_RULE), 'What the role grants. Rules only ever add; none can forbid.'] as const

const BINDING = [
  ...HEAD,
  ['subjects', listOf(SUBJECT), 'Who is granted the role.'],
  ['roleRef', object(ROLE_REF), 'The role that is granted. It cannot be changed later.'],
] as const

/** What each kind is made of. */
export const KINDS: Readonly<Record<RbacKind, StructType>> = {
  Role: struct('Role', ...HEAD, RULES),
  ClusterRole: struct('ClusterRole', ...HEAD, RULES, [
    'aggregationRule',
    object(AGGREGATION_RULE),
    'Makes the control plane fill in the rules of other ClusterRoles; rules written by hand are overwritten.',
  ]),
  RoleBinding: struct('RoleBinding', ...BINDING),
  ClusterRoleBinding: struct('ClusterRoleBinding', ...BINDING),
}

export function isRbacKind(kind: string): kind is RbacKind {
  return Object.hasOwn(KINDS, kind)
}

/** A step into a document: a key, or an index from 0. */
export type PathStep = string | number

/**
 * The fields of RBAC objects, declared once for decoding, validation and completion.
 * Names and Go types are those of `k8s.io/api/rbac/v1` and `k8s.io/apimachinery/pkg/apis/meta/v1`.
 */

/** The type of a field. `go` is its name in Go, which kube-apiserver prints when a value has another type. */
export type FieldType =
  | {
      readonly is: 'string'
      readonly go: string
      readonly values?: readonly string[]
      /** The block indicator with which completion writes the value; absent for values of one line. */
      readonly block?: '|' | '>-'
    }
  | { readonly is: 'integer'; readonly go: string; readonly values?: readonly number[] }
  | { readonly is: 'boolean' | 'time'; readonly go: string }
  /** Any JSON value; kube-apiserver keeps it as it is. */
  | { readonly is: 'any'; readonly go: string }
  /** A mapping from names to strings. */
  | { readonly is: 'map'; readonly go: string; readonly of: FieldType }
  | { readonly is: 'list'; readonly go: string; readonly of: FieldType }
  /** `texts`: those that may be written in its place. */
  | { readonly is: 'struct'; readonly go: string; readonly struct: StructType; readonly texts?: readonly string[] }

export interface FieldSchema {
  readonly name: string
  readonly type: FieldType
  /** Name of the struct that has the field. */
  readonly of: string
  /** One or two sentences for the hover text of the field. Most fields get theirs from `editing`. */
  readonly description?: string
}

export interface StructType {
  /** The type's name in Go without its package. */
  readonly name: string
  readonly fields: ReadonlyMap<string, FieldSchema>
  /**
   * For a type that is read in part: its other fields. They and unknown fields are ignored, with a warning for probable
   * misspellings. When absent, `fields` has all fields, and any other field is an error.
   */
  readonly others?: ReadonlySet<string>
  /** The embedded Go struct of a field, by the field's name. Go's errors name the embedded struct; JSON has no trace of it. */
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

export function structType(name: string, ...fields: readonly (readonly [string, FieldType])[]): StructType {
  return {
    name,
    fields: new Map(fields.map(([field, type]) => [field, { name: field, of: name, type }])),
  }
}

const OWNER_REFERENCE = structType(
  'OwnerReference',
  ['apiVersion', string],
  ['kind', string],
  ['name', string],
  ['uid', { is: 'string', go: 'types.UID' }],
  ['controller', boolean],
  ['blockOwnerDeletion', boolean],
)

const MANAGED_FIELDS_ENTRY = structType(
  'ManagedFieldsEntry',
  ['manager', string],
  ['operation', oneOf('v1.ManagedFieldsOperationType', 'Apply', 'Update')],
  ['apiVersion', string],
  ['time', time],
  ['fieldsType', oneOf('string', 'FieldsV1')],
  ['fieldsV1', { is: 'any', go: 'v1.FieldsV1' }],
  ['subresource', string],
)

export const OBJECT_META = structType(
  'ObjectMeta',
  ['name', string],
  ['generateName', string],
  ['namespace', string],
  ['labels', stringMap],
  ['annotations', stringMap],
  ['selfLink', string],
  ['uid', { is: 'string', go: 'types.UID' }],
  ['resourceVersion', string],
  ['generation', integer],
  ['creationTimestamp', time],
  ['deletionTimestamp', time],
  ['deletionGracePeriodSeconds', integer],
  ['ownerReferences', listOf(OWNER_REFERENCE)],
  ['finalizers', strings],
  ['managedFields', listOf(MANAGED_FIELDS_ENTRY)],
)

export const POLICY_RULE = structType(
  'PolicyRule',
  ['verbs', strings],
  ['apiGroups', strings],
  ['resources', strings],
  ['resourceNames', strings],
  ['nonResourceURLs', strings],
)

const LABEL_SELECTOR_REQUIREMENT = structType(
  'LabelSelectorRequirement',
  ['key', string],
  ['operator', oneOf('v1.LabelSelectorOperator', 'In', 'NotIn', 'Exists', 'DoesNotExist')],
  ['values', strings],
)

const LABEL_SELECTOR = structType(
  'LabelSelector',
  ['matchLabels', stringMap],
  ['matchExpressions', listOf(LABEL_SELECTOR_REQUIREMENT)],
)

export const AGGREGATION_RULE = structType('AggregationRule', ['clusterRoleSelectors', listOf(LABEL_SELECTOR)])

const SUBJECT = structType(
  'Subject',
  ['kind', oneOf('string', 'User', 'Group', 'ServiceAccount')],
  ['apiGroup', string],
  ['name', string],
  ['namespace', string],
)

const ROLE_REF = structType(
  'RoleRef',
  ['apiGroup', oneOf('string', 'rbac.authorization.k8s.io')],
  ['kind', oneOf('string', 'Role', 'ClusterRole')],
  ['name', string],
)

/** The four kinds of RBAC. */
export type RbacKind = 'Role' | 'ClusterRole' | 'RoleBinding' | 'ClusterRoleBinding'

const HEAD = [
  ['apiVersion', oneOf('string', 'rbac.authorization.k8s.io/v1')],
  ['kind', oneOf('string', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding')],
  ['metadata', object(OBJECT_META)],
] as const

const RULES = ['rules', listOf(POLICY_RULE)] as const

const BINDING = [...HEAD, ['subjects', listOf(SUBJECT)], ['roleRef', object(ROLE_REF)]] as const

/** The fields of each kind. */
export const KINDS: Readonly<Record<RbacKind, StructType>> = {
  Role: structType('Role', ...HEAD, RULES),
  ClusterRole: structType('ClusterRole', ...HEAD, RULES, ['aggregationRule', object(AGGREGATION_RULE)]),
  RoleBinding: structType('RoleBinding', ...BINDING),
  ClusterRoleBinding: structType('ClusterRoleBinding', ...BINDING),
}

/** The fields of every Kubernetes object. */
export const ANY_OBJECT = structType('', ['metadata', object(OBJECT_META)])

export function isRbacKind(kind: string): kind is RbacKind {
  return Object.hasOwn(KINDS, kind)
}

/** A step into a document: a key, or an index from 0. */
export type PathStep = string | number

import type { AccessReviewKind } from '../kube/index.ts'
import { type FieldType, OBJECT_META, oneOf, type StructType, structType } from '../policy/index.ts'
import type { MappingNode } from '../yaml/index.ts'

// The fields of reviews (Go: `k8s.io/api/authorization/v1`).

const string: FieldType = { is: 'string', go: 'string' }
const strings: FieldType = { is: 'list', go: '[]string', of: string }

function struct(type: StructType): FieldType {
  return { is: 'struct', go: `v1.${type.name}`, struct: type }
}

function selector(name: string, operators: string): FieldType {
  const requirement = structType(
    `${name}Requirement`,
    ['key', string],
    // The API server ignores a requirement with another operator.
    ['operator', oneOf(operators, 'In', 'NotIn', 'Exists', 'DoesNotExist')],
    ['values', strings],
  )
  return struct(
    structType(
      `${name}Attributes`,
      ['rawSelector', string],
      ['requirements', { is: 'list', go: `[]v1.${name}Requirement`, of: struct(requirement) }],
    ),
  )
}

const RESOURCE_ATTRIBUTES = structType(
  'ResourceAttributes',
  ...['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name'].map(
    (field) => [field, string] as const,
  ),
  ['fieldSelector', selector('FieldSelector', 'v1.FieldSelectorOperator')],
  ['labelSelector', selector('LabelSelector', 'v1.LabelSelectorOperator')],
)

const ASKED = [
  ['resourceAttributes', struct(RESOURCE_ATTRIBUTES)],
  ['nonResourceAttributes', struct(structType('NonResourceAttributes', ['path', string], ['verb', string]))],
] as const

/** `accessRule`: as KEP-5284 sketches it, and as the playground prints the checks of that design. */
const ACCESS_RULE = structType('AccessRuleReference', ['kind', string], ['groupVersion', string], ['name', string])

function subjectSpec(groups: 'groups' | 'group'): StructType {
  return structType(
    'SubjectAccessReviewSpec',
    ...ASKED,
    ['user', string],
    [groups, strings],
    ['extra', { is: 'any', go: 'map[string]v1.ExtraValue' }],
    ['uid', string],
    ['accessRule', struct(ACCESS_RULE)],
  )
}

/** Read in part: newer servers may answer with more fields. */
const STATUS: StructType = {
  ...structType(
    'SubjectAccessReviewStatus',
    ['allowed', { is: 'boolean', go: 'bool' }],
    ['denied', { is: 'boolean', go: 'bool' }],
    ['reason', string],
    ['evaluationError', string],
  ),
  others: new Set(),
}

function reviewType(kind: AccessReviewKind, spec: StructType): StructType {
  return structType(
    kind,
    ['apiVersion', string],
    ['kind', string],
    ['metadata', struct(OBJECT_META)],
    ['spec', struct(spec)],
    ['status', struct(STATUS)],
  )
}

/** The fields of each kind of review. `groups`: the field for the groups, which is `group` in v1beta1. */
export function reviewTypeOf(kind: AccessReviewKind, groups: 'groups' | 'group'): StructType {
  const isOfSelf = kind === 'SelfSubjectAccessReview'
  return reviewType(kind, isOfSelf ? structType('SelfSubjectAccessReviewSpec', ...ASKED) : subjectSpec(groups))
}

/** Extras are a map from keys to lists of texts; its fields are the keys that are written. */
export function extraType({ pairs }: MappingNode): StructType {
  const keys = pairs.flatMap(({ key }) => (key.kind === 'scalar' ? [key.value] : []))
  return structType('ExtraValue', ...keys.map((key) => [key, strings] as const))
}

import { listOf, OBJECT_META, object, oneOf, type StructType, structType } from './rbac-schema.ts'

export const ACCESS_RULE_GROUP = 'authorization.k8s.io'
export const ACCESS_RULE_VERSION = `${ACCESS_RULE_GROUP}/v1alpha0`
export const ACCESS_RULE_KIND = 'ClusterAccessRule'

export const EFFECTS = ['Allow', 'Deny', 'NoOpinion'] as const

// CEL has many quotes, which need no escaping in a block scalar.
const EXPRESSION = { is: 'string', go: 'string', block: '>-' } as const

const ENTRY = structType(
  'ClusterAccessRuleEntry',
  ['effect', oneOf('string', ...EFFECTS)],
  ['condition', EXPRESSION],
  ['description', { is: 'string', go: 'string' }],
)

const RULE = structType('ClusterAccessRuleSpec', ['filterExpression', EXPRESSION], ['entries', listOf(ENTRY)])

/** The fields of a ClusterAccessRule, after the example in KEP-5284's review. */
export const ACCESS_RULE: StructType = structType(
  ACCESS_RULE_KIND,
  ['apiVersion', oneOf('string', ACCESS_RULE_VERSION)],
  ['kind', oneOf('string', ACCESS_RULE_KIND)],
  ['metadata', object(OBJECT_META)],
  ['rule', object(RULE)],
)

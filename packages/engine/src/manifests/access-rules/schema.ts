import { listOf, OBJECT_META, object, oneOf, type StructType, struct } from '../schema.ts'

export const ACCESS_RULE_GROUP = 'authorization.k8s.io'
export const ACCESS_RULE_VERSION = `${ACCESS_RULE_GROUP}/v1alpha0`
export const ACCESS_RULE_KIND = 'ClusterAccessRule'

export const EFFECTS = ['Allow', 'Deny', 'NoOpinion'] as const

// CEL is full of quotes, which need no escaping in a block.
const EXPRESSION = { is: 'string', go: 'string', block: '>-' } as const

const ENTRY = struct(
  'ClusterAccessRuleEntry',
  [
    'effect',
    oneOf('string', ...EFFECTS),
    'What the entry does where its condition holds. Deny goes before the others.',
  ],
  ['condition', EXPRESSION, 'CEL that is true or false: when the entry has its effect.'],
  ['description', { is: 'string', go: 'string' }, 'For people. It is part of the reason that the API server gives.'],
)

const RULE = struct(
  'ClusterAccessRuleSpec',
  ['filterExpression', EXPRESSION, 'CEL: which checks the rule is about. Left out, it is about all of them.'],
  ['entries', listOf(ENTRY), 'Effects and their conditions.'],
)

/** What a ClusterAccessRule is made of, after the example in KEP-5284's review. */
export const ACCESS_RULE: StructType = struct(
  ACCESS_RULE_KIND,
  ['apiVersion', oneOf('string', ACCESS_RULE_VERSION), `Always \`${ACCESS_RULE_VERSION}\` for access rules.`],
  ['kind', oneOf('string', ACCESS_RULE_KIND), 'What kind of object this is.'],
  ['metadata', object(OBJECT_META), 'Name of the object.'],
  ['rule', object(RULE), 'The rule.'],
)

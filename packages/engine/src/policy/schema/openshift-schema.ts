import {
  AGGREGATION_RULE,
  listOf,
  OBJECT_META,
  object,
  oneOf,
  POLICY_RULE,
  type RbacKind,
  structType,
} from './rbac-schema.ts'

/**
 * The API group of the roles and bindings that OpenShift serves beside those of RBAC, and stores as those of RBAC
 * (`pkg/authorization` of openshift-apiserver). `oc get roles` and `kubectl get roles` print them in this group there.
 */
export const OPENSHIFT_GROUP = 'authorization.openshift.io'

const HEAD = [
  ['apiVersion', oneOf('string', `${OPENSHIFT_GROUP}/v1`)],
  ['kind', oneOf('string', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding')],
  ['metadata', object(OBJECT_META)],
] as const

/** Restrictions of attributes have had no effect since OpenShift stores its roles as those of RBAC. */
const RULES = ['rules', listOf({ ...POLICY_RULE, others: new Set(['attributeRestrictions']) })] as const

const REFERENCE = {
  ...structType(
    'ObjectReference',
    ['kind', { is: 'string', go: 'string' }],
    ['namespace', { is: 'string', go: 'string' }],
    ['name', { is: 'string', go: 'string' }],
  ),
  others: new Set(['apiGroup', 'apiVersion', 'uid', 'resourceVersion', 'fieldPath']),
}

const NAMES = { is: 'list', go: '[]string', of: { is: 'string', go: 'string' } } as const

const BINDING = [
  ...HEAD,
  ['subjects', listOf(REFERENCE)],
  ['roleRef', object(REFERENCE)],
  ['userNames', NAMES],
  ['groupNames', NAMES],
] as const

/** The fields of each kind in OpenShift's group. */
export const OPENSHIFT_KINDS: Readonly<Record<RbacKind, ReturnType<typeof structType>>> = {
  Role: structType('Role', ...HEAD, RULES),
  ClusterRole: structType('ClusterRole', ...HEAD, RULES, ['aggregationRule', object(AGGREGATION_RULE)]),
  RoleBinding: structType('RoleBinding', ...BINDING),
  ClusterRoleBinding: structType('ClusterRoleBinding', ...BINDING),
}

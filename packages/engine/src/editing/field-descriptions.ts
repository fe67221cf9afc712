import type { FieldSchema } from '../policy/index.ts'

/** One or two sentences about each field, by the name of its struct. The text is the playground’s own. */
type Descriptions = Readonly<Record<string, string>>

const HEAD: Descriptions = {
  apiVersion: 'Always `rbac.authorization.k8s.io/v1` for roles and bindings.',
  kind: 'What kind of object this is.',
  metadata: 'Name, namespace and labels of the object.',
}

const ROLE: Descriptions = { ...HEAD, rules: 'What the role grants. Rules only ever add; none can forbid.' }

const BINDING: Descriptions = {
  ...HEAD,
  subjects: 'Who is granted the role.',
  roleRef: 'The role that is granted. It cannot be changed later.',
}

const DESCRIPTIONS: Readonly<Record<string, Descriptions>> = {
  Role: ROLE,
  ObjectMeta: {
    name: 'Name of the object, unique for its kind in its namespace. For roles and bindings anything without `/` and `%`.',
    generateName: 'Prefix to which the API server appends five random characters when there is no `name`.',
    namespace:
      'The namespace in which a Role or RoleBinding counts; `default` when omitted. ClusterRoles and ClusterRoleBindings have none.',
    labels: 'Labels. An aggregated ClusterRole picks the ClusterRoles that it is made of by theirs.',
    annotations: 'Notes for tools and people. They have no effect on authorization.',
    selfLink: 'No longer used by the API server.',
    uid: 'Set by the API server.',
    resourceVersion: 'Set by the API server.',
    generation: 'Set by the API server.',
    creationTimestamp: 'Set by the API server.',
    deletionTimestamp: 'Set by the API server when deletion has begun.',
    deletionGracePeriodSeconds: 'Set by the API server when deletion has begun.',
    ownerReferences: 'Objects with which this one is deleted.',
    finalizers: 'Steps that must finish before the object is removed.',
    managedFields: 'Who set which field. Kept by the API server.',
  },
  OwnerReference: {
    apiVersion: 'API version of the owner.',
    kind: 'Kind of the owner.',
    name: 'Name of the owner.',
    uid: 'UID of the owner.',
    controller: 'Whether this owner manages the object. At most one does.',
    blockOwnerDeletion: 'Whether deleting the owner waits for this object.',
  },
  ManagedFieldsEntry: {
    manager: 'Who manages these fields.',
    operation: 'How the manager wrote them.',
    apiVersion: 'API version in which the fields are named.',
    time: 'When they were last written.',
    fieldsType: 'Format of the set of fields.',
    fieldsV1: 'The set of fields.',
    subresource: 'Subresource through which they were written.',
  },
  PolicyRule: {
    verbs:
      'The allowed verbs: `get`, `list`, `impersonate:user-info`, … `*` means every verb; no other wildcard exists, so `impersonate-on:*` matches nothing.',
    apiGroups: 'API groups of the resources. `""` is the core group (pods, secrets, …), `*` means every group.',
    resources:
      'Resources in plural, subresources as `pods/log`. `*` means everything, `*/scale` the subresource `scale` of any resource; `pods` does not include `pods/log`.',
    resourceNames:
      'Names to which the rule is limited. Empty means every name; `*` is only the name `*`, which impersonation asks for in some checks.',
    nonResourceURLs:
      'Paths such as `/healthz`, or prefixes that end in `*`. Only in ClusterRoles, and never together with resources.',
  },
  ClusterRole: {
    ...ROLE,
    aggregationRule:
      'Makes the control plane fill in the rules of other ClusterRoles; rules written by hand are overwritten.',
  },
  AggregationRule: {
    clusterRoleSelectors:
      'Selects the ClusterRoles whose rules are added. A role that matches any of the selectors is selected.',
  },
  LabelSelector: {
    matchLabels: 'Labels that must all be present with these values.',
    matchExpressions: 'Conditions that must all hold.',
  },
  LabelSelectorRequirement: {
    key: 'The label that is looked at.',
    operator: 'How it is compared.',
    values: 'What it is compared with. Only for `In` and `NotIn`.',
  },
  RoleBinding: BINDING,
  Subject: {
    kind: 'The value that the name refers to.',
    apiGroup: '`rbac.authorization.k8s.io` for User and Group, empty for ServiceAccount. Filled in when left out.',
    name: 'Name of the user, group or service account.',
    namespace: 'Namespace of a ServiceAccount. In a RoleBinding it defaults to the namespace of the binding.',
  },
  RoleRef: {
    apiGroup: 'Always `rbac.authorization.k8s.io`. Filled in when left out.',
    kind: 'Role (in the namespace of the RoleBinding) or ClusterRole.',
    name: 'Name of the role whose rules are granted.',
  },
  ClusterRoleBinding: BINDING,
  ClusterAccessRule: {
    apiVersion: 'Always `authorization.k8s.io/v1alpha0` for access rules.',
    kind: 'What kind of object this is.',
    metadata: 'Name of the object.',
    rule: 'The rule.',
  },
  ClusterAccessRuleSpec: {
    filterExpression: 'CEL: which checks the rule is about. Left out, it is about all of them.',
    entries: 'Effects and their conditions.',
  },
  ClusterAccessRuleEntry: {
    effect: 'The effect of the entry where its condition is true. Deny overrides the others.',
    condition: 'CEL that is true or false: when the entry has its effect.',
    description: 'For people. It is part of the reason that the API server gives.',
  },
}

/** The description of a field; empty where it is unknown. */
export function descriptionOf({ name, of, description }: FieldSchema): string {
  return description ?? DESCRIPTIONS[of]?.[name] ?? ''
}

import type { Completion } from './completion.ts'
import { prose } from './prose.ts'
import type { Site } from './site.ts'

const HEAD = 'apiVersion: rbac.authorization.k8s.io/v1\n'

const RULE = `rules:
- apiGroups: ["\${3}"]
  resources: ["\${4:pods}"]
  verbs: ["\${5:get}", "\${6:list}"]
`

const SUBJECTS = `subjects:
- kind: \${5|User,Group,ServiceAccount|}
  name: \${6:jane}
`

/** Objects to start from, with stops where there is something to decide. */
const SKELETONS: readonly (readonly [label: string, detail: string, about: string, insert: string])[] = [
  [
    'ClusterRole',
    'rules for every namespace',
    'Rules that a ClusterRoleBinding grants everywhere, and a RoleBinding in its own namespace.',
    `${HEAD}kind: ClusterRole\nmetadata:\n  name: \${1:name}\n${RULE}`,
  ],
  [
    'Role',
    'rules for one namespace',
    'Rules that a RoleBinding in the same namespace grants there.',
    `${HEAD}kind: Role\nmetadata:\n  name: \${1:name}\n  namespace: \${2:default}\n${RULE}`,
  ],
  [
    'ClusterRoleBinding',
    'grants a ClusterRole everywhere',
    'Grants the rules of a ClusterRole to its subjects, in every namespace and for cluster-scoped resources.',
    `${HEAD}kind: ClusterRoleBinding\nmetadata:\n  name: \${1:name}\nroleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: ClusterRole\n  name: \${2:role}\n${SUBJECTS}`,
  ],
  [
    'RoleBinding',
    'grants a role in one namespace',
    'Grants the rules of a Role or a ClusterRole to its subjects, in its own namespace only.',
    `${HEAD}kind: RoleBinding\nmetadata:\n  name: \${1:name}\n  namespace: \${2:default}\nroleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: \${3|Role,ClusterRole|}\n  name: \${4:role}\n${SUBJECTS}`,
  ],
  [
    'Constrained impersonation',
    'be one user, for some verbs',
    'Two roles and their bindings: the user that a service account may impersonate, and the verbs allowed as that user.',
    `${HEAD}kind: ClusterRole
metadata:
  name: be-\${1:jane}
rules:
- apiGroups: ["authentication.k8s.io"]
  resources: ["users"]
  resourceNames: ["\${1:jane}"]
  verbs: ["impersonate:user-info"]
---
${HEAD}kind: ClusterRoleBinding
metadata:
  name: be-\${1:jane}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: be-\${1:jane}
subjects:
- kind: ServiceAccount
  name: \${2:my-controller}
  namespace: \${3:default}
---
${HEAD}kind: Role
metadata:
  name: act-on-pods
  namespace: \${3:default}
rules:
- apiGroups: [""]
  resources: ["pods"]
  verbs: ["impersonate-on:user-info:\${4:list}"]
---
${HEAD}kind: RoleBinding
metadata:
  name: act-on-pods
  namespace: \${3:default}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: act-on-pods
subjects:
- kind: ServiceAccount
  name: \${2:my-controller}
  namespace: \${3:default}
`,
  ],
  [
    'ClusterAccessRule',
    'allows or denies on conditions',
    'Effects under conditions in CEL, for the authorizer AccessRules. No API server has this kind yet.',
    `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata:
  name: \${1:name}
rule:
  filterExpression: >-
    action == "\${2:impersonate}"
  entries:
  - effect: \${3|Allow,Deny,NoOpinion|}
    condition: >-
      principal.username == "\${4:my-controller}" && resource.username == "\${5:jane}"
`,
  ],
]

/** Whole objects, for the beginning of a document. */
export function skeletons({ word }: Site): readonly Completion[] {
  return SKELETONS.map(([label, detail, about, insert]) => ({
    label,
    kind: 'document',
    detail,
    about: [prose(about)],
    insert,
    snippet: true,
    replace: word,
  }))
}

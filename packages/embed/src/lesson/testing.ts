/** A course of two lessons: in the first the policy is edited, in the second the request. */
export const COURSE_TEXT = `version: 1
course: own-course
title: Own course
lessons:
- id: first
  title: Read pods
  text: Let \`jane\` get pods in \`prod\`.
  predict:
    question: Will it pass?
    choices:
    - say: "Yes"
    - {say: "No", right: true}
    because: No rule allows it.
  start: &start
    requestor: {username: jane, groups: [system:authenticated]}
    request: {http: GET /api/v1/namespaces/prod/pods/web HTTP/1.1}
    policy: |
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: reader, namespace: prod}
      rules:
      - {verbs: [list], apiGroups: [""], resources: [pods]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: jane-reads, namespace: prod}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
      subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
  goals:
  - jane can get pods in prod
  - at most 1 rule
  hints:
  - The verb is in the rule.
  - {when: a rule says read, say: The verb is \`get\`.}
  solution:
    policy: |
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: reader, namespace: prod}
      rules:
      - {verbs: [get, list], apiGroups: [""], resources: [pods]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: jane-reads, namespace: prod}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
      subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
  done: Now \`jane\` reads pods.
- id: second
  title: Ask for the list
  text: Ask for the list.
  edit: request
  start:
    requestor: {username: jane, groups: [system:authenticated]}
    request: {http: GET /api/v1/namespaces/prod/pods/web HTTP/1.1}
    policy: |
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: reader}
      rules:
      - {verbs: [list], apiGroups: [""], resources: [pods]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: jane-reads}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
      subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
  goals:
  - the request asks to list pods in prod
  - 'the request: 200'
  solution:
    request: {http: GET /api/v1/namespaces/prod/pods HTTP/1.1}
`

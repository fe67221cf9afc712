/** A course of two lessons: one about a policy, one about a request. */
export const COURSE_TEXT = `version: 2
course: two-lessons
title: Two lessons
for: People who try this.
minutes: 10
text: |
  What it is about.
lessons:
- id: first
  title: The first
  text: Let jane list pods in prod.
  predict:
    question: Will it pass?
    choices:
    - {say: "Yes"}
    - {say: "No", right: true}
    until: list
  start:
    requestor: {username: jane, groups: [system:authenticated]}
    request: {kubectl: kubectl get pods -n prod}
    policy: |
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: reader, namespace: prod}
      rules:
      - {verbs: [get], apiGroups: [""], resources: [pods]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: reader, namespace: prod}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
      subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
  goals:
  - jane can list pods in prod
  - jane, GET /api/v1/namespaces/staging/pods: 403
  - nothing else changes
  hints:
  - Look at the verbs.
  - {when: a rule says lst, say: "The verb is \`list\`, not \`lst\`."}
  - {when: [jane can list pods in prod, jane can list pods in staging], unless: jane cannot list pods in prod, say: That is too much.}
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
      metadata: {name: reader, namespace: prod}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
      subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
  done: A list has a verb of its own.
- id: second
  title: The second
  text: Ask for the secret.
  edit: request
  start:
    requestor: {username: jane}
    request: {http: GET /api/v1/namespaces/prod/pods HTTP/1.1}
  goals:
  - the request asks to get secrets named db in prod
  - the request is from jane
  solution:
    request: {http: GET /api/v1/namespaces/prod/secrets/db HTTP/1.1}
`

import { type HandIn, type LessonProgress, readCourse, writeHandIn } from '@authz-playground/engine/documents'
import { handInHash } from '@authz-playground/engine/internal/course'

/** A course of two lessons: one about a policy, one about a request. */
export const COURSE = `version: 1
course: two-lessons
title: Two lessons
text: What it is about.
lessons:
- id: first
  title: The first
  text: Let jane list pods in prod. See [an example](#example/docs-user-list).
  start:
    requestor: {username: jane}
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
  - nothing else changes
  hints:
  - Look at the verbs.
  - {when: a rule says lst, say: "The verb is \`list\`."}
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
- id: second
  title: The second
  text: Ask for the secret.
  edit: request
  start:
    requestor: {username: jane}
    request: {http: GET /api/v1/namespaces/prod/pods HTTP/1.1}
  goals:
  - the request asks to get secrets named db in prod
  solution:
    request: {http: GET /api/v1/namespaces/prod/secrets/db HTTP/1.1}
`

const { course } = readCourse(COURSE)
if (course === undefined) throw new Error('a course that is not read')
const [first, second] = course.lessons

/** The policy that solves the first lesson. */
export const SOLVING = first?.solution.policy ?? ''

/** A hand-in of {@link COURSE}. */
export function handInOf(lessons: Readonly<Record<string, LessonProgress>>, more: Partial<HandIn> = {}): HandIn {
  return { course: 'two-lessons', edition: course?.edition ?? '', lessons: new Map(Object.entries(lessons)), ...more }
}

/** A hand-in in which both lessons are solved. */
export const WHOLE: HandIn = handInOf({
  first: { policy: SOLVING, done: true },
  second: { ...(second && { request: second.solution.request }), done: true },
})

/** A hand-in in which the first lesson is solved too widely, and the second is not begun. */
export const PARTLY: HandIn = handInOf({
  first: { policy: SOLVING.replace('[get, list]', '["*"]'), done: true, hints: 2 },
})

/** As the page saves it. */
export function savedHandIn(handIn: HandIn): string {
  return writeHandIn(handIn, { title: 'Two lessons' })
}

/** As the page links it. */
export function linkedHandIn(handIn: HandIn, base = 'https://example.org/playground/'): string {
  return base + handInHash(handIn)
}

import { type Course, readCourse } from '@authz-playground/engine/documents'
import { createPlayground } from '../store.ts'
import type { OpenCourse } from './course-place.ts'
import type { CourseStorage } from './course-storage.ts'
import { Courses } from './courses.ts'
import { memoryStorage } from './memory-storage.ts'

const TEXT = `version: 1
course: rbac
title: RBAC
lessons:
- id: first
  title: A first role
  text: Let jane in.
  start: &start {requestor: {username: jane}, request: {http: GET /healthz}, policy: "# start\\n"}
  goals: [jane can get /healthz]
  hints: [Look at the chart., Write a rule.]
  solution: {policy: "# solved\\n"}
- id: second
  title: Another
  text: Ask for more.
  edit: request
  predict:
    question: Will it pass?
    choices: [{say: "Yes"}, {say: "No", right: true}]
    until: get
  start: *start
  goals: ['the request: 200']
  solution: {request: {http: GET /readyz}}
`

/** A course of two lessons: one about the policy, and one about the request, which asks a question first. */
export function courseOf(change: (text: string) => string = (text) => text): Course {
  const { course, diagnostics } = readCourse(change(TEXT))
  if (course === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return course
}

export const OPEN: OpenCourse = { course: courseOf(), origin: 'file', address: 'course/rbac', text: TEXT }

/** A page with courses. Pages that share a storage are tabs of one browser. */
export function tabOf(storage: CourseStorage = memoryStorage(), pagesBefore: readonly string[] = []) {
  const before = {
    scenario: { ...OPEN.course.lessons[0]?.start, policy: 'my own' } as Course['lessons'][number]['start'],
    exampleId: 'own',
  }
  const playground = createPlayground(before, undefined, () => 0)
  const announced: string[] = [...pagesBefore]
  let refusals = 0
  let time = 0
  const courses = new Courses({
    playground,
    storage,
    outside: () => before,
    keepOutside: () => undefined,
    opening: (words) => announced.push(words),
    refused: () => {
      refusals += 1
    },
    now: () => ++time,
  })
  const now = () => playground.getState()
  const write = (policy: string): void => now().edit({ subject: `policy ${policy}`, change: { policy } })
  const record = (lesson: string) => courses.store.getState().records.get(lesson)
  return { courses, playground, now, write, record, storage, announced, refusals: () => refusals }
}

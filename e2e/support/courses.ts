import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Course, readCourse } from '@authz-playground/engine/documents'
import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** The first built-in course. */
export const COURSE_FILE = 'packages/courses/rbac-from-nothing/course.yaml'
export const COURSE_TEXT = readFileSync(COURSE_FILE, 'utf8')
export const COURSE = readCourse(COURSE_TEXT).course as Course

/** A policy inside a course, in which `get` belongs in the place of `head`. */
const ONE_WORD_WRONG = `      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: health}
      rules:
      - nonResourceURLs: [/healthz]
        verbs: [head]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: health}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: health}
      subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]`

/** A course as somebody might write it: two lessons, each solved by one word. */
export const OWN = `version: 1
course: own-course
title: A course of our own
for: People of this team.
lessons:
- id: one
  title: The first one
  text: "Let jane ask for the *health*: add the verb \`get\`."
  start: &start
    requestor: {username: jane}
    request: {http: GET /healthz}
    policy: |
${ONE_WORD_WRONG}
  goals: [jane can get /healthz]
  hints: ['Which verb has the request?']
  solution: &solution
    policy: |
${ONE_WORD_WRONG.replace('head', 'get')}
- id: two
  title: The second one
  text: Once more.
  start: *start
  goals: [jane can get /healthz]
  solution: *solution
`

export const coursesIn = (page: Page): Locator => page.getByRole('dialog', { name: 'Courses', exact: true })
export const lessonsButton = (page: Page): Locator => page.getByRole('button', { name: /^Lesson \d+ of \d+/ })
export const goalsIn = (page: Page): Locator => page.getByRole('list', { name: 'Goals' }).getByRole('listitem')
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 2, name, exact: true })
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })

/** The built-in courses. */
export const COURSES = readdirSync('packages/courses')
  .map((folder) => `packages/courses/${folder}/course.yaml`)
  .filter((file) => existsSync(file))
  .map((file) => readCourse(readFileSync(file, 'utf8')).course as Course)

/** Opens a lesson of a built-in course, of the first one where none is named. */
export async function openLesson(page: Page, lesson = 'first-role', course = COURSE.id): Promise<void> {
  await page.goto(`/#course/${course}/${lesson}`)
  await expect(lessonsButton(page)).toBeVisible()
}

/** Opens the dialog of courses. */
export async function openCourses(page: Page): Promise<Locator> {
  await page.goto('/#courses')
  await expect(coursesIn(page)).toBeVisible()
  return coursesIn(page)
}

/** The states of the goals, by the names of their marks. */
export async function expectGoals(page: Page, states: readonly string[]): Promise<void> {
  await expect(goalsIn(page)).toHaveCount(states.length)
  for (const [at, state] of states.entries()) {
    await expect(goalsIn(page).nth(at).getByRole('img', { name: state, exact: true })).toBeVisible()
  }
}

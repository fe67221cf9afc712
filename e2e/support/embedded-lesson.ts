import type { Locator, Page } from '@playwright/test'
import { expect, figureOf } from './host.ts'

/** Lets jane list pods. */
export const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
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
`
/** Lets her get them, too. */
export const SOLVED = POLICY.replace('verbs: [list]', 'verbs: [get, list]')

/** Indents every line, for a block of YAML. */
export const block = (text: string, by: number) => text.replace(/^(?=.)/gm, ' '.repeat(by))

/** A course of two lessons: a question and a policy to edit, and a request to edit. */
export const COURSE = `version: 1
course: own-course
title: Own course
lessons:
- id: get-pods
  title: Get a pod
  text: |
    The user \`jane\` may list pods. Let her get one, as [an example](#example/docs-user-list) shows.
  predict:
    question: May she get the pod \`web\`?
    choices:
    - say: "Yes, who may list may get."
    - {say: "No, each verb is a right of its own.", right: true}
    until: get
    because: A rule allows the verbs that it names.
  start: &start
    requestor: {username: jane, groups: ["system:authenticated"]}
    request: {http: GET /api/v1/namespaces/prod/pods/web}
    policy: |
${block(POLICY, 6)}
  goals:
  - jane can get pods in prod
  - nothing else changes
  hints:
  - The verbs are in the list \`verbs\`.
  - {when: a rule says read, say: "There is no verb \`read\`."}
  solution:
    policy: |
${block(SOLVED, 6)}
  done: She may get each pod now.
- id: list-pods
  title: Ask for all
  text: Ask for all pods of \`prod\`.
  edit: request
  start: *start
  goals:
  - the request asks to list pods in prod
  - "the request: 200"
  solution:
    request: {http: GET /api/v1/namespaces/prod/pods}
`

/** A page with an element, and what is in it. */
export const element = (attributes: string, inside = '<p>The static form.</p>') =>
  `<main><h1>Docs</h1><authz-playground ${attributes}>${inside}</authz-playground></main>`
/** A page with the first lesson of a course that is written in it. */
export const inline = (yaml: string, attributes = '') =>
  element(`lesson="1" ${attributes}`, `<script type="application/yaml">${yaml}</script><p>The static form.</p>`)

/** The parts of a lesson. */
export function lessonOf(page: Pick<Page, 'locator'>) {
  const figure = figureOf(page)
  const { element } = figure
  return {
    ...figure,
    goals: element.getByRole('list', { name: 'Goals' }).getByRole('listitem'),
    question: element.getByRole('group', { name: 'What will happen?' }),
    policy: element.getByRole('textbox', { name: 'Policy' }),
    request: element.getByRole('textbox', { name: 'Request' }),
    hint: element.getByRole('button', { name: /^(?:Hint|Another hint|Solution)$/ }),
  }
}

/** The mark of a goal. */
export const mark = (goal: Locator, name: string) => goal.getByRole('img', { name, exact: true })

/** Chooses the right answer, and waits until the request has arrived where it is answered. */
export async function predict(page: Page): Promise<void> {
  const { question } = lessonOf(page)
  await question.getByRole('button', { name: /^No/ }).click()
  await expect(question.getByText('That is right.')).toBeVisible()
}

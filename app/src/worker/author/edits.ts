import { type LessonWork, readCourse, type ScenarioDocument } from '@authz-playground/engine/documents'
import { COURSE_VERSION, outlineOf } from '@authz-playground/engine/internal/course'
import { documentPlaces, writtenDocument } from '@authz-playground/engine/internal/scenario-file'
import { yamlOf } from '@authz-playground/engine/internal/yaml'

/** A course after a change that a button made; or why it was not changed. */
export type ChangedCourse =
  /** `at`: where the new part begins. */
  { readonly text: string; readonly at: number } | { readonly problem: string }

const BROKEN = 'The course has errors. Mend them first, then this can be added.'
const BY_HAND = 'The course is not written a line a field, so nothing can be added to it here. Write it by hand.'

/**
 * Adds a lesson at the end of a course, which may be an empty text.
 *
 * @param document the scenario that the lesson starts from, with its goals; a lesson to begin with where it is absent
 */
export function withLesson(text: string, document?: ScenarioDocument): ChangedCourse {
  if (text.trim() === '') return withLesson(NEW_COURSE, document)
  const outline = outlineOf(text)
  if (outline === undefined) return { problem: BROKEN }
  const taken = new Set(outline.lessons.map(({ id }) => id))
  const lesson = document === undefined ? newLesson(taken) : lessonOf(document, taken)
  const changed = inserted(text, lesson)
  const after = changed && outlineOf(changed.text)?.lessons
  const isRight =
    after?.length === outline.lessons.length + 1 &&
    outline.lessons.every(({ id, title }, at) => after[at]?.id === id && after[at]?.title === title)
  return changed !== undefined && isRight ? changed : { problem: BY_HAND }
}

/** Makes a work the solution of a lesson. The parts that are as at its start are left out. */
export function withSolution(text: string, index: number, work: LessonWork): ChangedCourse {
  const before = outlineOf(text)?.lessons[index]
  if (before === undefined) return { problem: BROKEN }
  const { lesson, start, span } = before
  const written = writtenWork(work)
  const solution = {
    ...(work.policy !== start?.policy && { policy: written.policy }),
    ...(!isSame(work.requestor, start?.requestor) && { requestor: written.requestor }),
    ...(!isSame(work.request, start?.request) && { request: written.request }),
  }
  const place = documentPlaces(text).at(['lessons', index, 'solution'])
  const key = /(?:^|\n)[ \t]*(?:-[ \t]+)?(solution[ \t]*:\s*)$/.exec(
    text.slice(span.start - column(text, span.start), place.start),
  )
  if (key?.[1] === undefined) return { problem: BY_HAND }
  const begin = place.start - key[1].length
  const indent = ' '.repeat(column(text, begin))
  const [first = '', ...lines] = yamlOf({ solution }).trimEnd().split('\n')
  const replacement = [first, ...lines.map((line) => (line === '' ? '' : indent + line))].join('\n')
  const changed = text.slice(0, begin) + replacement + text.slice(place.end)
  const after = outlineOf(changed)?.lessons
  // A lesson with errors elsewhere is none yet, and its solution is the text that was put there.
  const isRight = after?.[index]?.lesson === undefined ? lesson === undefined : hasSolution(after[index].lesson, work)
  return isRight && after?.[index]?.id === before.id ? { text: changed, at: begin } : { problem: BY_HAND }
}

/** A course that its author tries as a learner: under another name, so that nothing of it is mixed up with the course. */
export interface TrialCourse {
  readonly id: string
  readonly text: string
}

/** Makes a course for its author to try. Undefined where it is not understood. */
export function trialOf(text: string): TrialCourse | undefined {
  const { course } = readCourse(text)
  if (course === undefined) return undefined
  const places = documentPlaces(text)
  const id = `${course.id}-draft`
  const edits = [
    { ...places.at(['course']), to: id },
    { ...places.at(['title']), to: JSON.stringify(`${course.title} (draft)`) },
  ].sort((a, b) => b.start - a.start)
  const changed = edits.reduce((before, { start, end, to }) => before.slice(0, start) + to + before.slice(end), text)
  return readCourse(changed).course?.id === id ? { id, text: changed } : undefined
}

function hasSolution({ solution }: { readonly solution: LessonWork }, work: LessonWork): boolean {
  return (['policy', 'request', 'requestor'] as const).every((part) => isSame(solution[part], work[part]))
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function column(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1)
}

function inserted(text: string, lesson: string): { readonly text: string; readonly at: number } | undefined {
  const outline = outlineOf(text)
  const last = outline?.lessons.at(-1)
  if (last === undefined) {
    const body = text.replace(/(^|\n)lessons:[ \t]*(?:\[\][ \t]*)?(?=\n|$)/, '$1')
    const head = `${body.trimEnd()}\nlessons:\n`
    return { text: `${head}${asItem(lesson, 0)}\n`, at: head.length + 2 }
  }
  const dash = text.lastIndexOf('-', last.span.start - 1)
  if (dash === -1 || !/^-\s+$/.test(text.slice(dash, last.span.start))) return undefined
  const lineEnd = text.indexOf('\n', last.span.end)
  const end = lineEnd === -1 ? text.length : lineEnd
  const indent = column(text, dash)
  const before = `${text.slice(0, end)}\n\n`
  return {
    text: `${before}${asItem(lesson, indent)}${lineEnd === -1 ? '\n' : text.slice(end)}`,
    at: before.length + indent + 2,
  }
}

/** The lines of a mapping as an item of a list. */
function asItem(lines: string, indent: number): string {
  return lines
    .trimEnd()
    .split('\n')
    .map((line, at) => (line === '' ? '' : `${' '.repeat(indent)}${at === 0 ? '- ' : '  '}${line}`))
    .join('\n')
}

function lessonOf(document: ScenarioDocument, taken: ReadonlySet<string>): string {
  const { title, explanation, scenario, goals = [] } = document
  const written = writtenDocument({ title: '', explanation: '', scenario, expect: [] })
  const { version: _, view, design, cluster, ...short } = written
  const shown = view?.request === undefined ? {} : { view: { request: view.request } }
  const name = title === '' ? 'Untitled lesson' : title
  const lesson = (start: object) => ({
    id: freeId(kebab(name), taken),
    title: name,
    text: explanation === '' ? `${PLACEHOLDER}\n` : `${explanation.trim()}\n`,
    start,
    goals: [...goals],
    solution: {},
  })
  const whole = lesson({ design, cluster, ...short, ...shown })
  const shorter = lesson({ ...short, ...shown })
  return withGoalsToWrite(yamlOf(isSame(startOf(shorter), startOf(whole)) ? shorter : whole))
}

/** How a start is read, with one goal where it has none. */
function startOf(lesson: object): unknown {
  const course = {
    version: COURSE_VERSION,
    course: 'a',
    title: 'a',
    lessons: [{ ...lesson, goals: ['lint finds nothing'] }],
  }
  return readCourse(JSON.stringify(course)).course?.lessons[0]?.start
}

const PLACEHOLDER = 'What the learner reads before they begin: what is given, and what is wanted.'

function withGoalsToWrite(lesson: string): string {
  return lesson.replace(/^goals: \[\]$/m, GOALS_TO_WRITE)
}

const GOALS_TO_WRITE = `goals:
# What holds when the lesson is solved, a sentence each. The start must not meet all of them:
# - jane can list pods in prod`

function kebab(title: string): string {
  const id = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  return id === '' ? 'lesson' : id
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id
  let number = 2
  while (taken.has(`${id}-${number}`)) number++
  return `${id}-${number}`
}

function writtenWork({ policy, request, requestor }: LessonWork) {
  const { username, uid, groups, extra } = requestor
  return {
    policy,
    request: { [request.form]: request.text },
    requestor: { username, ...(uid !== undefined && { uid }), ...(groups && { groups }), ...(extra && { extra }) },
  }
}

/** The head of a course that nobody has written yet. */
const NEW_COURSE = `version: ${COURSE_VERSION}
course: my-course
title: My course
for: People who have used kubectl and have never written a Role.
minutes: 10
text: |
  What the course is about, in Markdown.
lessons: []
`

/** A course to begin with: all of it is valid but its goals, which nobody has written yet. */
export function newCourse(): string {
  const changed = withLesson('')
  return 'text' in changed ? changed.text : NEW_COURSE
}

function newLesson(taken: ReadonlySet<string>): string {
  return `id: ${freeId('first-lesson', taken)}
title: A lesson
minutes: 5
text: |
  ${PLACEHOLDER}

  The Role below lets \`jane\` get one pod by its name. Let her list the pods of \`prod\`, too.
# Who asks, for what, and under which policy, when the lesson begins:
start:
  requestor: {username: jane, groups: [system:authenticated]}
  request: {kubectl: kubectl get pods -n prod}
  policy: |
    ${policyWith('[get]')}
${GOALS_TO_WRITE}
hints:
- Look at the check on the chart. Which verb does it ask for?
solution:
  policy: |
    ${policyWith('[get, list]')}
done: |
  What was learnt, in a sentence or two.
`
}

function policyWith(verbs: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata:
      name: reader
      namespace: prod
    rules:
    - apiGroups: [""]
      resources: [pods]
      verbs: ${verbs}
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata:
      name: jane-reader
      namespace: prod
    roleRef:
      apiGroup: rbac.authorization.k8s.io
      kind: Role
      name: reader
    subjects:
    - apiGroup: rbac.authorization.k8s.io
      kind: User
      name: jane`
}

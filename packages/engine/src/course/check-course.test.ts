import { describe, expect, it } from 'vitest'
import { decider } from '../decide/index.ts'
import { checkCourse, scenariosOfLesson } from './check-course.ts'
import { LessonJudge, nextHint } from './lesson-judge.ts'
import { playCourse, readPlays } from './plays.ts'
import { readCourse } from './read-course.ts'
import { COURSE_TEXT } from './testing.ts'

const decide = await decider()

function problemsOf(text: string): readonly string[] {
  const read = readCourse(text)
  if (read.course === undefined) throw new Error(JSON.stringify(read.diagnostics))
  return [...checkCourse(read, decide)].flat().map(({ range, message }) => `${range.line}:${range.column} ${message}`)
}

const changed = (from: string, to: string) => {
  expect(COURSE_TEXT).toContain(from)
  return COURSE_TEXT.replace(from, to)
}

describe('the check of a course', () => {
  it('finds nothing in one that is as its author wants it', () => {
    expect(problemsOf(COURSE_TEXT)).toEqual([])
  })

  it.each([
    [
      'a goal that is not understood',
      'jane can list pods in prod\n',
      'jane can lst pods in prod\n',
      '34:5 “lst” is not a verb of RBAC.',
    ],
    [
      'a condition that is not understood',
      'when: a rule says lst',
      'when: a rule say lst',
      '39:12 “rule” is found where “can”',
    ],
    [
      'a condition of a list',
      'when: [jane can list pods in prod,',
      'when: [jane can lst pods in prod,',
      '40:13 “lst” is not a verb of RBAC.',
    ],
    [
      'a resource that the policy does not define',
      'unless: jane cannot list pods in prod',
      'unless: jane cannot list podz in prod',
      'No resource is called “podz”.',
    ],
    [
      'a start that meets all goals',
      '- {verbs: [get], apiGroups',
      '- {verbs: [get, list], apiGroups',
      '34:3 All goals of “first” hold at the start',
    ],
    [
      'a solution that does not meet a goal',
      '[get, list]',
      '[get, watch]',
      '34:5 The solution does not meet “jane can list pods in prod”',
    ],
    [
      'a solution that is not understood',
      'rules:\n      - {verbs: [get, list]',
      'rulez:\n      - {verbs: [get, list]',
      'Line 4 of the policy: “rulez” is not a field',
    ],
    [
      'a solution that edits more than a learner may',
      '  edit: request\n',
      '',
      'The solution changes the request, and only the policy may be edited.',
    ],
    [
      'a prediction of a check that is not made',
      'until: list',
      'until: watch',
      '17:12 No check at the start has the verb “watch”.',
    ],
  ])('finds %s', (_, from, to, said) => {
    expect(problemsOf(changed(from, to)).join('\n')).toContain(said)
  })

  it('takes resources that the policy defines', () => {
    const crd = `
      ---
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: foos.example.com}
      spec: {group: example.com, scope: Namespaced, names: {plural: foos, kind: Foo}, versions: [{name: v1, served: true}]}
  goals:`
    const text = changed('\n  goals:', crd).replace(
      'unless: jane cannot list pods in prod',
      'unless: jane can list foos in prod',
    )
    expect(problemsOf(text)).toEqual([])
  })

  it('names every scenario whose parts are needed', () => {
    const [first] = readCourse(COURSE_TEXT).course?.lessons ?? []
    const scenarios = first === undefined ? [] : scenariosOfLesson(first)
    expect(scenarios.map(({ request }) => request.form)).toEqual(expect.arrayContaining(['kubectl', 'http']))
  })
})

describe('a lesson', () => {
  const [first] = readCourse(COURSE_TEXT).course?.lessons ?? []
  if (first === undefined) throw new Error('a course without lessons')
  const solution = first.solution.policy
  const speaking = (policy: string) => new LessonJudge(first, { policy }, decide).speaking().map(({ say }) => say)

  it('is solved where all goals hold', () => {
    const isSolved = (policy: string) => new LessonJudge(first, { policy }, decide).isSolved
    expect(isSolved(solution)).toBe(true)
    expect(isSolved(first.start.policy)).toBe(false)
    expect(isSolved(solution.replace('[get, list]', '["*"]'))).toBe(false)
    expect(isSolved('kind: 3')).toBe(false)
  })

  it('has hints that speak to a mistake, and general ones after them', () => {
    expect(speaking(first.start.policy)).toEqual([])
    expect(speaking(solution.replace('list]', 'lst]'))).toEqual(['The verb is `list`, not `lst`.'])
    const everywhere = solution.replaceAll('Role\n', 'ClusterRole\n').replace('RoleBinding', 'ClusterRoleBinding')
    expect(
      speaking(everywhere.replaceAll(', namespace: prod', '').replace('kind: Role,', 'kind: ClusterRole,')),
    ).toEqual(['That is too much.'])
    expect(speaking('kind: 3')).toEqual([])
    const [general, misspelt] = first.hints
    if (general === undefined || misspelt === undefined) throw new Error('hints are missing')
    expect(nextHint(first, [misspelt], [])).toBe(misspelt)
    expect(nextHint(first, [misspelt], [misspelt])).toBe(general)
    expect(nextHint(first, [misspelt], [misspelt, general])).toBeUndefined()
  })
})

describe('the plays of a course', () => {
  const { course } = readCourse(COURSE_TEXT)
  if (course === undefined) throw new Error('a course that is not read')
  const played = (lessons: string) => {
    const plays = readPlays(`version: 1\nlessons:\n${lessons}`)
    const problems = [...plays.diagnostics, ...[...playCourse(course, plays, decide)].flat()]
    return problems.map(({ range, message }) => `${range.line} ${message}`)
  }

  it('are mistakes that a hint speaks to, and other solutions', () => {
    expect(
      played(`  first:
    mistakes:
    - {does: Misspells it, edit: [{from: "list]", to: "lst]"}], hint: not \`LST\`}
    - {does: Writes no YAML, policy: "kind: [", hint: never closed}
    others:
    - {does: The same, edit: [{from: "[get, list]", to: "[list, get]"}]}
  second:
    others:
    - {does: With a query, request: {http: "GET /api/v1/namespaces/prod/secrets/db?x=1 HTTP/1.1"}}
`),
    ).toEqual([])
  })

  it.each([
    ['a lesson that is not there', '  third: {}', '3 The course has no lesson “third”.'],
    ['__proto__ as a lesson', '  __proto__: {}', '3 The course has no lesson “__proto__”.'],
    [
      'a text that the solution does not have',
      '  first: {others: [{does: x, edit: [{from: nope, to: z}]}]}',
      '3 “nope” is not in the policy of the solution.',
    ],
    [
      'a text that it has twice',
      '  first: {others: [{does: x, edit: [{from: reader, to: z}]}]}',
      '3 “reader” is 3 times in the policy of the solution.',
    ],
    [
      'a mistake that passes',
      '  first: {mistakes: [{does: Nothing, edit: [{from: "[get, list]", to: "[list, get]"}], hint: x}]}',
      '3 “Nothing” meets every goal.',
    ],
    [
      'a mistake that no hint speaks to',
      '  first: {mistakes: [{does: Watches, edit: [{from: ", list]", to: ", watch]"}], hint: x}]}',
      '3 No hint speaks to “Watches”.',
    ],
    [
      'a mistake to which another hint speaks',
      '  first: {mistakes: [{does: Misspells, edit: [{from: "list]", to: "lst]"}], hint: too much}]}',
      '3 To “Misspells” another hint speaks first: The verb is',
    ],
    [
      'another solution that is none',
      '  first: {others: [{does: Watches, edit: [{from: ", list]", to: ", watch]"}]}]}',
      '3 “Watches” does not meet “jane can list pods in prod”',
    ],
    [
      'an error with other words',
      '  first: {mistakes: [{does: Breaks, policy: "kind: 3", hint: not there}]}',
      '3 No error about “Breaks” has the words “not there”',
    ],
  ])('find %s', (_, lessons, said) => {
    expect(played(`${lessons}\n`).join('\n')).toContain(said)
  })
})

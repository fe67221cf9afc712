import { readCourse } from '@authz-playground/engine/documents'
import { outlineOf } from '@authz-playground/engine/internal/course'
import { FIRST } from '@authz-playground/examples/first'
import { describe, expect, it } from 'vitest'
import { newCourse, trialOf, withLesson, withSolution } from './edits.ts'

const textOf = (changed: ReturnType<typeof withLesson>): string => {
  if ('problem' in changed) throw new Error(changed.problem)
  return changed.text
}

const lessonsOf = (text: string) => outlineOf(text)?.lessons ?? []

describe('a course to begin with', () => {
  it('is valid but for its goals', () => {
    const { diagnostics } = readCourse(newCourse())
    expect(diagnostics.map(({ message }) => message)).toEqual(['“lessons[0].goals” is empty, and a list is expected.'])
    const written = newCourse().replace('# - jane', '- jane')
    expect(readCourse(written).diagnostics).toEqual([])
  })
})

describe('adding a lesson', () => {
  it('adds one with another id, in the indentation of those before', () => {
    const one = newCourse()
    const two = textOf(withLesson(one))
    expect(lessonsOf(two).map(({ id }) => id)).toEqual(['first-lesson', 'first-lesson-2'])
    expect(two.startsWith(one.trimEnd())).toBe(true)
    const [head = '', ...lines] = one
      .split(/(?<=lessons:)\n/)
      .flatMap((part, at) => (at === 0 ? [part] : part.split('\n')))
    const indented = [head, ...lines.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')
    expect(lessonsOf(textOf(withLesson(indented)))).toHaveLength(2)
    expect(textOf(withLesson(indented))).toContain('\n  - id: first-lesson-2\n    title')
  })

  it('makes one of the scenario on the page', () => {
    const document = {
      title: 'A Café: two doors',
      explanation: 'Why?',
      scenario: FIRST.scenario,
      expect: [],
      goals: ['lint finds nothing'],
    }
    const text = textOf(withLesson('', document))
    const [lesson] = readCourse(text).course?.lessons ?? []
    expect(lesson).toMatchObject({
      id: 'a-cafe-two-doors',
      title: 'A Café: two doors',
      text: 'Why?\n',
      goals: ['lint finds nothing'],
    })
    expect(lesson?.start).toEqual(FIRST.scenario)
    expect(text).not.toContain('cluster:')
  })

  it('leaves room for the goals where the page has none', () => {
    const document = { title: '', explanation: '', scenario: FIRST.scenario, expect: [] }
    const text = textOf(withLesson(newCourse(), document))
    expect(text).toContain('title: Untitled lesson')
    expect(text.match(/^ {2}goals:\n {2}# What holds/gm)).toHaveLength(2)
  })

  it('says where the lesson begins', () => {
    const changed = withLesson(newCourse())
    expect('at' in changed && changed.text.slice(changed.at)).toMatch(/^id: first-lesson-2\n/)
  })

  it('changes no text with errors, and none in braces', () => {
    expect(withLesson('lessons: [')).toHaveProperty('problem')
    expect(withLesson('{"lessons": [{"id": "a"}]}')).toHaveProperty('problem')
  })

  it('keeps what follows the lessons', () => {
    const text = 'version: 1\ncourse: a\nlessons:\n- id: a\n  done: |\n    b\n\n# end\ntitle: b\n'
    const changed = textOf(withLesson(text))
    expect(outlineOf(changed)?.title).toBe('b')
    expect(lessonsOf(changed).map(({ id }) => id)).toEqual(['a', 'first-lesson'])
    expect(changed).toContain('\n\n# end\ntitle: b\n')
  })
})

describe('making a work the solution of a lesson', () => {
  const course = newCourse().replace('# - jane', '- jane')
  const start = () => {
    const lesson = lessonsOf(course)[0]?.lesson
    if (lesson === undefined) throw new Error('no lesson')
    const { policy, request, requestor } = lesson.start
    return { policy, request, requestor }
  }

  it('writes what differs from the start', () => {
    const work = { ...start(), policy: 'kind: Role\nrules: []\n' }
    const text = textOf(withSolution(course, 0, work))
    expect(lessonsOf(text)[0]?.lesson?.solution).toEqual(work)
    expect(text).toContain('  solution:\n    policy: |\n      kind: Role\n      rules: []\n  done: |\n')
  })

  it('replaces a solution in braces, and writes the request', () => {
    const braces = course.replace(/ {2}solution:[\s\S]*?(?= {2}done)/, '  solution: {}\n')
    const work = { ...start(), request: { form: 'kubectl' as const, text: 'kubectl get pods -A' } }
    const text = textOf(withSolution(braces, 0, work))
    expect(text).toContain('  solution:\n    request:\n      kubectl: kubectl get pods -A\n  done: |\n')
  })

  it('writes nothing where the work is the start', () => {
    expect(textOf(withSolution(course, 0, start()))).toContain('  solution: {}\n  done: |\n')
  })

  it('does so in a lesson that has errors elsewhere, and not where there is no lesson', () => {
    const work = { ...start(), policy: 'kind: Role\nrules: []\n' }
    expect(textOf(withSolution(newCourse(), 0, work))).toContain('      rules: []\n  done: |\n')
    expect(withSolution(course, 3, work)).toHaveProperty('problem')
    expect(withSolution('[', 0, work)).toHaveProperty('problem')
  })
})

describe('a course that its author tries', () => {
  it('has another id and another title, and the same lessons', () => {
    const course = newCourse().replace('# - jane', '- jane').replace('title: My course', 'title: "Mine: own"')
    const trial = trialOf(course)
    expect(trial?.id).toBe('my-course-draft')
    const read = readCourse(trial?.text ?? '').course
    expect(read).toMatchObject({ id: 'my-course-draft', title: 'Mine: own (draft)' })
    expect(read?.lessons).toEqual(readCourse(course).course?.lessons)
  })

  it('is not there where the course is not understood', () => {
    expect(trialOf(newCourse())).toBeUndefined()
  })
})

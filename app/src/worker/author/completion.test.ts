import { describe, expect, it } from 'vitest'
import { completeCourse, hoverCourse } from './completion.ts'
import { readAuthored } from './course-view.ts'
import { newCourse } from './edits.ts'

const COURSE = newCourse()

/** The completions where `^` is in the course, which was read before as it is. */
function offered(change: (course: string) => string) {
  readAuthored(COURSE.replace('# - jane', '- jane'), '', 1, [])
  const marked = change(COURSE)
  const offset = marked.indexOf('^')
  return completeCourse(marked.replace('^', ''), offset)
}

const labels = (change: (course: string) => string) => offered(change).map(({ label }) => label)

/** The text after the completion with this label was taken. */
function taken(change: (course: string) => string, label: string): string {
  const marked = change(COURSE)
  const text = marked.replace('^', '')
  const { insert, replace } = offered(change).find((one) => one.label === label) ?? {}
  if (insert === undefined || replace === undefined) throw new Error(`${label} is not offered`)
  return text.slice(0, replace.start) + insert + text.slice(replace.end)
}

const goal = (words: string) => (course: string) => course.replace('# - jane can list pods in prod', `- ${words}`)

describe('completing a course', () => {
  it('offers fields of lessons, and their values', () => {
    expect(labels((course) => course.replace('  done: |', '  ^\n  done: |'))).toEqual(
      expect.arrayContaining(['edit', 'predict']),
    )
    expect(labels((course) => course.replace('  done: |', '  edit: ^\n  done: |'))).toEqual([
      'policy',
      'request',
      'both',
    ])
  })

  it('offers whole goals, subjects, verbs, resources and namespaces of the lesson', () => {
    expect(labels(goal('^'))).toEqual(
      expect.arrayContaining(['nobody can get secrets in prod', 'jane', 'nothing else changes']),
    )
    expect(labels(goal('ja^'))).toEqual(['jane'])
    expect(labels(goal('jane can li^'))).toContain('list')
    expect(labels(goal('jane can list po^'))).toContain('pods')
    expect(labels(goal('jane can list pods in ^'))).toContain('prod')
    expect(taken(goal('jane can list po^'), 'pods')).toContain('\n  - jane can list pods\n')
  })

  it('offers them in the conditions of hints', () => {
    const hint = (words: string) => (course: string) => course.replace('  hints:\n', `  hints:\n  - ${words}\n`)
    expect(labels(hint('when: ja^'))).toEqual(['jane'])
    expect(labels(hint('{when: [jane can get po^], say: no}'))).toContain('pods')
    expect(labels(hint('{when: a rule says x, say: ja^}'))).toEqual([])
  })

  it('offers what a policy can have, in its indentation', () => {
    const rule = (course: string) => course.replace('      verbs: [get]', '      verbs: [get]\n        ^')
    expect(labels(rule)).toContain('resourceNames')
    const verbs = (course: string) => course.replace('      verbs: [get]', '      verbs: [get, wa^]')
    expect(taken(verbs, 'watch')).toContain('      verbs: [get, watch]\n')
    const another = (course: string) => course.replace('    name: jane\n', '    name: jane\n      ---\n      ^\n')
    const role = offered(another).find(({ kind }) => kind === 'document')
    expect(role?.insert).toMatch(/\n {6}\S/)
  })

  it('offers nothing in other texts', () => {
    expect(labels((course) => course.replace('What the course is about', 'ja^'))).toEqual([])
  })

  it('explains fields, and the words of a policy', () => {
    const words = (at: string) => {
      const hover = hoverCourse(COURSE, COURSE.indexOf(at) + 1)
      return hover && COURSE.slice(hover.range.start, hover.range.end)
    }
    expect(words('solution:')).toBe('solution')
    expect(words('resources: [pods]')).toBe('resources')
  })
})

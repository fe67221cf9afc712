import { describe, expect, it } from 'vitest'
import { outlineOf } from './index.ts'

const LESSON = `
- id: first
  title: First
  text: Words.
  start:
    requestor: {username: jane}
    request: {kubectl: kubectl get pods -n prod}
    policy: ""
  goals:
  - jane can get pods in prod
  solution: {}
`

describe('the outline of a course that somebody writes', () => {
  it('has the lessons that are understood, beside those that are not', () => {
    const text = `version: 1\ncourse: own\ntitle: Own\nlessons:${LESSON}- id: second\n  title: Second\n  goal: typo\n-\n`
    const outline = outlineOf(text)
    expect(outline).toMatchObject({ id: 'own', title: 'Own', text: '' })
    expect(outline?.lessons.map(({ id, lesson }) => [id, lesson?.goals])).toEqual([
      ['first', ['jane can get pods in prod']],
      ['second', undefined],
      ['', undefined],
    ])
    const [first, second] = outline?.lessons ?? []
    expect(first && text.slice(first.span.start, first.span.end)).toMatch(/^id: first[\s\S]*solution: \{\}/)
    expect(second && text.slice(second.span.start, second.span.end)).toBe('id: second\n  title: Second\n  goal: typo')
  })

  it('leaves a lesson out that fits its shape and is wrong', () => {
    const twice = LESSON.replace('{kubectl: kubectl get pods -n prod}', '{kubectl: a, http: b}')
    expect(outlineOf(`lessons:${twice}`)?.lessons[0]).toMatchObject({ id: 'first', title: 'First' })
    expect(outlineOf(`lessons:${twice}`)?.lessons[0]?.lesson).toBeUndefined()
    expect(outlineOf(`lessons:${twice}`)?.lessons[0]?.start).toBeUndefined()
  })

  it('has the start of a lesson that is not understood elsewhere', () => {
    const [lesson] = outlineOf(`lessons:${LESSON.replace('  solution: {}', '  solution:')}`)?.lessons ?? []
    expect(lesson?.lesson).toBeUndefined()
    expect(lesson?.start?.request).toEqual({ form: 'kubectl', text: 'kubectl get pods -n prod' })
  })

  it('is not there where the text is not one document', () => {
    for (const text of ['', 'lessons: [', 'a: 1\n---\nb: 2\n', '\u0007']) expect(outlineOf(text)).toBeUndefined()
    for (const text of ['5', '[]', 'lessons: 3', 'lessons: {a: 1}', 'title: [1]'])
      expect(outlineOf(text)?.lessons).toEqual([])
  })
})

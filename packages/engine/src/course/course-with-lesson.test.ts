import { describe, expect, it } from 'vitest'
import { yamlOf } from '../yaml/index.ts'
import { findLesson } from './course.ts'
import { courseWithLesson } from './course-with-lesson.ts'
import { readCourse } from './read-course.ts'

const TEXT = `
version: 1
course: own
title: Own
lessons:
- id: first
  title: First
  text: |
    One.

    # Two
  start: &start {requestor: {username: jane}, request: {http: GET /a HTTP/1.1}}
  goals: ["the request: 200"]
  solution: &solution {request: {http: GET /healthz HTTP/1.1}}
- {id: second, title: Second, text: Two, start: *start, goals: ["the request: 200"], solution: *solution}
`

describe('a course with one of its lessons', () => {
  it('reads as the course does, with that lesson alone', () => {
    const whole = readCourse(TEXT).course
    for (const [index, id] of ['first', 'second'].entries()) {
      const one = courseWithLesson(TEXT, id)
      for (const text of [yamlOf(one), JSON.stringify(one)]) {
        const { course, diagnostics } = readCourse(text)
        expect(diagnostics).toEqual([])
        expect(course).toEqual({ ...whole, lessons: [whole?.lessons[index]], edition: course?.edition })
      }
    }
  })

  it('is none where there is no such lesson, or no course', () => {
    for (const [text, id] of [
      [TEXT, 'third'],
      ['', 'first'],
      ['lessons: 1', 'first'],
      ['[[[', 'first'],
      ['lessons: [1, null, {id: [first]}]', 'first'],
    ] as const) {
      expect(courseWithLesson(text, id)).toBeUndefined()
    }
  })
})

it('finds a lesson by its id or its number, and the first otherwise', () => {
  const course = readCourse(TEXT).course ?? { lessons: [] }
  const idOf = (name: string | undefined) => findLesson(course, name)?.id
  expect([undefined, '1', 'first', '2', 'second'].map(idOf)).toEqual(['first', 'first', 'first', 'second', 'second'])
  for (const name of ['0', '3', '-1', '1.5', '', 'third', '9'.repeat(400)]) expect(idOf(name)).toBeUndefined()
})

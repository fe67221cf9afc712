import { readCourse } from '@authz-playground/engine/documents'
import { wholeCourseHash } from '@authz-playground/engine/internal/course'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CourseSource } from './course-source.ts'
import { lessonIn, loadCourse } from './load-course.ts'
import { COURSE_TEXT } from './testing.ts'

const where = {
  base: 'https://docs.example/page/',
  home: 'https://playground.example/',
  signal: new AbortController().signal,
}

afterEach(() => {
  vi.restoreAllMocks()
})

const problemsOf = async (source: CourseSource, more: { readonly home?: undefined } = {}) => {
  const loaded = await loadCourse(source, { ...where, ...more })
  return 'problems' in loaded ? loaded.problems.join(' ') : ''
}

const answering = (answers: Readonly<Record<string, string>>) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const text = answers[String(address)]
    return Promise.resolve(text === undefined ? new Response('', { status: 404 }) : new Response(text))
  })

describe('a course', () => {
  it('is read from a script, and has a link that holds it', async () => {
    const loaded = await loadCourse({ kind: 'inline', text: COURSE_TEXT }, where)
    if ('problems' in loaded) throw new Error(loaded.problems.join())
    expect(loaded.course.id).toBe('own-course')
    const hash = await loaded.hash('second')
    expect(hash).toBe(wholeCourseHash(COURSE_TEXT, 'second'))
    const linked = await loadCourse({ kind: 'packed', hash: hash.replace(/\/second$/, '') }, where)
    expect('course' in linked && linked.course).toEqual(loaded.course)
  })

  it('with a name comes with the playground, or is beside it', async () => {
    const asked = answering({ 'https://playground.example/courses/own.yaml': COURSE_TEXT })
    const loaded = await loadCourse({ kind: 'named', name: 'own' }, where)
    expect(asked.mock.calls.map(([address]) => address)).toEqual([
      'https://playground.example/embed/courses/own.yaml',
      'https://playground.example/courses/own.yaml',
    ])
    expect('course' in loaded && (await loaded.hash('first'))).toBe('#course/own/first')
    answering({
      'https://playground.example/embed/courses/own.json': '<!doctype html>',
      'https://playground.example/courses/own.json': COURSE_TEXT,
    })
    expect(await loadCourse({ kind: 'named', name: 'own.json' }, where)).toHaveProperty('course')
  })

  it('that is not there, or cannot be read, gets a sentence with its place', async () => {
    answering({ 'https://docs.example/page/newer.yaml': 'version: 3\ncourse: a\ntitle: A\nlessons: []' })
    expect(await problemsOf({ kind: 'named', name: 'none' })).toBe(
      'There is no course “none” in the playground https://playground.example/, nor beside it.',
    )
    expect(await problemsOf({ kind: 'named', name: 'none' }, { home: undefined })).toContain('Write home="https://…/"')
    expect(await problemsOf({ kind: 'file', address: 'none.yaml' })).toContain('HTTP 404')
    expect(await problemsOf({ kind: 'file', address: 'newer.yaml' })).toMatch(/^Line 1, column 10: .*newer/)
    expect(await problemsOf({ kind: 'inline', text: `${COURSE_TEXT}misspelt: true\n` })).toMatch(
      /^Line \d+, column 1: .*misspelt/,
    )
    expect(await problemsOf({ kind: 'inline', text: 'x'.repeat(500_001) })).toBe(
      'This course has more than 500,000 characters, and so many are shown at most.',
    )
    expect(await problemsOf({ kind: 'packed', hash: '#k1/abc' })).toContain('damaged')
  })
})

describe('a lesson', () => {
  const { course } = readCourse(COURSE_TEXT)
  if (course === undefined) throw new Error('the course of the test is not read')
  const found = (wanted: string | undefined) => {
    const one = lessonIn(course, wanted)
    return 'problem' in one ? one.problem : one.lesson.id
  }

  it('is found by its id or its number, and is the first otherwise', () => {
    expect([found(undefined), found('1'), found('2'), found('second')]).toEqual(['first', 'first', 'second', 'second'])
    expect(found('9')).toBe('There is no lesson “9” in the course “Own course”. It has 1 (first), 2 (second).')
    expect(found('-1')).toContain('There is no lesson “-1”')
    expect(found('x'.repeat(1000)).length).toBeLessThan(250)
  })

  it('with more goals than a page has room for is not shown', () => {
    const [first] = course.lessons
    const many = { ...course, lessons: [{ ...first, goals: Array(101).fill('at most 3 rules') }] } as typeof course
    expect(lessonIn(many, undefined)).toEqual({ problem: expect.stringContaining('This lesson has 101 goals') })
  })
})

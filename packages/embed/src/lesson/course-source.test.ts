import { describe, expect, it } from 'vitest'
import { courseSource } from './course-source.ts'

const NOTHING = { scripts: [], src: null, link: null, designSrc: null }

describe('the source of a course', () => {
  const course = (name: string) => courseSource({ ...NOTHING, course: name })

  it('is a name, an address, or a link to it or with it', () => {
    expect(course(' rbac-from-nothing ')).toEqual({ source: { kind: 'named', name: 'rbac-from-nothing' } })
    expect(course('course.yaml')).toEqual({ source: { kind: 'file', address: 'course.yaml' } })
    expect(course('courses/mine')).toEqual({ source: { kind: 'file', address: 'courses/mine' } })
    expect(course('https://example.org/a.yaml')).toEqual({
      source: { kind: 'file', address: 'https://example.org/a.yaml' },
    })
    expect(course('https://example.org/play/#course/own-course/first')).toEqual({
      source: { kind: 'named', name: 'own-course' },
      lesson: 'first',
    })
    expect(course('#k1/abc')).toEqual({ source: { kind: 'packed', hash: '#k1/abc' } })
    expect(course('#k1/abc/first&step=2')).toEqual({ source: { kind: 'packed', hash: '#k1/abc' }, lesson: 'first' })
  })

  it('is a script inside, a file or a link for an element that names a lesson', () => {
    const own = (given: Partial<Parameters<typeof courseSource>[0]>) =>
      courseSource({ ...NOTHING, course: null, ...given })
    expect(own({ scripts: ['lessons: []'] })).toEqual({ source: { kind: 'inline', text: 'lessons: []' } })
    expect(own({ src: 'course.yaml' })).toEqual({ source: { kind: 'file', address: 'course.yaml' } })
    expect(own({ link: '#course/a' })).toEqual({ source: { kind: 'named', name: 'a' } })
    expect(own({ link: '#example/a' })).toEqual({ problem: expect.stringContaining('There is no course.') })
    expect(own({})).toEqual({ problem: expect.stringContaining('There is no course.') })
  })

  it('is none of several', () => {
    expect(courseSource({ ...NOTHING, scripts: [''], link: 'b', course: 'a' })).toEqual({
      problem: expect.stringContaining('names course and link and a script'),
    })
  })
})

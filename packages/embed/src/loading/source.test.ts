import { describe, expect, it } from 'vitest'
import { courseOfLink, courseSource, scenarioSource, sourceKey } from './source.ts'

const NOTHING = { scripts: [], src: null, link: null }

describe('the source of a scenario', () => {
  it('is a script inside, a file, or a link', () => {
    expect(scenarioSource({ ...NOTHING, scripts: ['version: 1'] })).toEqual({ kind: 'inline', text: 'version: 1' })
    expect(scenarioSource({ ...NOTHING, src: ' a.yaml ' })).toEqual({ kind: 'file', address: 'a.yaml' })
    expect(scenarioSource({ ...NOTHING, link: '#z1/abc' })).toEqual({ kind: 'link', hash: '#z1/abc' })
  })

  it('is the hash of a link, with or without the address of a playground before it', () => {
    const example = { kind: 'link', hash: '#example/docs-user-list' }
    expect(scenarioSource({ ...NOTHING, link: 'https://example.org/play/#example/docs-user-list' })).toEqual(example)
    expect(scenarioSource({ ...NOTHING, link: 'example/docs-user-list' })).toEqual(example)
  })

  it('is none of several', () => {
    expect(scenarioSource({ scripts: ['', ''], src: 'a', link: 'b' })).toEqual({
      problem: expect.stringContaining('names src and link and a script'),
    })
  })

  it('is asked for where there is none', () => {
    expect(scenarioSource(NOTHING)).toEqual({ problem: expect.stringContaining('There is no scenario.') })
  })
})

describe('the source of a course', () => {
  const course = (name: string) => courseSource({ ...NOTHING, course: name })

  it('is a name, an address, or a link to it or with it', () => {
    expect(course(' rbac-from-nothing ')).toEqual({ kind: 'named', name: 'rbac-from-nothing' })
    expect(course('course.yaml')).toEqual({ kind: 'file', address: 'course.yaml' })
    expect(course('courses/mine')).toEqual({ kind: 'file', address: 'courses/mine' })
    expect(course('https://example.org/a.yaml')).toEqual({ kind: 'file', address: 'https://example.org/a.yaml' })
    expect(course('https://example.org/play/#course/own-course/first')).toEqual({ kind: 'named', name: 'own-course' })
    expect(course('#k1/abc/first')).toEqual({ kind: 'packed', hash: '#k1/abc' })
    expect(courseOfLink('#k1/abc/first&step=2')).toEqual({
      source: { kind: 'packed', hash: '#k1/abc' },
      lesson: 'first',
    })
  })

  it('is a script inside, a file or a link for an element that names a lesson', () => {
    const own = (given: Partial<Parameters<typeof courseSource>[0]>) =>
      courseSource({ ...NOTHING, course: null, ...given })
    expect(own({ scripts: ['lessons: []'] })).toEqual({ kind: 'inline', text: 'lessons: []' })
    expect(own({ src: 'course.yaml' })).toEqual({ kind: 'file', address: 'course.yaml' })
    expect(own({ link: '#course/a' })).toEqual({ kind: 'named', name: 'a' })
    expect(own({ link: '#example/a' })).toEqual({ problem: expect.stringContaining('There is no course.') })
    expect(own({})).toEqual({ problem: expect.stringContaining('There is no course.') })
  })

  it('is none of several', () => {
    expect(courseSource({ scripts: [''], src: null, link: 'b', course: 'a' })).toEqual({
      problem: expect.stringContaining('names course and link and a script'),
    })
  })

  it('has a key of its own', () => {
    const sources = [course('a'), course('a.yaml'), course('#k1/a'), scenarioSource({ ...NOTHING, link: '#k1/a' })]
    const keys = sources.map((source) => ('problem' in source ? '' : sourceKey(source)))
    expect(new Set(keys).size).toBe(4)
  })
})

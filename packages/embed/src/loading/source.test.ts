import { describe, expect, it } from 'vitest'
import { hashOfScenario, isCourseLink, scenarioSource } from './source.ts'

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

it('the hash of a link is that of its scenario, but not where design-src replaces the design', () => {
  const link = { kind: 'link', hash: '#example/a' } as const
  expect(hashOfScenario(link, { designSrc: null })).toBe('#example/a')
  expect(hashOfScenario(link, { designSrc: 'reads-as.yaml' })).toBeUndefined()
  expect(hashOfScenario({ kind: 'file', address: 'a.yaml' }, { designSrc: null })).toBeUndefined()
})

it('is a course for a link that names or holds one', () => {
  expect(isCourseLink('https://example.org/play/#course/a/first')).toBe(true)
  expect(isCourseLink(' #k1/abc')).toBe(true)
  expect(isCourseLink('#example/course/a')).toBe(false)
  expect(isCourseLink('')).toBe(false)
})

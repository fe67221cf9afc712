import { existsSync, readFileSync } from 'node:fs'
import { decider } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { checkCourse, readCourse } from '@authz-playground/engine/documents'
import { playCourse, readPlays } from '@authz-playground/engine/internal/course'
import { EXAMPLES } from '@authz-playground/examples'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_COURSES } from './src/index.ts'

const decided = await decider()
const decide: typeof decided = (scenario) => decided(scenario, { cel: CEL })

const textOf = (path: string): string => {
  const url = new URL(path, import.meta.url)
  return existsSync(url) ? readFileSync(url, 'utf8') : ''
}

type Problems = ReturnType<typeof readCourse>['diagnostics']
const inLines = (problems: Problems) =>
  problems.map(({ range, message, fix = '' }) => `${range.line}: ${message} ${fix}`)

describe.each(BUILT_IN_COURSES.map(({ id }) => id))('%s', (id) => {
  const text = textOf(`${id}/course.yaml`)
  const read = readCourse(text)
  const lessons = read.course?.lessons ?? []
  const plays = readPlays(textOf(`${id}/plays.yaml`))

  it('is understood', () => {
    expect(inLines([...read.diagnostics, ...plays.diagnostics])).toEqual([])
    expect(read.course?.id).toBe(id)
  })

  it('is listed as it says itself', () => {
    const about = BUILT_IN_COURSES.find((one) => one.id === id)
    const { title, audience, minutes } = read.course ?? {}
    expect(about).toEqual({ id, title, audience, minutes, lessons: lessons.length })
  })

  it('has lessons whose start does not meet the goals, and whose solution does', () => {
    expect(inLines([...checkCourse(read, decide)].flat())).toEqual([])
  })

  it('has at least five mistakes and another solution for each lesson', () => {
    for (const lesson of lessons) {
      const { mistakes = [], others = [] } = plays.plays?.lessons[lesson.id] ?? {}
      expect(mistakes.length, lesson.id).toBeGreaterThanOrEqual(5)
      expect(others.length, lesson.id).toBeGreaterThanOrEqual(1)
      expect(
        lesson.hints.filter(({ when, unless }) => when.length + unless.length === 0).length,
        lesson.id,
      ).toBeGreaterThanOrEqual(2)
    }
  })

  it('has a hint that speaks to each mistake, and takes other solutions', () => {
    expect(read.course && inLines([...playCourse(read.course, plays, decide)].flat())).toEqual([])
  })

  it('leads to examples that exist', () => {
    const ids = EXAMPLES.map((one) => one.id)
    for (const [, example = ''] of text.matchAll(/#example\/([\w-]+)/g)) expect(ids).toContain(example)
  })
})

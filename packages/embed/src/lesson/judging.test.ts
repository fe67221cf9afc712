import { type Lesson, readCourse } from '@authz-playground/engine/documents'
import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { scenarioWith } from '@authz-playground/engine/internal/course'
import { describe, expect, it } from 'vitest'
import { goalsDetail } from './goal-list.ts'
import { Judging } from './judging.ts'
import { COURSE_TEXT } from './testing.ts'

const lessonNamed = (id: string): Lesson => {
  const lesson = readCourse(COURSE_TEXT).course?.lessons.find((one) => one.id === id)
  if (lesson === undefined) throw new Error(`there is no lesson ${id}`)
  return lesson
}

const reportsOf = async (judging: Judging, work = {}): Promise<readonly (readonly GoalRow[])[]> => {
  const reports: (readonly GoalRow[])[] = []
  await judging.judge(scenarioWith(judging.lesson, work), (results) => reports.push(results))
  return reports
}

const statesOf = (results: readonly GoalRow[] | undefined) => results?.map(({ state }) => state)

describe('the judge of a lesson', () => {
  it('says at first what holds, and then what nearly fits', async () => {
    const judging = new Judging(lessonNamed('first'))
    const [first, then, ...more] = await reportsOf(judging)
    expect(statesOf(first)).toEqual(['fails', 'holds'])
    expect(first?.[0]?.near).toBeUndefined()
    expect(statesOf(then)).toEqual(['fails', 'holds'])
    expect(then?.[0]?.near).toBeDefined()
    expect(more).toEqual([])
    // The code is there now.
    expect(await reportsOf(judging)).toEqual([then])
  })

  it('says that the solution holds', async () => {
    for (const id of ['first', 'second']) {
      const lesson = lessonNamed(id)
      const reports = await reportsOf(new Judging(lesson), lesson.solution)
      expect(reports.map(statesOf)).toEqual([['holds', 'holds']])
      expect(goalsDetail('own-course', id, reports[0] ?? [])).toMatchObject({ holding: 2, count: 2, solved: true })
    }
  })

  it('loads all of itself before the first verdict where a goal needs it', async () => {
    const lesson = { ...lessonNamed('first'), goals: ['nothing else changes', 'lint finds nothing'] }
    const reports = await reportsOf(new Judging(lesson))
    expect(reports.map(statesOf)).toEqual([['holds', 'holds']])
  })

  it('reports only what was asked for last', async () => {
    const judging = new Judging(lessonNamed('second'))
    const [older, newer] = await Promise.all([reportsOf(judging), reportsOf(judging, lessonNamed('second').solution)])
    expect(older).toEqual([])
    expect(newer.map(statesOf)).toEqual([['holds', 'holds']])
  })

  it('gives errors of a text as the reason, as plain data for the page', async () => {
    const judging = new Judging(lessonNamed('first'))
    const [results = []] = await reportsOf(judging, { policy: 'kind: [Role' })
    expect(goalsDetail('own-course', 'first', results)).toEqual({
      course: 'own-course',
      lesson: 'first',
      goals: [
        { text: 'jane can get pods in prod', state: 'not-decided', why: expect.stringMatching(/^Line 1: /) },
        { text: 'at most 1 rule', state: 'not-decided', why: expect.stringMatching(/^Line 1: /) },
      ],
      holding: 0,
      count: 2,
      solved: false,
    })
  })
})

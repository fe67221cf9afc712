import { BUILT_IN_COURSES } from '@authz-playground/courses'
import { describe, expect, it } from 'vitest'
import { builtInTexts, isAboutPlays, textsOfFiles } from './sources.ts'

const NOW = { course: 'now', plays: 'and now' }
const file = (name: string, text: string) => new File([text], name)

describe('files that an author opens', () => {
  it('are a course, its plays, or both; also with errors', async () => {
    const plays = 'version: 1\nlessons:\n  a:\n    mistakes: []\n'
    expect(await textsOfFiles([file('a.yaml', 'lessons: [')], NOW)).toEqual({ course: 'lessons: [', plays: 'and now' })
    expect(await textsOfFiles([file('plays.yaml', plays)], NOW)).toEqual({ course: 'now', plays })
    expect(await textsOfFiles([file('plays.yaml', plays), file('c.yaml', 'course: c')], NOW)).toEqual({
      course: 'course: c',
      plays,
    })
  })

  it('are refused where they are no text', async () => {
    expect(await textsOfFiles([file('a.png', '\0')], NOW)).toEqual({ problem: '“a.png” is not a text.' })
  })

  it('are told apart in the built-in courses', async () => {
    for (const { id } of BUILT_IN_COURSES) {
      const { course, plays } = await builtInTexts(id)
      expect([isAboutPlays(course), isAboutPlays(plays)]).toEqual([false, true])
    }
  })
})

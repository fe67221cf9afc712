import { describe, expect, it } from 'vitest'
import { checkAuthored, playAuthored, readAuthored } from './course-view.ts'
import { newCourse, withLesson } from './edits.ts'
import { previewAuthored } from './lesson-view.ts'
import { LONGEST_COURSE, MOST_LESSONS } from './limits.ts'

const idle = async (): Promise<void> => undefined
let revision = 0

const read = (text: string, plays = '', examples: readonly string[] = []) =>
  readAuthored(text, plays, ++revision, examples)

const check = async (text: string, plays = '', examples: readonly string[] = []) => {
  read(text, plays, examples)
  const row = await checkAuthored(revision, 0, idle)
  if (row === undefined) throw new Error('the lesson is not understood')
  return row
}

const inLines = (problems: readonly { readonly message: string; readonly range: { readonly line: number } }[]) =>
  problems.map(({ message, range }) => `${range.line}: ${message}`)

const COURSE = newCourse().replace('# - jane', '- jane')

/** The line of the first text that contains the words. */
const lineOf = (text: string, words: string): number => text.slice(0, text.indexOf(words)).split('\n').length

describe('a course as it is written', () => {
  it('is finished where each start fails and each solution passes', async () => {
    const row = await check(COURSE)
    expect(row.problems).toEqual([])
    expect(row.start).toEqual({ all: 1, holding: 0, undecided: 0 })
    expect(row.solution).toEqual({ all: 1, holding: 1, undecided: 0 })
    expect(read(COURSE).lessons[0]?.row).toEqual(row)
  })

  it('has its errors at their places, and the lessons also while it is broken', () => {
    const broken = COURSE.replace('title: A lesson', 'title: "A lesson')
    const view = read(broken)
    expect(view.complete).toBe(false)
    expect(view.problems.total).toBeGreaterThan(0)
    expect(view.lessons.map(({ id, understood }) => [id, understood])).toEqual([['first-lesson', false]])
    const misspelt = read(COURSE.replace('  goals:', '  goal:'))
    expect(inLines(misspelt.problems.shown)).toContain(
      `${lineOf(COURSE, '  goals:')}: “goal” is not a field of “lessons[0]”.`,
    )
  })

  it('judges the lessons that are understood beside one that is not', async () => {
    const two = withLesson(COURSE)
    const view = read('text' in two ? two.text : '')
    expect(view.lessons.map(({ understood }) => understood)).toEqual([true, false])
    expect(await checkAuthored(revision, 0, idle)).toBeDefined()
    expect(await checkAuthored(revision, 1, idle)).toBeUndefined()
  })

  it('says that a start passes, and which goal a solution fails and why', async () => {
    const passing = await check(COURSE.replace('- jane can list pods', '- jane can get pods'))
    expect(inLines(passing.problems)).toEqual([
      expect.stringMatching(/: All goals of “first-lesson” hold at the start, so there is nothing to do\.$/),
    ])
    const failing = COURSE.replace('jane can list pods in prod', 'jane can delete pods in prod')
    const { problems } = await check(failing)
    expect(inLines(problems)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${lineOf(failing, 'jane can delete')}: The solution does not meet “jane can delete pods in prod”: `,
        ),
      ),
    ])
  })

  it('underlines the part of a goal that is not understood', async () => {
    const text = COURSE.replace('jane can list pods in prod', 'jane can list pots in prod')
    const { problems } = await check(text)
    expect(problems.map(({ range }) => text.slice(range.start, range.end))).toEqual(['pots'])
  })

  it('has the errors of its policies at their places', async () => {
    const solution = COURSE.replace('verbs: [get, list]', 'verb: [get, list]')
    const { problems } = await check(solution)
    expect(inLines(problems)).toEqual([
      expect.stringMatching(new RegExp(`^${lineOf(solution, 'verb: [')}: No goal is decided with the solution: `)),
    ])
    const start = COURSE.replace('verbs: [get]', 'verb: [get]')
    const atStart = await check(start)
    expect(atStart.problems.map(({ severity }) => severity)).toEqual(['warning'])
    expect(atStart.start).toEqual({ all: 1, holding: 0, undecided: 1 })
  })

  it('has what its Markdown does not show, and examples that do not exist', async () => {
    const text = COURSE.replace(
      'What was learnt, in a sentence or two.',
      '<b>x</b> ![y](https://a.example/b.png)\n    [z](javascript:1) [u](#example/none) [k](#example/known)',
    )
    const { problems } = await check(text, '', ['known'])
    expect(problems.map(({ range }) => text.slice(range.start, range.end))).toEqual([
      '<b>',
      '</b>',
      '![y](https://a.example/b.png)',
      '[z](javascript:1)',
      '[u](#example/none)',
    ])
    const about = read(COURSE.replace('What the course is about', '<i> What the course is about'))
    expect(inLines(about.problems.shown)).toEqual([`7: HTML is shown as the text it is.`])
  })

  it('counts the hints whose conditions are not understood', async () => {
    const hint = '- {when: [a rule says pod, a rule sayed x], say: nothing}\n'
    const { hints, problems } = await check(COURSE.replace('  hints:\n', `  hints:\n  ${hint}`))
    expect(hints).toEqual({ all: 2, conditional: 1, unread: 1 })
    expect(problems).toHaveLength(1)
  })

  it('drops what is asked of an older text', async () => {
    read(COURSE)
    const older = revision
    const asked = checkAuthored(older, 0, idle)
    read(COURSE.replace('minutes: 5', 'minutes: 6').replace('[get]', '[get, watch]'))
    const first = COURSE.replace('[get]', '[get, delete]')
    read(first)
    const dropped = checkAuthored(revision, 0, idle)
    read(COURSE)
    expect(await dropped).toBeUndefined()
    await asked
    expect(await checkAuthored(older, 0, idle)).toBeUndefined()
    expect(previewAuthored(older, 0)).toBeUndefined()
  })

  it('refuses texts beyond its limits with a sentence', () => {
    const long = read('a'.repeat(LONGEST_COURSE + 1))
    expect(long.problems.shown[0]?.message).toBe(
      'The course has 2,000,001 characters, and texts of up to 2,000,000 are judged here.',
    )
    const head = 'version: 1\ncourse: a\ntitle: a\nlessons:\n'
    const many = read(head + '- {id: a}\n'.repeat(MOST_LESSONS + 1))
    expect(many.lessons).toHaveLength(MOST_LESSONS)
    expect(many.problems.total).toBeGreaterThan(MOST_LESSONS)
    expect(many.problems.shown).toHaveLength(200)
    const bomb = `${head}- &a [x]\n${Array.from(
      { length: 9 },
      (_, at) =>
        `- &${'abcdefghij'.charAt(at + 1)} [${Array(9)
          .fill(`*${'abcdefghij'.charAt(at)}`)
          .join(',')}]`,
    ).join('\n')}\n`
    expect(inLines(read(bomb).problems.shown)[0]).toContain('Aliases make this document many times larger')
  })
})

describe('the plays of a course', () => {
  const hinted = COURSE.replace('  hints:\n', '  hints:\n  - {when: a rule says lists, say: The verb is `list`.}\n')
  const plays = (hint: string) => `version: 1
lessons:
  first-lesson:
    mistakes:
    - does: Misspells the verb
      edit: [{from: "[get, list]", to: "[get, lists]"}]
      hint: ${hint}
    others:
    - does: Uses the wildcard
      edit: [{from: "[get, list]", to: '["*"]'}]
`

  it('say which hint speaks to a mistake', async () => {
    await check(hinted, plays('the verb is'))
    expect(await playAuthored(revision, 0, idle)).toEqual({ mistakes: 1, others: 1, silent: 0, problems: [] })
    const { plays: played, hints } = previewAuthored(revision, 0) ?? {}
    expect(played?.map(({ list, does, asWanted }) => [list, does, asWanted])).toEqual([
      ['mistakes', 'Misspells the verb', true],
      ['others', 'Uses the wildcard', true],
    ])
    expect(hints?.map(({ conditional, speaksTo }) => [conditional, speaksTo])).toEqual([
      [true, ['Misspells the verb']],
      [false, []],
    ])
  })

  it('have an error where another hint speaks, and where a hint speaks to none', async () => {
    const text = plays('plural')
    await check(hinted, text)
    const row = await playAuthored(revision, 0, idle)
    expect(inLines(row?.problems ?? [])).toEqual([
      `${lineOf(text, 'does: Misspells')}: To “Misspells the verb” another hint speaks first: The verb is \`list\`.`,
    ])
    await check(hinted.replace('says lists', 'says watch'), plays('plural'))
    expect((await playAuthored(revision, 0, idle))?.silent).toBe(1)
  })

  it('have their places', () => {
    const text = plays('the verb is')
    const [place] = read(hinted, text).playPlaces
    expect(place?.lesson).toBe('first-lesson')
    expect(text.slice(place?.start).startsWith('first-lesson:')).toBe(true)
    expect(read(hinted, 'lessons: {').playPlaces).toEqual([])
  })

  it('name lessons that exist', () => {
    expect(read(COURSE, 'version: 1\nlessons: {other: {}}\n').strayPlays).toEqual(['other'])
    expect(read(COURSE, 'version: 1\nlesson: {}\n').playProblems.total).toBe(2)
  })
})

describe('the preview of a lesson', () => {
  it('has goals with their reasons, whose lines are those of the course', async () => {
    const text = COURSE.replace('jane can list pods in prod', 'jane can list and watch pods in prod')
    await check(text)
    const [goal] = previewAuthored(revision, 0)?.goals ?? []
    expect(goal?.start.state).toBe('fails')
    const line = lineOf(text, 'verbs: [get, list]')
    const said = [...(goal?.solution.words ?? []), ...(goal?.solution.near ?? [])]
      .map((word) => (typeof word === 'string' ? word : 'code' in word ? word.code : ''))
      .join('')
    const lines = (goal?.solution.places ?? []).map((place) => place.range.line)
    expect(said).toMatch(/Line \d+/)
    for (const [, number] of said.matchAll(/line (\d+)/gi)) expect(lines).toContain(Number(number))
    expect(Math.abs((lines[0] ?? 0) - line)).toBeLessThan(4)
  })

  it('has the stamp that answers its question', async () => {
    const predict = (until: string) =>
      `  predict: {question: Why, choices: [{say: a, right: true}, {say: b}]${until}}\n  start:\n`
    const stampOf = async (until: string) => {
      await check(COURSE.replace('  start:\n', predict(until)))
      return previewAuthored(revision, 0)?.predict?.stamp
    }
    expect(await stampOf('')).toEqual({ outcome: 'forbidden', code: 403 })
    expect(await stampOf(', until: list')).toEqual({ verb: 'list', decision: 'NoOpinion' })
    expect(await stampOf(', until: watch')).toBeUndefined()
  })
})

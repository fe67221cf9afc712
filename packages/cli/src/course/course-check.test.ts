import { readCourse } from '@authz-playground/engine/documents'
import { describe, expect, it } from 'vitest'
import { runArguments } from '../testing.ts'
import { COURSE } from './testing.ts'

type Files = Readonly<Record<string, string>>
const check = (args: readonly string[], files: Files = {}, stdin = '') =>
  runArguments(['course', 'check', ...args], { 'course.yaml': COURSE, ...files }, { stdin })
const changed = (from: string, to: string): Files => {
  expect(COURSE).toContain(from)
  return { 'course.yaml': COURSE.replace(from, to) }
}

const PLAYS = `version: 1
lessons:
  first:
    mistakes:
    - {does: Misspells it, edit: [{from: "list]", to: "lst]"}], hint: "verb is \`list\`"}
    others:
    - {does: The same in another order, edit: [{from: "[get, list]", to: "[list, get]"}]}
`

describe('course check', () => {
  it('ends with 0 where nothing is found', async () => {
    expect(await check(['course.yaml', '--plays', 'plays.yaml'], { 'plays.yaml': PLAYS })).toEqual({
      status: 0,
      out: 'Two lessons, 2 lessons: nothing was found.\n',
      err: '',
      written: {},
      bytes: expect.anything(),
    })
    expect((await check(['-'], {}, COURSE)).status).toBe(0)
  })

  it('takes the courses that come with the program, by id and by link', async () => {
    for (const word of [
      'rbac-from-nothing',
      '#course/rbac-from-nothing/first-role',
      'https://example.org/#course/rbac-from-nothing',
    ])
      expect(await check([word])).toMatchObject({
        status: 0,
        out: 'RBAC from nothing, 10 lessons: nothing was found.\n',
      })
  })

  it('ends with 1 where a lesson cannot be done as it is meant, with its place', async () => {
    expect(await check(['course.yaml'], changed('[get, list]', '[get, watch]'))).toMatchObject({
      status: 1,
      out: `course.yaml:25:5: error: solution-fails: The solution does not meet “jane can list pods in prod”: jane may not list pods in namespace prod: no rule allows it.
  Change the solution or the goal.
course.yaml:26:5: error: solution-fails: The solution does not meet “nothing else changes”: jane may now also watch pods in namespace prod.
  Change the solution or the goal.
Two lessons, 2 lessons: 2 problems.
`,
    })
    const { out, status } = await check(['course.yaml', '--plays', 'p.yaml'], {
      'p.yaml': PLAYS.replace('verb is', 'noun is'),
    })
    expect(out).toContain('p.yaml:5:7: error: other-hint: To “Misspells it” another hint speaks first')
    expect(status).toBe(1)
  })

  it('finds Markdown that is not shown as it is meant, and links that lead nowhere', async () => {
    const said = async (from: string, to: string) => (await check(['course.yaml'], changed(from, to))).out
    const text = 'What it is about.'
    expect(await said(text, '|\n  One.\n\n  A <b>bold</b> word.')).toContain(
      'course.yaml:7:5: warning: markdown-html: HTML is shown as the text it is.\n',
    )
    expect(await said(text, 'See ![a picture](x.png).')).toContain('course.yaml:4:11: warning: markdown-image: ')
    expect(await said(text, 'See [this](javascript:alert).')).toContain('course.yaml:4:11: warning: markdown-link: ')
    expect(await said('#example/docs-user-list', '#example/docs-user-lst')).toContain(
      'course.yaml:8:41: warning: markdown-dead-link: There is no example “docs-user-lst”.\n  Did you mean “docs-user-list”?\n',
    )
    expect(await said('Ask for the secret.', 'See [that](#course/two-lessons/third).')).toContain(
      'markdown-dead-link: The course has no lesson “third”.',
    )
    expect(await said('Look at the verbs.', 'Look <i>here</i>.')).toContain('course.yaml:28:10: warning: markdown-html')
    expect(await said('The verb is `list`.', 'Look <i>here</i>.')).toContain(
      'course.yaml:29:40: warning: markdown-html',
    )
  })

  it('ends with 2 where anything is not understood', async () => {
    const { out, status } = await check(['course.yaml', 'none.yaml'], changed('title: Two', 'titel: Two'))
    expect(out).toContain(
      'course.yaml:3:1: error: unknown-field: “titel” is not a field of a course.\n  Did you mean “title”?',
    )
    expect(status).toBe(2)
    expect((await check(['none.yaml', 'course.yaml'])).err).toContain('none.yaml: error: There is no such file')
    const goal = await check(['course.yaml'], changed('- jane can list pods in prod', '- jane can lst pods in prod'))
    expect(goal.out).toContain('course.yaml:25:5: error: goal: “lst” is not a verb of RBAC.')
    expect(goal.status).toBe(2)
    const plays = await check(['course.yaml', '--plays', 'p.yaml'], { 'p.yaml': 'version: 1\nlessons: {third: {}}\n' })
    expect(plays.out).toContain('p.yaml:2:18: error: no-such-lesson')
    expect(plays.status).toBe(2)
    const unread = await check(['course.yaml', '--plays', 'p.yaml'], { 'p.yaml': 'version: 1\nlesson: {}\n' })
    expect(unread.out).toContain('p.yaml:2:1: error: unknown-field')
    expect(unread.status).toBe(2)
    expect((await check([])).err).toContain('No course is named.')
    expect((await check(['a', 'b', '--plays', 'c'])).err).toContain('Plays belong to one course')
    expect((await check(['#z1/abc'])).err).toContain('This link holds no course.')
    expect((await check(['https://example.org/course.yaml'])).status).toBe(2)
  })

  it('prints JSON', async () => {
    const { out } = await check(['course.yaml', '-o', 'json'], changed('[get, list]', '[get]'))
    expect(JSON.parse(out)).toMatchObject({
      courses: [
        {
          course: 'course.yaml',
          title: 'Two lessons',
          lessons: 2,
          findings: [
            {
              file: 'course.yaml',
              line: 25,
              column: 5,
              code: 'solution-fails',
              severity: 'error',
              fix: 'Change the solution or the goal.',
            },
          ],
        },
      ],
    })
  })

  it('shows what hostile courses hold', async () => {
    const { out } = await check(['course.yaml'], changed('title: Two lessons', 'title: "\\u001b[2J"'))
    expect(out).toBe('\\u001b[2J, 2 lessons: nothing was found.\n')
  })
})

describe('course link', () => {
  const link = (args: readonly string[], files: Files = {}) =>
    runArguments(['course', 'link', ...args], { 'course.yaml': COURSE, ...files })

  it('prints a link with the whole course, which can be checked again', async () => {
    const { out, err, status } = await link([
      'course.yaml',
      '--base',
      'https://example.org/x/#old',
      '--lesson',
      'second',
    ])
    expect(out).toMatch(/^https:\/\/example\.org\/x\/#k1\/[\w-]+\/second\n$/)
    expect([err, status]).toEqual(['', 0])
    expect((await check([out.trim()])).out).toBe('Two lessons, 2 lessons: nothing was found.\n')
  })

  it('prints the id of a course that comes with every playground', async () => {
    expect((await link(['rbac-from-nothing', '--base', 'https://example.org/'])).out).toBe(
      'https://example.org/#course/rbac-from-nothing\n',
    )
  })

  it('notes that a link is long', async () => {
    const words = Array.from({ length: 4000 }, (_, i) => `word${(i * 7919) % 10007}`).join(' ')
    const { out, err, status } = await link(
      ['course.yaml', '--base', 'https://example.org/'],
      changed('What it is about.', words),
    )
    expect(out.length).toBeGreaterThan(8000)
    expect(err).toMatch(
      /^course\.yaml: note: The link has [\d,]+ characters, and programs cut off links of more than 8,000\./,
    )
    expect(status).toBe(0)
  })

  it('refuses a lesson that is not there, a course that is not understood, and several', async () => {
    const refused = async (...args: string[]) => (await link(args, { 'bad.yaml': 'version: 1\n' })).err
    expect(await refused('course.yaml', '--base', 'https://x.org/', '--lesson', 'secnd')).toContain(
      'Did you mean “second”?',
    )
    expect(await refused('bad.yaml', '--base', 'https://x.org/')).toContain('bad.yaml:1:1: error: “course” is missing.')
    expect(await refused('course.yaml')).toContain('--base: error: The link needs the address of a playground.')
    expect(await refused('--base', 'https://x.org/')).toContain('No course is named.')
    expect(await refused('course.yaml', 'bad.yaml', '--base', 'https://x.org/')).toContain('A link holds one course.')
  })
})

describe('course', () => {
  it('alone lists its sub-commands', async () => {
    const { err, status } = await runArguments(['course'])
    expect(err).toContain('Usage: authz-playground course COMMAND …')
    expect(err.match(/^ {2}course (check|grade|link) /gm)).toHaveLength(3)
    expect(status).toBe(2)
    for (const args of [
      ['course', '--help'],
      ['help', 'course'],
      ['--help', 'course'],
    ])
      expect(await runArguments(args)).toMatchObject({ status: 0, out: err })
    const help = await runArguments(['course', 'grade', '--help'])
    expect(help.out).toContain('authz-playground course grade COURSE HAND… [--explain] [-o FORM]')
    expect((await runArguments(['help', 'course', 'grade'])).out).toBe(help.out)
  })

  it('knows no others', async () => {
    expect(await runArguments(['course', 'chek'])).toMatchObject({
      status: 2,
      err: 'authz-playground: error: “course chek” is not a command. Did you mean “course check”?\n',
    })
  })

  it('is the same course in its test data', () => {
    expect(readCourse(COURSE).diagnostics).toEqual([])
  })
})

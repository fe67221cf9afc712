import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { looksLikeHandIn } from './hand-in.ts'
import { looksLikeCourse, readCourse } from './read-course.ts'
import { COURSE_TEXT } from './testing.ts'

const problemsOf = (text: string) =>
  readCourse(text).diagnostics.map(({ range, message }) => `${range.line}:${range.column} ${message}`)

describe('a course', () => {
  it('is read with everything that it says', () => {
    const { course, diagnostics } = readCourse(COURSE_TEXT)
    expect(diagnostics).toEqual([])
    expect(course).toMatchObject({
      id: 'two-lessons',
      title: 'Two lessons',
      audience: 'People who try this.',
      minutes: 10,
      text: 'What it is about.\n',
      lessons: [
        {
          id: 'first',
          edit: 'policy',
          predict: {
            question: 'Will it pass?',
            choices: [{ right: false }, { right: true }],
            until: 'list',
            because: '',
          },
          start: { requestor: { username: 'jane' }, request: { form: 'kubectl' }, design: 'constrained' },
          goals: [
            'jane can list pods in prod',
            'jane, GET /api/v1/namespaces/staging/pods: 403',
            'nothing else changes',
          ],
          hints: [
            { say: 'Look at the verbs.', when: [], unless: [] },
            { when: ['a rule says lst'], unless: [] },
            {
              when: ['jane can list pods in prod', 'jane can list pods in staging'],
              unless: ['jane cannot list pods in prod'],
            },
          ],
          done: 'A list has a verb of its own.',
        },
        { id: 'second', edit: 'request', hints: [], done: '' },
      ],
    })
    const [first, second] = course?.lessons ?? []
    expect(first?.solution.policy).toContain('[get, list]')
    expect(first?.solution.request).toEqual(first?.start.request)
    expect(second?.solution).toEqual({
      policy: '',
      request: { form: 'http', text: 'GET /api/v1/namespaces/prod/secrets/db HTTP/1.1' },
      requestor: { username: 'jane' },
    })
  })

  it('of version 1 has none of the default roles in a lesson that does not mention them, and is the same edition', () => {
    const older = COURSE_TEXT.replace('version: 2', 'version: 1')
    const rolesIn = (text: string) => readCourse(text).course?.lessons.map(({ start }) => start.cluster.defaultRoles)
    expect(rolesIn(COURSE_TEXT)).toEqual([undefined, undefined])
    expect(rolesIn(older)).toEqual([false, false])
    expect(readCourse(older).course?.edition).toBe('48d4a9f3')
  })

  it('is the same in JSON', () => {
    const json = JSON.stringify({
      version: 1,
      course: 'a',
      title: 'A',
      lessons: [
        {
          id: 'one',
          title: 'One',
          text: '',
          start: { requestor: { username: 'jane' }, request: { http: 'GET /healthz' } },
          goals: ['the request: 200', { 'jane, GET /healthz': 403 }],
          solution: {},
        },
      ],
    })
    expect(readCourse(json).course?.lessons[0]?.goals).toEqual(['the request: 200', 'jane, GET /healthz: 403'])
  })

  it.each(['try: this', 'Look at the verbs:', '"At most": 3'])(
    'needs quotes around a hint with a colon: %s',
    (hint) => {
      const { diagnostics } = readCourse(COURSE_TEXT.replace('- Look at the verbs.', `- ${hint}`))
      expect(diagnostics.map(({ range, message, fix }) => [`${range.line}:${range.column}`, message, fix])).toEqual([
        [
          '38:5',
          '“lessons[0].hints[0]” is a mapping, and a text or a mapping with say, when, unless is expected.',
          'Put quotes around it.',
        ],
      ])
    },
  )

  it('says what a hint with a misspelt field means', () => {
    const { diagnostics } = readCourse(COURSE_TEXT.replace('- Look at the verbs.', '- sey: Look at the verbs.'))
    expect(diagnostics.map(({ message, fix }) => [message, fix])).toEqual([
      ['“lessons[0].hints[0].say” is missing.', 'Write say: and a text.'],
      ['“sey” is not a field of “lessons[0].hints[0]”.', 'Did you mean “say”?'],
    ])
  })

  it.each([
    ['a misspelt field', ['minutes: 10\n', 'minuts: 10\n'], '5:1 “minuts” is not a field of a course.'],
    [
      'a misspelt field of a lesson',
      ['  edit: request', '  edits: request'],
      '58:3 “edits” is not a field of “lessons[1]”.',
    ],
    [
      'a field of a document that is not its own',
      ['    requestor: {username: jane}\n', '    title: x\n    requestor: {username: jane}\n'],
      'is not a field of “lessons[1].start”',
    ],
    ['a missing title', ['title: Two lessons\n', ''], '“title” is missing.'],
    [
      'an unknown way of editing',
      ['edit: request', 'edit: all'],
      '“lessons[1].edit” is “all”, and "policy" or "request" or "both" is expected.',
    ],
    ['an id with a blank', ['id: first', 'id: The first'], '9:7 “The first” is not an id.'],
    ['an id of the course in capitals', ['course: two-lessons', 'course: Two'], '2:9 “Two” is not an id.'],
    ['the id of another lesson', ['id: second', 'id: first'], 'Two lessons have the id “first”.'],
    ['no right choice', ['right: true', 'right: false'], '15:5 No choice is right.'],
    [
      'a start without a request',
      ['    request: {http: GET /api/v1/namespaces/prod/pods HTTP/1.1}\n', ''],
      'There is no request.',
    ],
    [
      'a request in two forms',
      ['{kubectl: kubectl get pods -n prod}', '{kubectl: kubectl get pods, http: GET /}'],
      'A request has exactly one of http, kubectl, curl and review',
    ],
    [
      'a solution with a request of no form',
      ['{http: GET /api/v1/namespaces/prod/secrets/db HTTP/1.1}', '{after: 3}'],
      'A request has exactly one',
    ],
    [
      'an unknown design',
      ['  start:\n    requestor: {username: jane}', '  start:\n    design: legasy\n    requestor: {username: jane}'],
      'Unknown design “legasy”.',
    ],
    [
      'goals that are no sentences',
      ['- jane can list pods in prod\n', '- [a]\n'],
      '“lessons[0].goals[0]” is a list, and a sentence is expected.',
    ],
    [
      'a newer version',
      ['version: 2', 'version: 3'],
      'The document has version 3, but this playground reads versions up to 2.',
    ],
    ['minutes in words', ['minutes: 10', 'minutes: ten'], '5:10 “minutes” is “ten”, and a number is expected.'],
  ])('is refused with %s, at its place', (_, [from = '', to = ''], said) => {
    const text = COURSE_TEXT.replace(from, to)
    expect(text).not.toBe(COURSE_TEXT)
    const { course } = readCourse(text)
    expect(course).toBeUndefined()
    expect(problemsOf(text).join('\n')).toContain(said)
  })

  it('of one choice, without lessons, or of nothing, is refused', () => {
    expect(problemsOf(COURSE_TEXT.replace('    - {say: "Yes"}\n', ''))).toEqual([
      '15:5 A question has at least two choices.',
    ])
    expect(problemsOf('version: 1\ncourse: a\ntitle: A\nlessons: []\n')).toEqual([
      '4:10 “lessons” is a list, and at least one entry is expected.',
    ])
    expect(problemsOf('')).toEqual(['1:1 The text is empty; a course is expected.'])
    expect(problemsOf('- a\n')).toEqual(['1:1 This is not a course: it is not a mapping.'])
  })

  it('has another edition after every change', () => {
    const editionOf = (text: string) => readCourse(text).course?.edition
    expect(editionOf(COURSE_TEXT)).toMatch(/^[0-9a-f]{8}$/)
    expect(editionOf(`# a comment\n${COURSE_TEXT}`)).toBe(editionOf(COURSE_TEXT))
    expect(editionOf(COURSE_TEXT.replace('Look at', 'See'))).not.toBe(editionOf(COURSE_TEXT))
  })

  it('never throws, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readCourse(text)))
    const parts = COURSE_TEXT.split('\n')
    const anyPart = fc.nat({ max: parts.length - 1 })
    fc.assert(
      fc.property(
        anyPart,
        anyPart,
        fc.constantFrom('', '  ', '- ', '&a ', '*a', '"', '\u0000', '__proto__: 1'),
        (from, to, added) => {
          const [begin, end] = [Math.min(from, to), Math.max(from, to)]
          const text = [...parts.slice(0, begin), added + (parts[end] ?? ''), ...parts.slice(end)].join('\n')
          const { course, diagnostics } = readCourse(text)
          expect(course === undefined).toBe(diagnostics.length > 0)
        },
      ),
    )
  })

  it('is told from other files by its top, in time', () => {
    expect(looksLikeCourse(COURSE_TEXT)).toBe(true)
    expect(looksLikeCourse('{"version": 1, "course": "a", "lessons": []}')).toBe(true)
    expect(looksLikeCourse('kind: Role\nlessons: []\n')).toBe(false)
    expect(looksLikeCourse('version: 1\nrequest: {http: GET /}\n')).toBe(false)
    expect(looksLikeHandIn(COURSE_TEXT)).toBe(false)
    looksLikeCourse('{ \n'.repeat(3_000_000))
    looksLikeHandIn('{ \n'.repeat(3_000_000))
    looksLikeHandIn(' '.repeat(10_000_000))
    looksLikeHandIn('\n'.repeat(10_000_000))
  })
})

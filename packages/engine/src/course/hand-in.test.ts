import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decider } from '../decide/index.ts'
import { linkHash, packed } from '../scenario-file/index.ts'
import { courseHash } from './course-hash.ts'
import { readCourseHash } from './course-link.ts'
import { handInHash, wholeCourseHash } from './course-link-write.ts'
import { gradeHandIn } from './grade.ts'
import { type HandIn, type LessonProgress, looksLikeHandIn, readHandIn, writeHandIn } from './hand-in.ts'
import { readCourse } from './read-course.ts'
import { COURSE_TEXT } from './testing.ts'

const { course } = readCourse(COURSE_TEXT)
if (course === undefined) throw new Error('a course that is not read')
const [first, second] = course.lessons
if (first === undefined || second === undefined) throw new Error('lessons are missing')

const handInOf = (lessons: Readonly<Record<string, LessonProgress>>, more: Partial<HandIn> = {}): HandIn => ({
  course: 'two-lessons',
  edition: course.edition,
  lessons: new Map(Object.entries(lessons)),
  ...more,
})
const SOLVED = handInOf({
  first: { policy: first.solution.policy, done: true, hints: 2 },
  second: { request: second.solution.request, done: true, solution: true },
})

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('a: b\n\n', ' # x', '---\n', '\t', 'y', '1', '"', '\u0000'),
)
const anyUser = fc.record(
  {
    username: anyText,
    uid: anyText,
    groups: fc.array(anyText, { maxLength: 2 }),
    extra: fc.dictionary(anyText, fc.array(anyText, { maxLength: 2 }), { maxKeys: 2 }),
  },
  { requiredKeys: ['username'] },
)
const anyProgress = fc.record(
  {
    policy: anyText,
    request: fc.record({ form: fc.constantFrom('http', 'kubectl', 'curl', 'review'), text: anyText }),
    requestor: anyUser,
    done: fc.boolean(),
    hints: fc.nat({ max: 9 }),
    solution: fc.boolean(),
  },
  { requiredKeys: [] },
)
const anyId = fc.oneof(anyText, fc.constantFrom('first', '__proto__', 'constructor', '1', 'toString'))
const anyHandIn = fc
  .record({
    course: anyText,
    edition: anyText,
    lessons: fc.uniqueArray(fc.tuple(anyId, anyProgress), { selector: ([id]) => id, maxLength: 3 }),
  })
  .map(({ lessons, ...about }): HandIn => ({ ...about, lessons: new Map(lessons) }))

const plain = ({ lessons, ...about }: HandIn) => ({
  ...about,
  lessons: [...lessons].sort(([a], [b]) => (a < b ? -1 : 1)),
})

describe('a hand-in', () => {
  it('is read as it was written, sealed, from a file and from a link, whatever was done', async () => {
    await fc.assert(
      fc.asyncProperty(anyHandIn, anyText, async (handIn, title) => {
        const read = readHandIn(writeHandIn(handIn, { title }))
        expect(read.diagnostics).toEqual([])
        expect(read.sealed).toBe(true)
        expect(read.handIn && plain(read.handIn)).toEqual(plain(handIn))
        const link = await readCourseHash(handInHash(handIn))
        if (link?.kind !== 'hand-in') throw new Error('another kind of link')
        expect(link.read.sealed).toBe(true)
        expect(link.read.handIn && plain(link.read.handIn)).toEqual(plain(handIn))
      }),
    )
  })

  it('looks like one, and no course does', () => {
    expect(looksLikeHandIn(writeHandIn(SOLVED, course))).toBe(true)
    expect(looksLikeHandIn(JSON.stringify({ version: 1, handIn: 'x' }))).toBe(true)
  })

  it('shows by its seal that it was changed afterwards', () => {
    const text = writeHandIn(SOLVED, course)
    expect(readHandIn(text).sealed).toBe(true)
    expect(readHandIn(text.replace('title: Two lessons', 'title: Mine')).sealed).toBe(true)
    for (const [from, to] of [
      ['hints: 2', 'hints: 0'],
      ['[get, list]', '["*"]'],
      ['done: true', 'done: false'],
      ['solution: true', 'solution: false'],
      [/edition: .*/, 'edition: other'],
      [/seal: .*/, 'seal: "00000000"'],
    ] as const) {
      const changed = text.replace(from, to)
      expect(changed).not.toBe(text)
      expect(readHandIn(changed)).toMatchObject({ sealed: false, diagnostics: [] })
    }
  })

  it.each([
    [
      'an unknown field',
      'version: 1\nhandIn: a\nedition: b\nlessons: {}\nseal: c\nname: d\n',
      '6:1 “name” is not a field of a hand-in of a course.',
    ],
    [
      'a lesson of another shape',
      'version: 1\nhandIn: a\nedition: b\nlessons: {first: {policy: 3}}\nseal: c\n',
      '4:27 “lessons.first.policy” is 3, and a text is expected.',
    ],
    [
      '__proto__ as a lesson of another shape',
      'version: 1\nhandIn: a\nedition: b\nlessons: {__proto__: {policy: 3}}\nseal: c\n',
      '“lessons.__proto__.policy” is 3',
    ],
    ['a newer version', 'version: 9\nhandIn: a\n', 'The document has version 9'],
    ['no seal', 'version: 1\nhandIn: a\nedition: b\nlessons: {}\n', '“seal” is missing.'],
    ['nothing', '', 'The text is empty; a hand-in of a course is expected.'],
  ])('with %s is not read', (_, text, said) => {
    const { handIn, diagnostics } = readHandIn(text)
    expect(handIn).toBeUndefined()
    expect(diagnostics.map(({ range, message }) => `${range.line}:${range.column} ${message}`).join('\n')).toContain(
      said,
    )
  })

  it('never throws, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readHandIn(text)))
    const bomb = `version: 1\nhandIn: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n${Array.from({ length: 20 }, (_, i) => `c${i}: &c${i} [${Array(9).fill(i === 0 ? '*b' : `*c${i - 1}`)}]\n`).join('')}`
    expect(readHandIn(bomb).handIn).toBeUndefined()
    expect(readHandIn('['.repeat(200_000)).handIn).toBeUndefined()
    expect(readHandIn(`handIn: ${'x'.repeat(30_000_000)}`).handIn).toBeUndefined()
  })
})

describe('a grade', async () => {
  const decide = await decider()
  const graded = (handIn: HandIn, sealed = true) => {
    const { lessons, ...grade } = gradeHandIn(course, { handIn, sealed }, decide)
    return {
      ...grade,
      lessons: lessons.map(({ lesson: { id }, unmet, ...one }) => ({
        id,
        ...one,
        unmet: unmet.map(({ text }) => text),
      })),
    }
  }

  it('is whole where every lesson is solved', () => {
    expect(graded(SOLVED)).toEqual({
      state: 'whole',
      changed: false,
      otherEdition: false,
      unknown: [],
      lessons: [
        { id: 'first', state: 'solved', hints: 2, sawSolution: false, claimsMore: false, unmet: [] },
        { id: 'second', state: 'solved', hints: 0, sawSolution: true, claimsMore: false, unmet: [] },
      ],
    })
  })

  it('is partly where one is not, whatever it claims', () => {
    const wildcard = first.solution.policy.replace('[get, list]', '["*"]')
    expect(graded(handInOf({ first: { policy: wildcard, done: true }, third: { policy: '' } }))).toEqual({
      state: 'partly',
      changed: false,
      otherEdition: false,
      unknown: ['third'],
      lessons: [
        {
          id: 'first',
          state: 'unsolved',
          hints: 0,
          sawSolution: false,
          claimsMore: true,
          unmet: ['nothing else changes'],
        },
        { id: 'second', state: 'untouched', hints: 0, sawSolution: false, claimsMore: false, unmet: [] },
      ],
    })
    expect(graded(handInOf({ first: { done: true } })).lessons[0]).toMatchObject({
      state: 'untouched',
      claimsMore: true,
    })
  })

  it('is by the goals of the course, with its parts that may not be edited', () => {
    const [one, two] = graded(
      handInOf({
        first: {
          policy: first.start.policy,
          request: { form: 'http', text: 'GET /healthz' },
          requestor: { username: 'root', groups: ['system:masters'] },
        },
        second: { policy: 'kind: 3', request: second.solution.request },
      }),
    ).lessons
    expect(one).toMatchObject({ state: 'unsolved', unmet: ['jane can list pods in prod'] })
    expect(two).toMatchObject({ state: 'solved' })
  })

  it('says that a text is not understood', () => {
    const { lessons } = gradeHandIn(
      course,
      { handIn: handInOf({ first: { policy: 'kind: 3' } }), sealed: true },
      decide,
    )
    expect(lessons[0]?.unmet.map(({ state }) => state)).toEqual(['not-decided', 'not-decided', 'not-decided'])
    expect(lessons[0]?.unmet[0]?.errors?.[0]?.message).toBeDefined()
  })

  it('is foreign, of another edition, or of a hand-in that was changed', () => {
    expect(graded(handInOf({}, { course: 'other' }))).toMatchObject({ state: 'foreign', lessons: [] })
    expect(graded({ ...SOLVED, edition: '00000000' })).toMatchObject({ state: 'whole', otherEdition: true })
    expect(graded(SOLVED, false)).toMatchObject({ state: 'whole', changed: true })
  })
})

describe('a link about a course', () => {
  it('names a course, and perhaps a lesson', async () => {
    expect(await readCourseHash(courseHash('rbac-from-nothing'))).toEqual({
      kind: 'named',
      course: 'rbac-from-nothing',
    })
    expect(await readCourseHash('course/a.yaml/first&step=2')).toEqual({
      kind: 'named',
      course: 'a.yaml',
      lesson: 'first',
    })
  })

  it('holds a whole course as its text', async () => {
    const read = await readCourseHash(wholeCourseHash(COURSE_TEXT, 'second'))
    expect(read).toMatchObject({ kind: 'course', text: COURSE_TEXT, lesson: 'second' })
    expect(read?.kind === 'course' && read.read.course?.edition).toBe(course.edition)
  })

  it('is none where the hash is another one', async () => {
    const document = { title: '', explanation: '', scenario: first.start, expect: [] }
    for (const hash of ['', '#', '#example/x', linkHash({ document }), '#k2/abc', '#courses/x'])
      expect(await readCourseHash(hash)).toBeUndefined()
  })

  it('has a sentence where it is damaged, or grows without end', async () => {
    const whole = handInHash(SOLVED)
    const problemOf = async (hash: string, largest?: number) => {
      const read = await readCourseHash(hash, largest)
      return read?.kind === 'problem' ? read.problem : read?.kind
    }
    for (const hash of [
      whole.slice(0, -9),
      `${whole.slice(0, 9)}A${whole.slice(10)}`,
      '#h1/!',
      '#k1/AAAA',
      '#h1/',
      '#k1/',
    ])
      expect(await problemOf(hash)).toBe('This link is damaged: perhaps a part of it is missing.')
    for (const hash of ['#course/', '#course/a/b/c', '#course/../x', '#course/__proto__'])
      expect(await problemOf(hash)).toBe('This link does not name a course.')
    const bomb = `#h1/${packed(' '.repeat(30_000_000))}`
    expect(await problemOf(bomb)).toBe('This link is larger than any scenario and was not opened.')
    expect(await problemOf(whole, 100)).toBe('This link is larger than any scenario and was not opened.')
  })

  it('never throws, whatever the hash is', async () => {
    const anyHash = fc
      .tuple(fc.constantFrom('#k1/', '#h1/', '#course/', 'h1/', ''), fc.string({ unit: 'binary' }))
      .map(([tag, rest]) => tag + rest)
    await fc.assert(fc.asyncProperty(anyHash, async (hash) => void (await readCourseHash(hash))))
  })
})

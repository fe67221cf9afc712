import { gzipSync } from 'node:zlib'
import { handInHash, wholeCourseHash } from '@authz-playground/engine/internal/course'
import { describe, expect, it } from 'vitest'
import { runArguments } from '../testing.ts'
import { COURSE, handInOf, linkedHandIn, PARTLY, SOLVING, savedHandIn, WHOLE } from './testing.ts'

type Files = Readonly<Record<string, string | Uint8Array>>
const grade = (args: readonly string[], files: Files = {}, stdin = '') =>
  runArguments(['course', 'grade', ...args], { 'course.yaml': COURSE, ...files }, { stdin })

const CHAT = `[12:01] Teacher: please hand in
[12:03] Dana: ${linkedHandIn(WHOLE)}
[12:04] Bob: done ${linkedHandIn(PARTLY)} :)
[12:05] Bob: sorry ${linkedHandIn(PARTLY).slice(0, -20)}
`

describe('course grade', () => {
  it('prints a table of files, folders, links and texts full of links', async () => {
    const files = {
      'in/anna.yaml': savedHandIn(WHOLE),
      'in/more/bob.json': JSON.stringify({ version: 1, handIn: 'two-lessons', edition: 'x', lessons: {}, seal: 'x' }),
      'in/photo.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255, 254]),
      'chat.txt': CHAT,
    }
    const link = linkedHandIn(handInOf({}, { course: 'other' }))
    const { out, err, status } = await grade(['course.yaml', 'in/', 'chat.txt', link], files)
    const short = `${link.slice(link.indexOf('#'), link.indexOf('#') + 16)}…`
    expect(out).toBe(`Two lessons
   1  first: The first
   2  second: The second

who                            1 2
in/anna.yaml                   ✓ ✓  whole
in/more/bob.json               · ·  partly: 0 of 2  It is of another edition of the course.  It was changed after the playground wrote it.
chat.txt:2 [12:03] Dana        ✓ ✓  whole  Its work is the same as that of in/anna.yaml.
chat.txt:3 [12:04] Bob: done   ✗ ·  partly: 0 of 2  It says that first is done, and it is not.
chat.txt:4 [12:05] Bob: sorry       unreadable  This link is damaged: perhaps a part of it is missing.
${short}                   another course  It is of another course, “other”.

✓ all goals hold, ✗ some do not, · nothing was handed in
6 hand-ins: 2 whole, 2 partly, 1 of another course, 1 unreadable
`)
    expect(err).toBe('in/photo.png: note: No hand-in is in this file.\n')
    expect(status).toBe(2)
  })

  it('ends with 0 where all were graded, whatever their results', async () => {
    expect((await grade(['course.yaml', 'a.yaml'], { 'a.yaml': savedHandIn(PARTLY) })).status).toBe(0)
    const foreign = savedHandIn(handInOf({}, { course: 'other' }))
    expect((await grade(['course.yaml', 'a.yaml'], { 'a.yaml': foreign })).status).toBe(0)
    expect((await grade(['course.yaml', '-'], {}, CHAT.replace(/.*sorry.*\n/, ''))).status).toBe(0)
  })

  it('explains which goals are unmet, and why', async () => {
    const { out } = await grade(['course.yaml', 'a.yaml', '--explain'], { 'a.yaml': savedHandIn(PARTLY) })
    expect(out).toContain(`
  first: does not hold: nothing else changes
    jane may now also do anything with pods in namespace prod.`)
    const broken = savedHandIn(handInOf({ first: { policy: SOLVING.replace('rules:', 'rulez:') } }))
    const unread = await grade(['course.yaml', 'a.yaml', '--explain'], { 'a.yaml': broken })
    expect(unread.out).toContain(
      '    The policy or the cluster has errors.\n    Line 4 of the policy: “rulez” is not a field',
    )
    const start = savedHandIn(handInOf({ first: { policy: SOLVING.replace('[get, list]', '[get]') } }))
    const nearly = await grade(['course.yaml', 'a.yaml', '--explain'], { 'a.yaml': start })
    expect(nearly.out).toContain('    nearly: Line 5 comes closest: all but the verb.')
  })

  it('grades by the goals of the teacher, whatever a hand-in says about itself', async () => {
    const liar = savedHandIn(handInOf({ first: { policy: '', done: true }, second: { done: true } }))
    const { out } = await grade(['course.yaml', 'a.yaml', 'b.yaml'], {
      'a.yaml': liar,
      'b.yaml': `${liar}goals: []\n`,
    })
    expect(out).toContain('a.yaml  ✗ ·  partly: 0 of 2  It says that first and second are done, and they are not.')
    expect(out).toContain('b.yaml       unreadable  b.yaml:')
    expect(out).toContain('“goals” is not a field of a hand-in of a course.')
    const sealed = savedHandIn(WHOLE).replace('hints', 'hints').replace('list]', 'list, watch]')
    const changed = await grade(['course.yaml', 'a.yaml'], { 'a.yaml': sealed })
    expect(changed.out).toContain('✗ ✓  partly: 1 of 2  It was changed after the playground wrote it.')
  })

  it('takes a course by its id, from a link, and a link to a hand-in', async () => {
    const link = linkedHandIn(WHOLE)
    expect((await grade([`https://example.org/${wholeCourseHash(COURSE)}`, link])).out).toContain('whole')
    const foreign = await grade(['rbac-from-nothing', link])
    expect(foreign.out).toContain('RBAC from nothing\n   1  first-role: A first Role\n')
    expect(foreign.out).toContain('another course  It is of another course, “two-lessons”.')
    expect((await grade(['course.yaml', handInHash(WHOLE)])).status).toBe(0)
    expect((await grade(['course.yaml', 'https://example.org/#h1'])).out).toContain('unreadable  This link is damaged')
  })

  it('prints CSV with a row for each hand-in and lesson', async () => {
    const { out } = await grade(['course.yaml', 'a.yaml', 'chat.txt', '-o', 'csv'], {
      'a.yaml': savedHandIn(PARTLY),
      'chat.txt': CHAT,
    })
    const lines = out.split('\r\n')
    expect(lines).toHaveLength(1 + 2 + 2 + 2 + 1 + 1)
    expect(lines[0]).toBe('who,label,state,remarks,lesson,title,result,unmet goals,why,hints,solution shown')
    expect(lines[1]).toMatch(
      /^a\.yaml,,partly,"It says that first is done, and it is not\.",first,The first,unsolved,nothing else changes,"?jane may .*,2,no$/,
    )
    expect(lines[2]).toBe(
      'a.yaml,,partly,"It says that first is done, and it is not.",second,The second,untouched,,,0,no',
    )
    expect(lines[7]).toBe(
      'chat.txt:4,[12:05] Bob: sorry,unreadable,This link is damaged: perhaps a part of it is missing.,,,,,,,',
    )
  })

  it('prints JSON', async () => {
    const { out } = await grade(['course.yaml', 'a.yaml', '-o', 'json'], { 'a.yaml': savedHandIn(WHOLE) })
    expect(JSON.parse(out)).toMatchObject({
      course: 'two-lessons',
      lessons: [
        { id: 'first', title: 'The first' },
        { id: 'second', title: 'The second' },
      ],
      handIns: [
        {
          who: 'a.yaml',
          state: 'whole',
          remarks: [],
          otherEdition: false,
          changed: false,
          lessons: [
            { id: 'first', state: 'solved', hints: 0, sawSolution: false, claimsMore: false, unmet: [] },
            { id: 'second', state: 'solved' },
          ],
        },
      ],
    })
  })

  it('prints one HTML file without a script, with every text escaped', async () => {
    const name = 'in/<img src=x onerror=alert(1)>&"\u0007.yaml'
    const label = `<script>alert(1)</script> Eve: ${linkedHandIn(PARTLY)}`
    const hostile = COURSE.replace('title: The first', 'title: "</title><script>alert(2)</script>"')
    const { out } = await grade(['course.yaml', 'in/', 'chat.txt', '-o', 'html'], {
      'course.yaml': hostile,
      [name]: savedHandIn(PARTLY),
      'chat.txt': label,
    })
    for (const text of ['<script', '<img', '\u0007']) expect(out).not.toContain(text)
    expect(out).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;\\u0007.yaml')
    expect(out).toContain('&lt;/title&gt;&lt;script&gt;')
    expect(out).toContain("default-src 'none'; style-src 'unsafe-inline'")
    expect(out).toContain('color-scheme: light dark')
    expect(out).not.toMatch(/https?:/)
    expect(out).toContain('<b>nothing else changes</b>')
  })

  it('needs a course that can be solved, and a hand-in', async () => {
    const refused = async (args: readonly string[], files: Files = {}) => {
      const { status, err, out } = await grade(args, files)
      expect([status, out]).toEqual([2, ''])
      return err
    }
    expect(await refused([])).toContain('course grade: error: No course is named. Write course grade COURSE.yaml.')
    expect(await refused(['course.yaml'])).toContain('error: No hand-in is named.')
    expect(await refused(['none.yaml', 'a'])).toContain('none.yaml: error: There is no such file or folder.')
    expect(await refused(['a.yaml', 'a.yaml'], { 'a.yaml': savedHandIn(WHOLE) })).toContain(
      'a.yaml:2:1: error: “handIn” is not a field',
    )
    expect(await refused([linkedHandIn(WHOLE), 'course.yaml'])).toContain(
      'This link holds a hand-in, and a course is expected.',
    )
    expect(await refused(['#course/elsewhere.yaml', 'course.yaml'])).toContain('nothing is fetched')
    expect(await refused(['course.yaml', 'x'], { 'x/a.png': '', 'course.yaml': COURSE })).toContain(
      'error: No hand-in is in these files.',
    )
    const unsolvable = COURSE.replace('[get, list]', '[get]')
    expect(await refused(['course.yaml', 'a'], { 'course.yaml': unsolvable, a: '' })).toContain(
      'course.yaml:25:5: error: The solution does not meet “jane can list pods in prod”',
    )
  })
})

describe('hostile hand-ins', () => {
  const only = async (file: string | Uint8Array, name = 'x.yaml') => {
    const { out, status } = await grade(['course.yaml', name, '--explain'], { [name]: file })
    return `${status} ${out.split('\n').find((line) => line.startsWith(name)) ?? out}`.replace(/ +/g, ' ')
  }

  it('that are long are read, or have a clear error', async () => {
    expect(await only('x'.repeat(500_000))).toContain(
      '2 x.yaml unreadable It is not a hand-in, and has no link to one.',
    )
    expect(await only('\n'.repeat(500_000))).toContain('unreadable')
    expect(await only(`${'#h1/A '.repeat(80_000)}`, 'x.txt')).toContain('unreadable This link is damaged')
  })

  it('with long policies are graded', async () => {
    const long = handInOf({ first: { policy: `${SOLVING}# ${'x'.repeat(500_000)}\n` } })
    expect(await only(savedHandIn(long))).toContain('0 x.yaml ✓ · partly: 1 of 2')
    const many = Array.from({ length: 300 }, (_, i) => SOLVING.replaceAll('reader', `reader-${i}`)).join('---\n')
    expect(await only(savedHandIn(handInOf({ first: { policy: many } })))).toContain('0 x.yaml')
  })

  it('that are compressed are opened, unless they are damaged', async () => {
    expect(await only(gzipSync(savedHandIn(WHOLE)))).toContain('0 x.yaml ✓ ✓ whole')
    expect(await only(gzipSync(savedHandIn(WHOLE)).subarray(0, 99))).toContain(
      'unreadable It is compressed with gzip and damaged.',
    )
  })

  it('of which there are too many end with 2, after those that were graded', async () => {
    const link = linkedHandIn(handInOf({}, { course: 'other' }))
    const { out, err, status } = await grade(['course.yaml', 'x.txt'], { 'x.txt': `${link}\n`.repeat(5001) })
    expect(err).toBe(
      'x.txt:5001: error: From here on nothing is graded: there are more than 5,000 hand-ins, or they are larger than 100 MB together. Grade them in parts.\n',
    )
    expect(out).toMatch(/\n5,?000 hand-ins: 5,?000 of another course\n/)
    expect(status).toBe(2)
  })

  it('have names that are shown as they are', async () => {
    const name = 'in/\u001b[31mred\u202e\u0000 <b>.yaml'
    const { out } = await grade(['course.yaml', 'in/'], { [name]: savedHandIn(WHOLE) })
    expect(out).toContain('in/\\u001b[31mred\\u202e\\u0000 <b>.yaml  ✓ ✓  whole')
    const label = `=HYPERLINK("http://x","y") \u001b[2J: ${linkedHandIn(WHOLE)}`
    const { out: csv } = await grade(['course.yaml', '-', '-o', 'csv'], {}, label)
    expect(csv).toContain(`"'=HYPERLINK(""http://x"",""y"") \\u001b[2J"`)
    const unknown = handInOf({ '\u001b[2J<b>': {} }, {})
    expect((await grade(['course.yaml', 'a.yaml'], { 'a.yaml': savedHandIn(unknown) })).out).toContain(
      'The course has no lesson \\u001b[2J<b>.',
    )
  })

  it('have lessons with names of objects of JavaScript', async () => {
    const proto = savedHandIn(
      handInOf(
        Object.fromEntries([
          ['__proto__', { done: true }],
          ['constructor', {}],
        ]),
      ),
    )
    expect(await only(proto)).toContain('0 x.yaml · · partly: 0 of 2 The course has no lesson __proto__, constructor.')
    const json = `{"version":1,"handIn":"two-lessons","edition":"x","lessons":{"__proto__":{"done":true,"policy":"x"}},"seal":"x","__proto__":{"polluted":1}}`
    expect(await only(json, 'x.json')).toContain('unreadable x.json:1:')
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('that are YAML bombs, also inside of a policy, have a clear error', async () => {
    const bomb = [
      'a: &a0 [x,x,x,x,x,x,x,x,x,x]',
      ...Array.from({ length: 30 }, (_, i) => `b${i}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(',')}]`),
    ].join('\n')
    expect(await only(`version: 1\nhandIn: two-lessons\n${bomb}\n`)).toContain('unreadable x.yaml:')
    const inside = handInOf({
      first: { policy: `${bomb}\n` },
      second: { request: { form: 'kubectl', text: `kubectl apply -f - <<EOF\n${bomb}\nEOF` } },
    })
    expect(await only(savedHandIn(inside))).toContain('0 x.yaml ✗ ✗ partly: 0 of 2')
    const deep = handInOf({ first: { policy: '['.repeat(500_000) } })
    expect(await only(savedHandIn(deep))).toContain('0 x.yaml ✗ ·')
    const crd = `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n${bomb}\n`
    expect(await only(savedHandIn(handInOf({ first: { policy: crd } })))).toContain('0 x.yaml ✗ ·')
  })
})

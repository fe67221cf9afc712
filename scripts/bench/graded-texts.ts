import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type HandIn, readCourse, writeHandIn } from '@authz-playground/engine/documents'
import { handInHash } from '@authz-playground/engine/internal/course'
import buildForTests, { COMMAND_LINE } from '../cli/built.ts'
import { root } from '../files.mjs'

const COURSE = join(root, 'packages/courses/rbac-from-nothing/course.yaml')

/** A text that is handed in, and what the command line prints of it. */
interface GradedText {
  readonly what: string
  readonly text: string | Uint8Array
  readonly is: RegExp
}

function gradedTextsOf(handInOf: (policy: string) => HandIn): readonly GradedText[] {
  const saved = (policy: string) => writeHandIn(handInOf(policy), { title: 'RBAC from nothing' })
  const link = (policy: string) => `https://example.org/${handInHash(handInOf(policy))}`
  const role = (at: number) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r-${at}, namespace: prod}\nrules: []\n`
  return [
    { what: '10 MB without a hand-in', text: 'x'.repeat(10_000_000), is: /has no link to one/ },
    { what: '10 MB of line ends', text: '\n'.repeat(10_000_000), is: /unreadable/ },
    { what: '1,600,000 damaged links on a line', text: '#h1/A '.repeat(1_600_000), is: /This link is damaged/ },
    { what: '21 MB', text: 'x'.repeat(21_000_000), is: /It has 21\.0 MB/ },
    { what: 'a policy of 9 MB', text: saved(`# ${'x'.repeat(9_000_000)}\n`), is: /1 hand-in: 1 partly/ },
    {
      what: 'a policy of 5,000 Roles',
      text: saved(Array.from({ length: 5000 }, (_, at) => role(at)).join('---\n')),
      is: /1 hand-in: 1 partly/,
    },
    { what: 'a link that inflates to 15 MB', text: link(' '.repeat(15_000_000)), is: /was not opened/ },
    { what: 'gzip of 300 MB', text: gzipSync(Buffer.alloc(300_000_000)), is: /more than 20 MB uncompressed/ },
    {
      what: '600 links that inflate to 1.9 MB each',
      text: `${link(`# ${' '.repeat(1_900_000)}`)}\n`.repeat(600),
      is: /larger than 100 MB together[\s\S]*\n5\d hand-ins: 5\d partly/,
    },
  ]
}

/** How long the command line takes to grade each, in milliseconds. */
export async function gradedTexts(): Promise<readonly { readonly what: string; readonly took: number }[]> {
  await buildForTests()
  const { course } = readCourse(readFileSync(COURSE, 'utf8'))
  const [lesson] = course?.lessons ?? []
  if (course === undefined || lesson === undefined) throw new Error('the course is not read')
  const handInOf = (policy: string): HandIn => ({
    course: course.id,
    edition: course.edition,
    lessons: new Map([[lesson.id, { policy }]]),
  })
  return gradedTextsOf(handInOf).map(({ what, text, is }) => {
    const began = performance.now()
    const args = [COMMAND_LINE, 'course', 'grade', COURSE, '-']
    const { stdout, stderr } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8' })
    const took = performance.now() - began
    if (!is.test(stderr + stdout)) throw new Error(`${what}: ${stderr}${stdout}`.slice(0, 2000))
    return { what: `graded: ${what}`, took }
  })
}

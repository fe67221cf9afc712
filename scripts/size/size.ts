import { chromium } from '@playwright/test'
import { buildSite } from '../build.mjs'
import { chromiumLaunch } from '../chromium.ts'
import { serveSite } from '../serve.mjs'
import { fileRow, kilobytes, type Row, total } from './bytes.ts'
import { type EmbedSize, measureEmbeds } from './embed.ts'
import { askedNow, measureFirstAnswer, type RequestedFile } from './first-answer.ts'
import { type LessonSize, measureLessons } from './lesson.ts'

/**
 * Gzip bytes of JavaScript that a visitor may have to wait for before the first answer is on screen, with its flowchart. React DOM
 * alone is 70 KB of them. In it are also the examples and words of Learn, the stages of the chart with the reasons beside its
 * branches, what holds the answer back while it plays, the sentence for what nearly fits, which modes were not tried and why, what opens
 * the dialogs, and the places of goals, lessons and the lecture in the page. The question grid, which is the chart that readers see
 * first, is some 9 KB. What makes hidden characters visible is some 1 KB, and what keeps earlier work and large texts another.
 */
const FIRST_ANSWER = 255 * 1024
/**
 * Gzip bytes of all JavaScript of an element that shows raw HTTP and a policy, engine and chart included. It decides the several requests
 * of a command, warns of default and aggregated roles by their names, says which header keeps a mode from being tried, and shows the
 * warnings and notes that belong to its answer. That a scenario may have a design as a text is half a KB.
 */
const ELEMENT_OF_DOCS = 132 * 1024
/**
 * The same for any scenario without conditions. In it are warnings about policy and request, some 4 KB, which reading finds on its way;
 * the sequences, manifests, custom resources, bindings and questions of kubectl commands, some 10 KB; and what a shell would do with a
 * command beside sending its request, some 2 KB. The types of flags, whose wrong values kubectl refuses, are 1.5 KB. Which version of Kubernetes serves which resource is almost 1 KB.
 */
const ELEMENT = 204 * 1024
/**
 * The same for a scenario with conditions, which bring CEL. The libraries of CEL alone are some 68 KB, one module graph without narrower
 * entries; a kubectl command to a cluster with the Node authorizer is another 38.
 */
const ELEMENT_WITH_CONDITIONS = 277 * 1024
/** The same for a lesson that begins with raw HTTP and a policy, until its goals have their marks. */
const LESSON_OF_DOCS = ELEMENT_OF_DOCS + 36 * 1024
/** Gzip bytes that a lesson loads more than the scenario that it begins with; a design that its goals name beside its own, too. */
const LESSON = 37 * 1024
/** The same for a lesson whose goals ask the lint. The rules of the lint are some 13 KB, each with what it says. */
const LESSON_WITH_LINT = 46 * 1024
/** Gzip bytes of what a page with frames loads itself. */
const HELPER = 1024

function check(what: string, bytes: number, bar: number): void {
  console.log(`\n${kilobytes(bytes)} of ${kilobytes(bar).trim()} allowed: ${what}`)
  if (bytes <= bar) return
  console.error(`Over the bar by ${kilobytes(bytes - bar).trim()}.`)
  process.exitCode = 1
}

function print(rows: readonly Row[]): void {
  console.log(`${'gzip'.padStart(11)} ${'plain'.padStart(11)}`)
  for (const { name, plain, gzip } of [...rows].sort((a, b) => b.gzip - a.gzip)) {
    console.log(`${kilobytes(gzip)} ${kilobytes(plain)}  ${name}`)
  }
}

/** The example that loads most, with its files. */
function checkLargest(what: string, sizes: readonly EmbedSize[], bar: number): void {
  const [largest] = sizes
  if (largest === undefined) throw new Error(`no example was measured: ${what}`)
  console.log(`\nJavaScript of an element, ${what}. The most of ${sizes.length} examples, ${largest.id}:\n`)
  print(largest.rows)
  check(`an element, ${what}`, largest.gzip, bar)
}

/** The lesson that loads most, with the files that are its own. */
function checkLesson(what: string, lessons: readonly LessonSize[], of: 'more' | 'whole', bar: number): void {
  const [largest] = [...lessons].sort((a, b) => b[of] - a[of])
  if (largest === undefined) throw new Error(`no lesson was measured: ${what}`)
  console.log(
    `\nJavaScript of a lesson, ${what}. The most of ${lessons.length} lessons, ${largest.id}, with its own files:\n`,
  )
  print(largest.rows)
  check(`a lesson, ${what}`, largest[of], bar)
}

if (!buildSite()) throw new Error('the site could not be built')
const asked: RequestedFile[] = []
const { server, port } = await serveSite({
  host: 'localhost',
  port: 0,
  onRequest: (request) => asked.push(askedNow(request)),
})
const site = `http://localhost:${port}`
const browser = await chromium.launch(chromiumLaunch())
try {
  const first = await measureFirstAnswer(browser, site, asked)
  console.log('JavaScript before the first answer:\n')
  print(first)
  check('before the first answer', total(first), FIRST_ANSWER)

  const embeds = await measureEmbeds(browser, site)
  const bars = [
    ['of raw HTTP and a policy', 'docs', ELEMENT_OF_DOCS],
    ['without conditions', 'other', ELEMENT],
    ['with conditions', 'conditions', ELEMENT_WITH_CONDITIONS],
  ] as const
  for (const [what, kind, bar] of bars) {
    checkLargest(
      what,
      embeds.filter(({ of }) => of === kind),
      bar,
    )
  }

  const lessons = await measureLessons(browser, site)
  checkLesson(
    'raw HTTP and a policy, all of it',
    lessons.filter(({ isOfDocs }) => isOfDocs),
    'whole',
    LESSON_OF_DOCS,
  )
  checkLesson(
    'beside its start',
    lessons.filter(({ lints }) => !lints),
    'more',
    LESSON,
  )
  checkLesson(
    'with the lint, beside its start',
    lessons.filter(({ lints }) => lints),
    'more',
    LESSON_WITH_LINT,
  )
  check('the helper for pages with frames', fileRow('/embed/frame.js').gzip, HELPER)
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
}

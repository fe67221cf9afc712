import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildSite, dist } from '../build.mjs'
import { buildCLI } from '../cli/build.ts'
import { root } from '../files.mjs'
import { median } from './median.ts'
import { megabytes, REPORT_MEMORY } from './most-memory.ts'
import { openRoom } from './room.ts'
import { visit } from './visit.ts'

const COURSES = join(root, 'packages', 'courses')

const CLIENTS = 30
/** Of a course that is served from the folder. */
const LESSON = '#course/room/first-role'
/** The server ends after that time, whatever the clients have. Milliseconds. */
const LONGEST = 300_000

/** A figure, its limit and its unit. */
interface Figure {
  readonly what: string
  readonly took: number
  readonly bar: number
  readonly unit: 's' | 'MB'
}

/** The address that the command prints. Rejects where it ends without one. */
function addressOf({ stdout, stderr }: ChildProcess): Promise<string> {
  if (stdout === null || stderr === null) throw new Error('without pipes')
  return new Promise((resolve, reject) => {
    let printed = ''
    stdout.on('data', (piece: Buffer) => {
      printed += piece.toString()
      const address = /http:\S+/.exec(printed)?.[0]
      if (address !== undefined) resolve(address)
    })
    text(stderr).then((errors) => reject(new Error(`serve did not begin: ${errors}`)), reject)
  })
}

/** What happened while a server ran that had just begun, and the most memory that it took, in megabytes. */
interface Served<Result> {
  readonly result: Result
  readonly memory: number
}

/** Serves the courses while `use` runs, which gets the address with a slash at its end. */
async function serving<Result>(
  program: string,
  courses: string,
  use: (address: string) => Promise<Result>,
): Promise<Served<Result>> {
  const child = spawn(process.execPath, [...REPORT_MEMORY, program, 'serve', courses, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let memory = ''
  child.stdio[3]?.on('data', (piece: Buffer) => {
    memory += piece.toString()
  })
  const late = setTimeout(() => child.kill('SIGINT'), LONGEST)
  let result: Result
  try {
    result = await use(await addressOf(child))
  } finally {
    clearTimeout(late)
    child.kill('SIGINT')
  }
  await ended
  return { result, memory: megabytes(memory) }
}

/** What the server does where the clients only load: thirty that open the page at the same time. */
async function measureLoading(program: string, courses: string): Promise<readonly Figure[]> {
  const { result, memory } = await serving(program, courses, (address) =>
    Promise.all(Array.from({ length: CLIENTS }, () => visit(address))),
  )
  const [{ files } = { files: 0 }] = result
  const bytes = result.reduce((sum, visit) => sum + visit.bytes, 0) / 1e6
  const page = result.map(({ first }) => first)
  const whole = result.map(({ all }) => all)
  return [
    { what: `${CLIENTS} clients have the page and the courses: median`, took: median(page), bar: 1, unit: 's' },
    { what: 'the last of them', took: Math.max(...page), bar: 2, unit: 's' },
    {
      what: `they have all ${files} files that work without a network: median`,
      took: median(whole),
      bar: 5,
      unit: 's',
    },
    { what: 'the last of them', took: Math.max(...whole), bar: 10, unit: 's' },
    { what: `sent to all, ${(bytes / CLIENTS).toFixed(1)} MB to each`, took: bytes, bar: CLIENTS * 3, unit: 'MB' },
    { what: 'memory of the server', took: memory, bar: 200, unit: 'MB' },
  ]
}

/** What a room sees. The browsers share this machine, so nearly all of the time is theirs. */
async function measureRoom(program: string, courses: string): Promise<readonly Figure[]> {
  const { result, memory } = await serving(program, courses, (address) => openRoom(address, LESSON, CLIENTS))
  return [
    { what: `${CLIENTS} browsers on this machine show a lesson: median`, took: median(result), bar: 90, unit: 's' },
    { what: 'the last of them', took: Math.max(...result), bar: 120, unit: 's' },
    { what: 'memory of the server', took: memory, bar: 200, unit: 'MB' },
  ]
}

/** Prints each figure, the ones above their bar marked. Returns the exit status. */
async function main(): Promise<number> {
  if (!buildSite()) return 1
  const folder = mkdtempSync(join(tmpdir(), 'authz-playground-bench-'))
  try {
    await buildCLI(join(folder, 'cli'), dist)
    const courses = join(folder, 'courses')
    mkdirSync(courses)
    for (const name of readdirSync(COURSES)) {
      const course = join(COURSES, name, 'course.yaml')
      if (existsSync(course)) copyFileSync(course, join(courses, `${name}.yaml`))
    }
    // One that the site does not have, so that it can only come from the folder.
    const own = readFileSync(join(courses, 'rbac-from-nothing.yaml'), 'utf8')
    writeFileSync(join(courses, 'room.yaml'), own.replace(/^course: .*$/m, 'course: room'))
    const program = join(folder, 'cli', 'authz-playground.mjs')
    const figures = [...(await measureLoading(program, courses)), ...(await measureRoom(program, courses))]
    for (const { what, took, bar, unit } of figures) {
      const measured = `${took.toFixed(1)} ${unit}`.padStart(10)
      console.log(`${measured}  ${`of ${bar} ${unit}`.padEnd(10)}  ${what}${took > bar ? '  ABOVE' : ''}`)
    }
    const above = figures.filter(({ took, bar }) => took > bar).length
    console.log(`\n${figures.length} figures, ${above} above their bar`)
    return above === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = await main()

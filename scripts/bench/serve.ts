import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { buildSite, dist } from '../build.mjs'
import { buildCLI } from '../cli/build.ts'
import { root } from '../files.mjs'
import { megabytes, REPORT_MEMORY } from './most-memory.ts'

const COURSES = join(root, 'packages', 'courses')

const BROWSERS = 30
/** As browsers do over HTTP/1.1. */
const CONNECTIONS = 6
/** The server ends after that time, whatever the browsers have. Milliseconds. */
const LONGEST = 120_000

/** A figure, its limit and its unit. */
interface Figure {
  readonly what: string
  readonly took: number
  readonly bar: number
  readonly unit: 's' | 'MB'
}

/** The times of one browser from the beginning, in seconds, and the bytes that it received, as they were sent. */
interface Visit {
  readonly first: number
  readonly all: number
  readonly bytes: number
  readonly files: number
}

/**
 * Opens the page as a browser does that was never there: what the page names and the courses, then every file that the service
 * worker keeps.
 */
async function visit(address: string): Promise<Visit> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const began = performance.now()
  const seen = new Set<string>()
  let bytes = 0
  const load = async (path: string): Promise<Download> => {
    seen.add(path)
    const loaded = await download(new URL(path, address), agent)
    bytes += loaded.body.length
    return loaded
  }
  const loadAll = (paths: readonly string[]) => Promise.all(paths.filter((path) => !seen.has(path)).map(load))
  const since = () => (performance.now() - began) / 1000
  try {
    const [list] = await Promise.all([
      load('courses/index.json'),
      loadAll(named(await load('./'), /(?:src|href)="\.\/([^"]+)"/g)),
    ])
    await loadAll(named(list, /"file": "([^"]+)"/g).map((file) => `courses/${file}`))
    const first = since()
    await loadAll(named(await load('sw.js'), /url:[`"']([^`"']+)/g))
    return { first, all: since(), bytes, files: seen.size }
  } finally {
    agent.destroy()
  }
}

/** A body as it was sent. */
interface Download {
  readonly body: Buffer
  readonly gzipped: boolean
}

/** Throws for every answer but 200. */
function download(url: URL, agent: Agent): Promise<Download> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'Accept-Encoding': 'gzip, deflate' } }, async (response) => {
      try {
        const parts: Buffer[] = await response.toArray()
        if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
        resolve({ body: Buffer.concat(parts), gzipped: response.headers['content-encoding'] === 'gzip' })
      } catch (error) {
        reject(error)
      }
    }).on('error', reject)
  })
}

/** The paths that a text names. */
function named({ body, gzipped }: Download, pattern: RegExp): readonly string[] {
  const content = (gzipped ? gunzipSync(body) : body).toString()
  return [...content.matchAll(pattern)].map(([, path = '']) => path)
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

/** Thirty browsers that open the page at the same time, on a server that has just begun. */
async function measure(program: string, courses: string): Promise<readonly Figure[]> {
  const child = spawn(process.execPath, [...REPORT_MEMORY, program, 'serve', courses, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let memory = ''
  child.stdio[3]?.on('data', (piece: Buffer) => {
    memory += piece.toString()
  })
  const late = setTimeout(() => child.kill('SIGINT'), LONGEST)
  let visits: readonly Visit[]
  try {
    const address = await addressOf(child)
    visits = await Promise.all(Array.from({ length: BROWSERS }, () => visit(address)))
  } finally {
    clearTimeout(late)
    child.kill('SIGINT')
  }
  await ended
  const [{ files } = { files: 0 }] = visits
  const bytes = visits.reduce((sum, visit) => sum + visit.bytes, 0) / 1e6
  const page = visits.map(({ first }) => first)
  const whole = visits.map(({ all }) => all)
  return [
    { what: `${BROWSERS} browsers have the page and the courses: median`, took: median(page), bar: 1, unit: 's' },
    { what: 'the last of them', took: Math.max(...page), bar: 2, unit: 's' },
    {
      what: `they have all ${files} files that work without a network: median`,
      took: median(whole),
      bar: 5,
      unit: 's',
    },
    { what: 'the last of them', took: Math.max(...whole), bar: 10, unit: 's' },
    { what: `sent to all, ${(bytes / BROWSERS).toFixed(1)} MB to each`, took: bytes, bar: BROWSERS * 3, unit: 'MB' },
    { what: 'memory of the server', took: megabytes(memory), bar: 200, unit: 'MB' },
  ]
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
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
    const figures = await measure(join(folder, 'cli', 'authz-playground.mjs'), courses)
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

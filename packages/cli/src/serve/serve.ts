import { visibleLine } from '@authz-playground/engine/internal/words'
import type { CommandWorld } from '../command.ts'
import { type Files, folderEntries } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { type CommandProblem, Refused, refusedInput } from '../problem.ts'
import type { ListenOn, Serving, World } from '../world.ts'
import { type Answers, answersOf, type HeaderRules } from './answer.ts'
import { type Content, contentOf } from './content.ts'
import { type CourseFolder, courseFolder, type ListedCourse } from './courses.ts'

const PORT = 4173
const HOST = 'localhost'

export const SERVE_FLAGS: readonly Flag[] = [
  { name: 'port', value: 'PORT', help: `where to listen, ${PORT} by default; the next free port when it is taken` },
  { name: 'host', value: 'HOST', help: `a name or an address of this machine, ${HOST} by default; 0.0.0.0 for all` },
]

/** Serves the built site, with the courses of a folder, until the process is asked to end. Returns 0 then. */
export async function serveCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const where = listenOn(words)
  const site = siteOf(files, world)
  const onProblems = (problems: readonly CommandProblem[]) => world.remarks.print(problems)
  const folder = folderOf(words, world)
  const courses = folder === undefined ? undefined : courseFolder(folder, files, world, onProblems)
  const listed = courses?.list() ?? []
  if (folder !== undefined && listed.length === 0) {
    const message = 'This folder holds no course: no .yaml, .yml or .json file in it has “lessons”.'
    throw refusedInput(folder, message, 'Name the folder in which the files of the courses are.')
  }
  const { port, ended } = await serving(answersFor(site, courses, onProblems), where, world)
  if (where.port !== 0 && port !== where.port) world.out(`Port ${where.port} is taken.\n`)
  world.out(
    `The playground is at\n${addresses(where.host, port, world)
      .map((line) => `  ${line}\n`)
      .join('')}`,
  )
  if (folder !== undefined) world.out(`Its courses are those in ${folder}:\n${listed.map(courseLine).join('')}`)
  if (where.host === HOST) world.out('Only this machine can open it; --host 0.0.0.0 is for others in the room.\n')
  world.out('Ctrl-C ends it.\n')
  await ended
  return 0
}

function listenOn(words: CommandWords): ListenOn {
  const { host = HOST, port = String(PORT) } = { host: words.one('host'), port: words.one('port') }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    throw refusedInput('--port', `“${port}” is not a port.`, 'Write a whole number from 0 to 65535.')
  }
  return { host, port: Number(port) }
}

/** The folder of courses, without a slash at its end; undefined where none is named. */
function folderOf({ files: [folder, second] }: CommandWords, world: World): string | undefined {
  if (second !== undefined) {
    throw refusedInput(second, 'One folder of courses is served.', 'Put all courses into one folder.')
  }
  if (folder !== undefined && folderEntries(folder, world) === undefined) {
    throw refusedInput(folder, 'This is not a folder.', 'Name the folder in which the files of the courses are.')
  }
  return folder
}

/** The built site: its files by their paths, and the headers that they are sent with. */
interface Site {
  readonly paths: ReadonlySet<string>
  readonly read: (path: string) => Uint8Array
  readonly headers: HeaderRules
}

const HEADERS = 'headers.json'

/** Throws `Refused` where the site was not built. */
function siteOf(files: Files, world: World): Site {
  const prefix = `${world.site}/`
  const found = files.below(world.site, () => true) ?? []
  const paths = new Set(found.map((path) => path.slice(prefix.length)))
  if (!paths.has('index.html') || !paths.has(HEADERS)) {
    throw refusedInput(world.site, 'The built site is not there.', 'Run pnpm build in the checkout.')
  }
  const headers: HeaderRules = JSON.parse(files.text(prefix + HEADERS).text)
  return { paths, read: (path) => world.readFile(prefix + path), headers }
}

/** Files of the site are read and compressed when they are first asked for, and kept. */
function answersFor(
  { paths, read, headers }: Site,
  courses: CourseFolder | undefined,
  onProblems: (problems: readonly CommandProblem[]) => void,
): Answers {
  const kept = new Map<string, Promise<Content>>()
  function inSite(path: string): Promise<Content> | undefined {
    if (!paths.has(path)) return undefined
    const content =
      kept.get(path) ?? contentOf(path, courses && path === 'index.html' ? announcing(read(path)) : read(path))
    kept.set(path, content)
    return content
  }
  return answersOf({
    headers,
    contentAt: (path) => {
      const name = courses === undefined ? undefined : /^courses\/(.*)$/s.exec(path)?.[1]
      return name === undefined || courses === undefined ? inSite(path) : courses.contentAt(name)
    },
    onProblem: (path, problem) => {
      if (problem instanceof Refused) onProblems(problem.problems)
      else onProblems([{ severity: 'error', at: path, message: `This cannot be read: ${String(problem)}` }])
    },
  })
}

/** By this the page knows that its server lists courses. Elsewhere it does not ask: browsers report each file that is missing. */
const ANNOUNCEMENT = '<meta name="authz-playground-courses" content="courses/index.json" />'

function announcing(page: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(page)
  return new TextEncoder().encode(text.replace('</head>', `${ANNOUNCEMENT}</head>`))
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'This port and the next ones are taken.',
  EADDRNOTAVAIL: 'This is not an address of this machine.',
  ENOTFOUND: 'This name has no address.',
  EACCES: 'The system does not let you listen on this port.',
}

async function serving(answers: Answers, where: ListenOn, world: World): Promise<Serving> {
  try {
    return await world.serve(answers, where)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code === undefined) throw error
    const at = /^E(ADDRINUSE|ACCES)$/.test(code) ? `--port ${where.port}` : `--host ${where.host}`
    throw refusedInput(at, REASONS[code] ?? `The system cannot listen here (${code}).`, 'Choose another one.')
  }
}

/** The addresses to type, with the network of each that is not this machine alone. */
function addresses(host: string, port: number, world: World): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [addressOf(host, port)]
  const others = world.addresses().filter(({ address }) => host === '::' || !address.includes(':'))
  return [addressOf('localhost', port), ...others.map(({ address, name }) => `${addressOf(address, port)}  (${name})`)]
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
}

function courseLine(course: ListedCourse): string {
  const file = visibleLine(course.file)
  if ('problem' in course) return `  ${file}: cannot be read\n`
  const { title, lessons } = course
  return `  ${file}: ${visibleLine(title)} (${lessons} ${lessons === 1 ? 'lesson' : 'lessons'})\n`
}

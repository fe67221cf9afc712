import { BUILT_IN_COURSES, type BuiltInCourseId } from '@authz-playground/courses'
import { isRecord, isString, optional } from '../guards.ts'
import { workerApi } from '../playground.ts'
import type { CourseOrigin, CourseStorage } from './course-storage.ts'

/** The text of a course, and where it comes from. */
export interface CourseText {
  readonly text: string
  readonly origin: CourseOrigin
  /** See `LessonPlace`. */
  readonly address: string
  /** A sentence about the text that the person should know. */
  readonly note?: string
}

type Found = CourseText | { readonly problem: string }

const BUILT_IN: Readonly<Record<BuiltInCourseId, () => Promise<{ readonly default: string }>>> = {
  'rbac-from-nothing': () => import('@authz-playground/courses/rbac-from-nothing.yaml?raw'),
  'constrained-impersonation': () => import('@authz-playground/courses/constrained-impersonation.yaml?raw'),
  'why-it-is-as-it-is': () => import('@authz-playground/courses/why-it-is-as-it-is.yaml?raw'),
}

/** The address of a course by its name, as `LessonPlace` has it. */
export function addressOfName(name: string): string {
  return `course/${name}`
}

/**
 * The text of a course by its name: one that comes with the page, one that was opened from a file or a link in this browser,
 * or the file `courses/NAME.yaml` beside the site. Rejects where a part of the page did not arrive.
 */
export async function courseByName(name: string, storage: CourseStorage): Promise<Found> {
  const builtIn = BUILT_IN_COURSES.find(({ id }) => id === name)
  if (builtIn !== undefined) return builtInCourse(builtIn.id)
  const kept = await storage.course(name).catch(() => undefined)
  if (kept?.text !== undefined && kept.origin !== 'beside') {
    return { text: kept.text, origin: kept.origin, address: addressOfName(name) }
  }
  return courseBeside(name, storage)
}

/** The text of a course that comes with the page. Rejects where it did not arrive. */
export async function builtInCourse(id: BuiltInCourseId): Promise<CourseText> {
  const { default: text } = await BUILT_IN[id]()
  return { text, origin: 'built-in', address: addressOfName(id) }
}

/** More bytes are not read: nobody writes such a course. */
const LARGEST = 20_000_000

/**
 * The text of a course in a file beside the site. `name`: that of the file in the folder `courses/`; without an ending it has
 * `.yaml`. Where the server does not answer, the text is that which was read last.
 */
export async function courseBeside(name: string, storage: CourseStorage): Promise<Found> {
  const file = /\.(ya?ml|json)$/i.test(name) ? name : `${name}.yaml`
  const address = addressOfName(name)
  const missing = { problem: `There is no course “${name}”: no file courses/${file} is beside this page.` }
  let response: Response
  try {
    response = await fetch(new URL(`courses/${encodeURIComponent(file)}`, document.baseURI))
  } catch {
    const kept = (await storage.courses().catch(() => [])).find(
      (course) => course.origin === 'beside' && course.address === address,
    )
    if (kept?.text === undefined) {
      return { problem: `The course “${name}” did not arrive: its server did not answer. Try again later.` }
    }
    const note = 'The server of this course did not answer. It is shown as it was when you opened it last.'
    return { text: kept.text, origin: 'beside', address, note }
  }
  // A server may answer every address with a page.
  if (response.status === 404 || /^text\/html\b/.test(response.headers.get('Content-Type') ?? '')) return missing
  if (!response.ok) {
    return { problem: `The course “${name}” did not arrive: its server answered with ${response.status}.` }
  }
  if (Number(response.headers.get('Content-Length') ?? 0) > LARGEST) {
    return { problem: `The file courses/${file} is larger than any course, so it was not read.` }
  }
  return { text: await response.text(), origin: 'beside', address }
}

/** The text of a course that a link holds as a whole. */
export async function courseOfLink(hash: string): Promise<Found & { readonly lesson?: string }> {
  const link = await workerApi().readCourseLink(hash)
  if (link?.kind !== 'text') return { problem: link?.kind === 'problem' ? link.problem : 'This link holds no course.' }
  const { text, lesson } = link
  const address = hash.replace(/^#/, '').split('/').slice(0, 2).join('/')
  return { text, origin: 'link', address, ...(lesson !== undefined && { lesson }) }
}

/** A course that the server of this page lists, or a file there that cannot be read. */
export interface ListedCourse {
  /** Its name in the folder `courses/`. */
  readonly file: string
  readonly course?: string
  readonly title?: string
  /** For whom it is. */
  readonly audience?: string
  readonly lessons?: number
  /** Why it cannot be read. */
  readonly problem?: string
}

/**
 * The mark of a page whose server lists the courses beside it, and the address of the list. Without it no server is asked:
 * most have no list, and a browser reports each file that is missing.
 */
const LIST = 'meta[name="authz-playground-courses"]'

let listed: Promise<readonly ListedCourse[]> | undefined

/** The courses that the server of this page lists: `courses/index.json`. Empty where it does not say that it has a list. */
export function listedCourses(): Promise<readonly ListedCourse[]> {
  listed ??= askedForList().catch(() => {
    // It is asked again when somebody looks again.
    listed = undefined
    return []
  })
  return listed
}

async function askedForList(): Promise<readonly ListedCourse[]> {
  const address = document.querySelector(LIST)?.getAttribute('content')
  if (!address) return []
  const response = await fetch(new URL(address, document.baseURI))
  if (!response.ok) return []
  return readList(await response.json())
}

/** The list of a server, from any source: entries of another form are left out. */
export function readList(value: unknown): readonly ListedCourse[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown): readonly ListedCourse[] => {
    if (!isRecord(entry) || typeof entry.file !== 'string' || !/^[^/\\]+\.(ya?ml|json)$/i.test(entry.file)) return []
    const { file, course, title, for: audience, lessons, problem } = entry
    const isListed =
      [course, title, audience, problem].every((text) => optional(text, isString)) && optional(lessons, Number.isFinite)
    return isListed ? [{ file, course, title, audience, lessons, problem } as ListedCourse] : []
  })
}

import { BUILT_IN_COURSES, type BuiltInCourseId } from '@authz-playground/courses'
import type { Course, HandIn } from '@authz-playground/engine/documents'
import { readNamedCourseHash } from '@authz-playground/engine/internal/course'
import { LONG_LINK } from '@authz-playground/engine/internal/scenario-file'
import { counted, shortened } from '@authz-playground/pictures'
import { create } from 'zustand'
import { announce, fileName, notify, saveFile } from '../../ui/index.ts'
import { playground, workerApi } from '../playground.ts'
import { problemsInWords } from '../problems-in-words.ts'
import { openDialog } from '../screen.ts'
import { act, beginTurn, OVERTAKEN } from '../turns.ts'
import { isSamePlace, type OpenCourse } from './course-place.ts'
import { courseStorage, courses } from './page.ts'
import { addressOfName, builtInCourse, type CourseText, courseBeside, courseByName, courseOfLink } from './sources.ts'

export const useReceived = create<{ readonly received: ReceivedHandIn | undefined }>()(() => ({ received: undefined }))

/** Why something was not opened, in sentences; empty where it was opened. */
type Problems = readonly string[]

const NONE: Problems = []

/** What is being opened: what is resumed waits for it. */
let lastOpening: Promise<unknown> = Promise.resolve()

function opening<Result>(act: () => Promise<Result>): Promise<Result> {
  const opened = act()
  lastOpening = Promise.allSettled([lastOpening, opened])
  return opened
}

/** Opens what a person chose, unless the person does something else before it arrives. */
function openingChosen(open: (isCurrent: IsCurrent) => Promise<Problems>): Promise<Problems> {
  act()
  const turn = beginTurn()
  return opening(async () => {
    const problems = await open(turn.isFree)
    return turn.isOver() ? [OVERTAKEN] : problems
  })
}

/** Whether nothing else has been asked for meanwhile. */
type IsCurrent = () => boolean

const ALWAYS: IsCurrent = () => true

/** Opens a course by its name, perhaps at one of its lessons; see `courseByName`. */
async function openCourse(name: string, lesson: string | undefined, isCurrent: IsCurrent): Promise<Problems> {
  const { open } = courses.store.getState()
  if (open?.address === addressOfName(name)) return goTo(lesson)
  const found = await courseByName(name, courseStorage)
  return 'problem' in found ? [found.problem] : openFound(found, lesson, isCurrent)
}

/** Opens a course that comes with the page. */
export function openBuiltInCourse(id: BuiltInCourseId): Promise<Problems> {
  return openingChosen(async (isCurrent) => openFound(await builtInCourse(id), undefined, isCurrent))
}

/** Opens the file of a course beside the site, by its name in the folder `courses/`. */
export function openCourseBeside(file: string): Promise<Problems> {
  return openingChosen(async (isCurrent) => {
    const found = await courseBeside(file.replace(/\.yaml$/i, ''), courseStorage)
    return 'problem' in found ? [found.problem] : openFound(found, undefined, isCurrent)
  })
}

/**
 * Opens what the hash of an address about courses names. Undefined where it is about something else.
 *
 * @param isCurrent whether no other address has been followed meanwhile: where one has, nothing is opened
 */
export function openCourseHash(hash: string, isCurrent: IsCurrent): Promise<Problems | undefined> {
  return opening(() => openedHash(hash, isCurrent))
}

async function openedHash(hash: string, isCurrent: IsCurrent): Promise<Problems | undefined> {
  // A name waits for no worker.
  const link = readNamedCourseHash(hash) ?? (await workerApi().readCourseLink(hash))
  if (link === undefined) return undefined
  if (!isCurrent()) return NONE
  if (link.kind === 'problem') return [link.problem]
  if (link.kind === 'named') return openCourse(link.course, link.lesson, isCurrent)
  const found = await courseOfLink(hash)
  if (!isCurrent()) return NONE
  if ('problem' in found) return [found.problem]
  if (courses.store.getState().open?.address === found.address) return goTo(link.lesson)
  return openedText(found.text, found, link.lesson, isCurrent)
}

/** Opens the course of the lesson that is on the page after a reload, unless another one is opened meanwhile. */
export async function resumeCourse(): Promise<Problems> {
  await lastOpening
  const place = playground.getState().lesson
  if (place === undefined || courses.lessonOnPage() !== undefined) return NONE
  const found = place.address.startsWith('course/')
    ? await courseByName(place.address.slice('course/'.length), courseStorage)
    : await courseOfLink(`#${place.address}`)
  if ('problem' in found) return [found.problem]
  const isThere = (): boolean => isSamePlace(playground.getState().lesson, place)
  const { course, problems } = await readFound(found, isThere)
  if (course !== undefined) await courses.resume(course, place)
  return problems
}

/**
 * Opens the text of a course, or shows what was done in one.
 *
 * @param from where it comes from; a file where that is left out
 */
export function openCourseText(text: string, from?: CourseText, lesson?: string): Promise<Problems> {
  return openingChosen((isCurrent) => openedText(text, from, lesson, isCurrent))
}

async function openedText(
  text: string,
  from: CourseText | undefined,
  lesson: string | undefined,
  isCurrent: IsCurrent,
): Promise<Problems> {
  const read = await workerApi().readCourse(text)
  if (!isCurrent()) return NONE
  if (read.is === 'hand-in') {
    return read.handIn === undefined ? problemsInWords(read.diagnostics) : show(read.handIn, read.sealed)
  }
  if (read.course === undefined) return problemsInWords(read.diagnostics)
  const named = addressOfName(read.course.id)
  const address = from === undefined || from.address.length > LONG_LINK ? named : from.address
  return opened(
    await courses.open({ course: read.course, origin: from?.origin ?? 'file', address, text }, lesson, isCurrent),
    lesson,
  )
}

async function openFound(found: CourseText, lesson?: string, isCurrent: IsCurrent = ALWAYS): Promise<Problems> {
  const { course, problems } = await readFound(found, isCurrent)
  return course === undefined ? problems : opened(await courses.open(course, lesson, isCurrent), lesson)
}

/** Reads the course of a text, with the note about where it comes from. Where it is not a course, there are problems. */
async function readFound(
  { text, origin, address, note }: CourseText,
  isCurrent: IsCurrent = ALWAYS,
): Promise<{ readonly course?: OpenCourse; readonly problems: Problems }> {
  const read = await workerApi().readCourse(text)
  if (!isCurrent()) return { problems: NONE }
  const course = read.is === 'course' ? read.course : undefined
  if (course === undefined) {
    const what = origin === 'beside' ? `The file of ${address.replace('course/', 'the course ')} is not a course.` : ''
    return { problems: [what, ...problemsInWords(read.diagnostics)].filter(Boolean) }
  }
  if (note !== undefined) notify(note)
  return { course: { course, origin, address, text }, problems: NONE }
}

function goTo(lesson: string | undefined): Problems {
  const { open } = courses.store.getState()
  const here = playground.getState().lesson
  const wanted = lesson ?? here?.lesson ?? open?.course.lessons[0]?.id
  const exists = open?.course.lessons.some(({ id }) => id === wanted) ?? false
  if (wanted !== undefined && exists && here?.lesson !== wanted) courses.go(wanted)
  return opened(exists, lesson)
}

/** A lesson that a course does not have costs only itself. */
function opened(exists: boolean, lesson: string | undefined): Problems {
  if (!exists) notify(`The course has no lesson “${shortened(lesson ?? '', 80)}”.`)
  return NONE
}

/** Shows what was done in a course, with the titles of its lessons where the course is known. */
async function show(handIn: HandIn, sealed: boolean): Promise<Problems> {
  const { open } = courses.store.getState()
  if (open?.course.id === handIn.course) receive({ handIn, sealed, course: open.course })
  else {
    const known = await courseOf(handIn.course)
    const read = known && (await workerApi().readCourse(known.text))
    receive({ handIn, sealed, course: read?.is === 'course' ? read.course : undefined })
  }
  return NONE
}

/** Opens the course of what was received where it is not open, and merges what was done into the own progress. */
export async function mergeReceived(): Promise<Problems> {
  const { received } = useReceived.getState()
  if (received === undefined) return NONE
  const { handIn, sealed } = received
  const { course: id } = handIn
  if (courses.store.getState().open?.course.id !== id) {
    const known = await courseOf(id)
    if (known === undefined) {
      return [
        `This is what was done in the course “${shortened(id, 80)}”, which is not in this browser. Open that course first.`,
      ]
    }
    const problems = await openFound(known)
    if (problems.length > 0) return problems
  }
  courses.merge(handIn, (lessons, unknown) => {
    const taken =
      lessons === 0 ? 'Your progress was up to date' : `Progress was taken in: ${counted(lessons, 'lesson')}`
    const others = unknown > 0 ? `; ${counted(unknown, 'lesson')} of it are not in this course` : ''
    const changed = sealed ? '' : ' The file was changed after the playground wrote it.'
    const words = `${taken}${others}.${changed}`
    announce(words)
    return words
  })
  return NONE
}

/** The text of a course by its id, without asking a server for a course that was never open here. */
async function courseOf(id: string): Promise<CourseText | undefined> {
  const builtIn = BUILT_IN_COURSES.find((one) => one.id === id)
  if (builtIn !== undefined) return builtInCourse(builtIn.id)
  const kept = await courseStorage.course(id).catch(() => undefined)
  if (kept?.text === undefined) return undefined
  return { text: kept.text, origin: kept.origin, address: kept.address }
}

/** Saves what was done in the open course as a file. */
export async function saveProgress(): Promise<void> {
  const { open } = courses.store.getState()
  const handIn = courses.handIn()
  if (open === undefined || handIn === undefined) return
  const text = await workerApi().writeHandIn(handIn, open.course.title)
  saveFile(fileName(`${open.course.id} progress`), text)
}

/** What somebody handed in, as a link or a file brought it. Nothing of it is taken over until a person says so. */
interface ReceivedHandIn {
  readonly handIn: HandIn
  /** It is as the playground wrote it. */
  readonly sealed: boolean
  /** Absent where the course is not in this browser. */
  readonly course?: Course | undefined
}

/** Shows what was handed in. */
function receive(received: ReceivedHandIn): void {
  useReceived.setState({ received })
  openDialog('hand-in')
}

export function forgetReceived(): void {
  useReceived.setState({ received: undefined })
}

import { type DocumentKind, documentOf, fits, readShaped } from '../scenario-file/index.ts'
import type { Diagnostic } from '../text/index.ts'
import { yamlOf } from '../yaml/index.ts'
import { checksumOf } from './checksum.ts'
import type { Course, LessonWork } from './course.ts'
import { HAND_IN, HAND_IN_VERSION, type WrittenHandIn } from './hand-in-schema.ts'

/** What a learner did in one lesson. A part that is absent is as at the start. */
export interface LessonProgress extends Partial<LessonWork> {
  /** Whether all goals held once. */
  readonly done?: boolean
  /** How many hints were shown. */
  readonly hints?: number
  /** Whether the solution was shown. */
  readonly solution?: boolean
}

/** What a learner did in a course: it is kept, taken along, and handed in. Nobody’s name is in it. */
export interface HandIn {
  /** The id of the course. */
  readonly course: string
  /** Its edition, when this was written. */
  readonly edition: string
  /** By lesson. */
  readonly lessons: ReadonlyMap<string, LessonProgress>
}

/** A hand-in that was read. */
export interface ReadHandIn {
  /** Absent where any part was not understood. */
  readonly handIn?: HandIn
  /** Whether it is as the playground wrote it: its seal fits. A seal tells changes, and proves nothing. */
  readonly sealed: boolean
  readonly diagnostics: readonly Diagnostic[]
}

const KIND: DocumentKind<WrittenHandIn> = {
  shape: HAND_IN,
  fits: (value) => fits(value, HAND_IN),
  version: HAND_IN_VERSION,
  what: 'a hand-in of a course',
}

/** Reads a hand-in in YAML or JSON. Accepts any text and never throws; nothing in it is decided or run. */
export function readHandIn(text: string): ReadHandIn {
  const { written, diagnostics } = readShaped(text, KIND)
  if (written === undefined) return { sealed: false, diagnostics }
  const { handIn: course, edition, lessons, seal } = written
  const handIn: HandIn = {
    course,
    edition,
    lessons: new Map(Object.entries(lessons).map(([id, one]) => [id, progressOf(one)])),
  }
  return { handIn, sealed: seal === sealOf(handIn), diagnostics }
}

/** Whether a text is meant to be a hand-in, judged by its top. */
export function looksLikeHandIn(text: string): boolean {
  return /^handIn\s*:/m.test(text) || /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"handIn"/.test(text)
}

function progressOf({
  policy,
  request,
  requestor,
  done,
  hints,
  solution,
}: WrittenHandIn['lessons'][string]): LessonProgress {
  const sent =
    request === undefined ? undefined : documentOf({ requestor: requestor ?? { username: '' }, request }).scenario
  const who = requestor && documentOf({ requestor, request: { http: '' } }).scenario.requestor
  return {
    ...(policy !== undefined && { policy }),
    ...(sent && { request: sent.request }),
    ...(who && { requestor: who }),
    ...(done !== undefined && { done }),
    ...(hints !== undefined && { hints }),
    ...(solution !== undefined && { solution }),
  }
}

/** A hand-in as a plain value, ready for JSON, with its seal. */
export function writtenHandIn(handIn: HandIn): WrittenHandIn {
  return { ...unsealed(handIn), seal: sealOf(handIn) }
}

/** A hand-in as YAML, as a file holds it. */
export function writeHandIn(handIn: HandIn, { title }: Pick<Course, 'title'>): string {
  const { version, handIn: course, ...rest } = writtenHandIn(handIn)
  return yamlOf({ version, handIn: course, title, ...rest })
}

function unsealed({ course, edition, lessons }: HandIn) {
  return {
    version: HAND_IN_VERSION,
    handIn: course,
    edition,
    lessons: Object.fromEntries([...lessons].map(([id, progress]) => [id, writtenProgress(progress)])),
  } as const
}

function writtenProgress({ policy, request, requestor, done, hints, solution }: LessonProgress) {
  const groups = requestor?.groups
  const who = requestor && { ...requestor, ...(groups && { groups: [...groups] }) }
  return {
    ...(policy !== undefined && { policy }),
    ...(request && { request: { [request.form]: request.text } }),
    ...(who && { requestor: who }),
    ...(done !== undefined && { done }),
    ...(hints !== undefined && { hints }),
    ...(solution !== undefined && { solution }),
  }
}

function sealOf(handIn: HandIn): string {
  return checksumOf(JSON.stringify(unsealed(handIn)))
}

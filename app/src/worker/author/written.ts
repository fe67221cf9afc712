import { readPolicy } from '@authz-playground/engine'
import { type ReadCourse, readCourse } from '@authz-playground/engine/documents'
import { documentTree, type TreeNode } from '@authz-playground/engine/editing'
import {
  type CourseOutline,
  type LessonPlays,
  type OutlinedLesson,
  outlineOf,
  type ReadPlays,
  readPlays,
} from '@authz-playground/engine/internal/course'
import { type DocumentPlaces, documentPlaces } from '@authz-playground/engine/internal/scenario-file'

/** The course and the plays as they are written now. */
export interface Written {
  /** Counts up with every text. */
  readonly revision: number
  readonly text: string
  readonly read: ReadCourse
  /** Absent where the text is not one document. */
  readonly outline?: CourseOutline
  readonly plays: string
  readonly readPlays: ReadPlays
  /** The ids of the examples that links may lead to. */
  readonly examples: ReadonlySet<string>
  /** The places of the course, and those of the plays. */
  readonly places: DocumentPlaces
  readonly playPlaces: DocumentPlaces
}

/** Reads a course and its plays. `examples`: the ids of the gallery. Never throws. */
export function written(text: string, plays: string, revision: number, examples: readonly string[]): Written {
  const outline = outlineOf(text)
  let places: DocumentPlaces | undefined
  let playPlaces: DocumentPlaces | undefined
  return {
    revision,
    text,
    read: readCourse(text),
    ...(outline && { outline }),
    plays,
    readPlays: plays.trim() === '' ? NO_PLAYS : readPlays(plays),
    examples: new Set(examples),
    // They parse again, and many texts have nothing to place.
    get places() {
      places ??= documentPlaces(text)
      return places
    },
    get playPlaces() {
      playPlaces ??= documentPlaces(plays)
      return playPlaces
    },
  }
}

/** No plays are a document without any. */
const NO_PLAYS = readPlays('version: 1\nlessons: {}\n')

/** The plays of a lesson; undefined where nobody has written any. */
export function playsOf({ readPlays: { plays } }: Written, lesson: string): LessonPlays | undefined {
  return plays !== undefined && Object.hasOwn(plays.lessons, lesson) ? plays.lessons[lesson] : undefined
}

/** Where the lessons of a text are. */
export type PlacedLesson = Pick<OutlinedLesson, 'id' | 'title' | 'span'>

/** The lessons of a course also where the text is not valid YAML, as far as it can be mended, or else by its lines. */
export function lessonsIn(text: string): readonly PlacedLesson[] {
  const policy = readPolicy(text)
  const [document, another] = policy.documents
  const root = document && another === undefined ? documentTree(policy, document) : undefined
  const lessons = root && fieldOf(root, 'lessons')
  const list = lessons && targetOf(lessons)
  if (list?.kind !== 'sequence') return lessonsByLine(text)
  return list.items.map((item) => ({
    id: textOf(fieldOf(item, 'id')),
    title: textOf(fieldOf(item, 'title')),
    span: { start: item.start, end: item.end },
  }))
}

/** The lessons whose first field is their id, in lines of their own. */
function lessonsByLine(text: string): readonly PlacedLesson[] {
  const found = [...text.matchAll(/^([ \t]*-[ \t]+)id:[ \t]*["']?([\w-]*)/gm)].map(
    ({ index, 1: dash = '', 2: id = '' }) => ({
      id,
      dash: dash.length,
      start: index + dash.length,
    }),
  )
  const lessons = found.filter(({ dash }) => dash === found[0]?.dash)
  return lessons.map(({ id, dash, start }, at) => {
    const next = lessons[at + 1]
    const end = start + text.slice(start, next === undefined ? undefined : next.start - dash).trimEnd().length
    const [, title = ''] = /^[ \t]*title:[ \t]*["']?([^\n"']*)/m.exec(text.slice(start, end)) ?? []
    return { id, title: title.trim(), span: { start, end } }
  })
}

/** Where the plays of lessons begin, by the lines of their text: the keys below `lessons:`. */
export function playPlacesIn(text: string): readonly { readonly lesson: string; readonly start: number }[] {
  const body = /^lessons:[^\n]*\n/m.exec(text)
  if (body === null) return []
  const from = body.index + body[0].length
  const keys = [...text.slice(from).matchAll(/^([ \t]+)([\w-]+):[ \t]*(?:#.*)?$/gm)]
  const [, indent = ''] = keys[0] ?? []
  return keys.flatMap(({ index, 1: blanks = '', 2: lesson = '' }) =>
    blanks === indent ? [{ lesson, start: from + index + blanks.length }] : [],
  )
}

function fieldOf(node: TreeNode, name: string): TreeNode | undefined {
  const inner = targetOf(node)
  if (inner.kind !== 'mapping') return undefined
  return inner.pairs.findLast(({ key }) => key.kind === 'scalar' && key.value === name)?.value
}

function textOf(node: TreeNode | undefined): string {
  const inner = node && targetOf(node)
  return inner?.kind === 'scalar' ? inner.value : ''
}

function targetOf(node: TreeNode): Exclude<TreeNode, { kind: 'alias' }> {
  let target = node
  while (target.kind === 'alias') target = target.target
  return target
}

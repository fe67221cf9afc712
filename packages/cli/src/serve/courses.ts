import { readCourse } from '@authz-playground/engine/documents'
import { fixInWords } from '@authz-playground/engine/internal/answers'
import { looksLikeCourse, readPlays } from '@authz-playground/engine/internal/course'
import { type Files, folderEntries, type InputFile } from '../files.ts'
import { type CommandProblem, problemOf, Refused } from '../problem.ts'
import { printPlace } from '../text-places.ts'
import type { World } from '../world.ts'
import { type Content, contentOf } from './content.ts'

/** What the list of courses says of a course. */
interface CourseHead {
  /** The id of the course. */
  readonly course: string
  readonly title: string
  /** The sentence that says for whom it is; empty where none does. */
  readonly for: string
  /** The number of lessons. */
  readonly lessons: number
}

/** An entry of `courses/index.json`: a course, or a file that cannot be read. */
export type ListedCourse = { readonly file: string } & (
  | CourseHead
  /** The place and the message: `FILE:LINE:COLUMN This is …`. */
  | { readonly problem: string }
)

/** A folder of courses. Its files are read anew at each call, so that a teacher can mend a course while it is served. */
export interface CourseFolder {
  /** The courses in the order of their file names. Throws {@link Refused} where the folder cannot be read. */
  readonly list: () => readonly ListedCourse[]
  /**
   * The content of a listed file by its name, or the list by `index.json`; undefined for any other name. Throws
   * {@link Refused} where the file or the folder cannot be read.
   */
  readonly contentAt: (name: string) => Promise<Content> | undefined
}

/** The name of the list. A file of this name is not a course. */
const LIST = 'index.json'

/**
 * The courses of a folder: its YAML and JSON files that have lessons. Folders in it, hidden files and all other files stay
 * private: plays, policies and credentials may lie beside a course.
 * @param onProblems is called once with the problems of a file, and again when it was changed and still has some
 */
export function courseFolder(
  folder: string,
  files: Files,
  world: World,
  onProblems: (problems: readonly CommandProblem[]) => void,
): CourseFolder {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`
  /** By name, each with the text that it was made of, or the reason why there is none. */
  const known = new Map<string, { readonly from: string; readonly file: CourseFile | undefined }>()

  function names(): readonly string[] {
    const entries = folderEntries(folder, world) ?? []
    return entries.flatMap(({ name, kind }) => (kind === 'file' && isCourseName(name) ? [name] : [])).sort()
  }

  function read(name: string): CourseFile | undefined {
    const input = inputAt(prefix + name, files)
    const from = input instanceof Refused ? input.message : (input.mark ?? '') + input.text
    const before = known.get(name)
    if (before?.from === from) return before.file
    const file = input instanceof Refused ? { problems: input.problems } : courseFileOf(input)
    known.set(name, { from, file })
    if (file !== undefined && file.problems.length > 0) onProblems(file.problems)
    return file
  }

  function list(): readonly ListedCourse[] {
    return names().flatMap((file): readonly ListedCourse[] => {
      const { head, problems: [problem] = [] } = read(file) ?? {}
      if (problem !== undefined) return [{ file, problem: inWords(problem, prefix) }]
      return head === undefined ? [] : [{ file, ...head }]
    })
  }

  function contentAt(name: string): Promise<Content> | undefined {
    if (name === LIST) return contentOf(LIST, encoder.encode(`${JSON.stringify(list(), null, 2)}\n`))
    const file = names().includes(name) ? read(name) : undefined
    if (file === undefined) return undefined
    if (file.content === undefined) throw new Refused(...file.problems)
    return file.content
  }

  return { list, contentAt }
}

const encoder = new TextEncoder()

function isCourseName(name: string): boolean {
  return /^[^.].*\.(ya?ml|json)$/i.test(name) && name !== LIST
}

/** A file that is meant to be a course: it has a head, or problems. */
interface CourseFile {
  /** Absent where there is no text to send. */
  readonly content?: Promise<Content>
  readonly head?: CourseHead
  readonly problems: readonly CommandProblem[]
}

/** The text of a file, or why it cannot be read. */
function inputAt(path: string, files: Files): InputFile | Refused {
  try {
    return files.text(path)
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** Undefined for a file that is not a course. */
function courseFileOf({ name, text, mark = '' }: InputFile): CourseFile | undefined {
  // The plays of a course lie beside it, and have lessons as well.
  if (!looksLikeCourse(text) || readPlays(text).plays !== undefined) return undefined
  const content = contentOf(name, encoder.encode(mark + text))
  const { course, diagnostics } = readCourse(text)
  if (course === undefined) {
    return { content, problems: diagnostics.map((one) => problemOf(one, printPlace(name, one.range))) }
  }
  const { id, title, audience, lessons } = course
  return { content, head: { course: id, title, for: audience, lessons: lessons.length }, problems: [] }
}

function inWords({ at, message, fix }: CommandProblem, prefix: string): string {
  const place = at.startsWith(prefix) ? at.slice(prefix.length) : at
  return [place, message, ...(fix === undefined ? [] : [fixInWords(fix)])].join(' ')
}

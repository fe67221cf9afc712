import { readCourse } from '@authz-playground/engine/documents'
import { looksLikeCourse } from '@authz-playground/engine/internal/course'
import { BUILT_IN_IDS, type CourseFile, courseAt } from '../course/course-file.ts'
import type { Files, InputFile } from '../files.ts'
import type { CommandWords } from '../flags.ts'
import { type ReadInputs, readInputs, scenariosIn } from '../inputs.ts'
import { isLink } from '../links.ts'
import { embedsInPage, isPage, type PageEmbed } from '../pages.ts'
import { Refused, refusedInput } from '../problem.ts'
import type { World } from '../world.ts'

/** A course of which one lesson is rendered. */
export interface CourseInput {
  readonly kind: 'course'
  readonly name: string
  readonly file: CourseFile
  /** The lesson, as it is written; absent where it is the first. */
  readonly lesson: string | undefined
}

type RenderInputs = ReadInputs<CourseInput>

/**
 * Reads what is rendered: scenario documents, lessons of courses, and those of pages. `--lesson` is that of every course that is
 * named itself. Throws `Refused` where nothing is named.
 */
export async function renderInputs(words: CommandWords, files: Files, world: World): Promise<RenderInputs> {
  const lesson = words.one('lesson')
  const paths = words.files
  if (paths.length === 0) return readInputs(paths, files)
  const read = await Promise.all(paths.map((path) => inputsAt(path, lesson, files, world)))
  const inputs = read.flat()
  if (lesson !== undefined && !inputs.some(({ kind }) => kind === 'course' || kind === 'unread')) {
    throw refusedInput('--lesson', 'No course is named, and only courses have lessons.', 'Leave the flag out.')
  }
  return inputs
}

async function inputsAt(path: string, lesson: string | undefined, files: Files, world: World): Promise<RenderInputs> {
  const embeds = embedsAt(path, files)
  if (embeds !== undefined) {
    return (await Promise.all(embeds.map((embed) => inputsOf(embed, files, world)))).flat()
  }
  if (BUILT_IN_IDS.includes(path) || isCourseLink(path)) {
    const file = await courseAt(path, files, world)
    return [{ kind: 'course', name: file.name, file, lesson }]
  }
  const other = (file: InputFile): CourseInput | undefined =>
    looksLikeCourse(file.text) ? inputOf(file, lesson) : undefined
  return readInputs(path === '' ? [] : [path], files, { unanswered: true, other })
}

function isCourseLink(path: string): boolean {
  return isLink(path) && /#(?:course|k1)\//.test(path)
}

/** What the page embeds that a path names, or the pages in a folder; undefined where it is neither. */
function embedsAt(path: string, files: Files): readonly PageEmbed[] | undefined {
  const pages = files.below(path, isPage) ?? (isPage(path) ? [path] : undefined)
  const embeds = pages?.flatMap((page) => embedsInPage(files.text(page), files))
  // Without a lesson, what there is to say about pages is what all commands say.
  return embeds?.some(({ kind }) => kind === 'lesson') ? embeds : undefined
}

async function inputsOf(embed: PageEmbed, files: Files, world: World): Promise<RenderInputs> {
  if (embed.kind === 'scenario') return scenariosIn(embed.file, { unanswered: true })
  const { course, lesson, at } = embed
  if (typeof course !== 'string') return [inputOf(course, lesson)]
  if (!BUILT_IN_IDS.includes(course)) {
    const fix = `Courses of the playground are ${BUILT_IN_IDS.join(', ')}; a file is course="FILE.yaml".`
    throw new Refused({ severity: 'error', at, message: `There is no course “${course}”.`, fix })
  }
  const file = await courseAt(course, files, world)
  return [{ kind: 'course', name: file.name, file, lesson }]
}

function inputOf({ name, text }: InputFile, lesson: string | undefined): CourseInput {
  return { kind: 'course', name, file: { name, text, read: readCourse(text), isBuiltIn: false }, lesson }
}

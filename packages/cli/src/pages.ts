import type { Files, InputFile } from './files.ts'
import { type CommandProblem, Refused } from './problem.ts'

/** Whether a file is a page of a documentation site by its name. */
export function isPage(path: string): boolean {
  return /\.(md|markdown)$/i.test(path)
}

/** A string in Hugo: between quotes, or backticks. */
const QUOTED = /"((?:[^"\\]|\\.)*)"|`([^`]*)`/
const PARAMETERS = new RegExp(`((?:\\s+[\\w-]+=(?:${QUOTED.source}|[^\\s"\`>]+))*)`)
const OPENING = new RegExp(`\\{\\{<\\s*authz-playground\\b${PARAMETERS.source}\\s*(/?)>\\}\\}`, 'g')
const CLOSING = /\{\{<\s*\/\s*authz-playground\s*>\}\}/g
const ANY = /\{\{[<%]\s*authz-playground\b/g
const NAMED = new RegExp(`\\s([\\w-]+)=(?:${QUOTED.source}|([^\\s"\`>]+))`, 'g')

/** What a page embeds. */
export type PageEmbed =
  | { readonly kind: 'scenario'; readonly file: InputFile }
  | {
      readonly kind: 'lesson'
      /** The course: the text inside of the shortcode, a file beside the page, or the id of a course of the playground. */
      readonly course: InputFile | string
      /** The lesson, as it is written; absent where it names none. */
      readonly lesson: string | undefined
      /** Where in the page: `page.md:7`. */
      readonly at: string
    }

/**
 * The scenarios of a page, which its `authz-playground` shortcodes contain or name; lessons are none. A contained scenario keeps
 * the page’s name and lines, so that errors are reported there; a named file has its own. Throws `Refused` where a
 * shortcode is not closed.
 */
export function scenariosInPage(page: InputFile, files: Files): readonly InputFile[] {
  return embedsInPage(page, files).flatMap((embed) => (embed.kind === 'scenario' ? [embed.file] : []))
}

/** The scenarios of a page, as {@link scenariosInPage} reads them, and its lessons. */
export function embedsInPage(page: InputFile, files: Files): readonly PageEmbed[] {
  const found: PageEmbed[] = []
  const problems: CommandProblem[] = []
  let read = 0
  for (const { index } of page.text.matchAll(ANY)) {
    if (index < read) continue
    const at = `${page.name}:${lineAt(page.text, index)}`
    const complain = (message: string, fix: string) => problems.push({ severity: 'error', at, message, fix })
    OPENING.lastIndex = index
    const opening = OPENING.exec(page.text)
    if (opening?.index !== index) {
      complain(
        'This shortcode cannot be read.',
        'Write {{< authz-playground >}}, or {{< authz-playground src="FILE" />}}.',
      )
      continue
    }
    const [whole, written = ''] = opening
    const start = index + whole.length
    const closed = whole.endsWith('/>}}')
    CLOSING.lastIndex = start
    const closing = closed ? undefined : CLOSING.exec(page.text)
    if (closing === null) {
      complain('This shortcode is not closed.', 'Write {{< /authz-playground >}} after the scenario.')
      continue
    }
    const end = closing === undefined ? start : closing.index
    read = closing === undefined ? start : end + closing[0].length
    const inner = page.text.slice(start, end)
    const { src, course, lesson } = parametersOf(written)
    const isLesson = course !== undefined || lesson !== undefined
    const what = isLesson ? 'course' : 'scenario'
    const source = isLesson ? course : src
    if (source === undefined && inner.trim() === '') {
      complain(`This shortcode holds no ${what}.`, `Write one inside, or ${isLesson ? 'course' : 'src'}="FILE".`)
      continue
    }
    if (source !== undefined && inner.trim() !== '') {
      complain(`This shortcode holds a ${what} and names another.`, 'Keep one of them.')
      continue
    }
    // Adds empty lines at the top, so that lines of the scenario are lines of the page.
    const inside = { name: page.name, text: '\n'.repeat(lineAt(page.text, start) - 1) + inner }
    const file = (): InputFile => (source === undefined ? inside : files.text(beside(page.name, source)))
    if (!isLesson) found.push({ kind: 'scenario', file: file() })
    else
      found.push({ kind: 'lesson', course: source !== undefined && isCourseName(source) ? source : file(), lesson, at })
  }
  if (problems.length > 0) throw new Refused(...problems)
  return found
}

/** Whether a shortcode names a course of the playground, and no file. */
function isCourseName(source: string): boolean {
  return /^[\w-]+$/.test(source)
}

function parametersOf(written: string): Readonly<Record<string, string>> {
  const parameters = [...written.matchAll(NAMED)].map(([, name = '', quoted, raw, bare]) => {
    return [name, quoted?.replace(/\\(.)/g, '$1') ?? raw ?? bare ?? ''] as const
  })
  return Object.fromEntries(parameters)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function beside(page: string, source: string): string {
  return page.slice(0, page.search(/[^\\/]*$/)) + source.replace(/^\.\//, '')
}

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
const SOURCE = new RegExp(`\\ssrc=(?:${QUOTED.source}|(\\S+))`)

/**
 * The scenarios of a page, which its `authz-playground` shortcodes contain or name. A contained scenario keeps the
 * page’s name and lines, so that errors are reported there; a named file has its own. Throws `Refused` where a
 * shortcode is not closed.
 */
export function scenariosInPage(page: InputFile, files: Files): readonly InputFile[] {
  const found: InputFile[] = []
  const problems: CommandProblem[] = []
  let read = 0
  for (const { index } of page.text.matchAll(ANY)) {
    if (index < read) continue
    const complain = (message: string, fix: string) =>
      problems.push({ severity: 'error', at: `${page.name}:${lineAt(page.text, index)}`, message, fix })
    OPENING.lastIndex = index
    const opening = OPENING.exec(page.text)
    if (opening?.index !== index) {
      complain(
        'This shortcode cannot be read.',
        'Write {{< authz-playground >}}, or {{< authz-playground src="FILE" />}}.',
      )
      continue
    }
    const [whole, parameters = ''] = opening
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
    const [, quoted, raw, bare] = SOURCE.exec(parameters) ?? []
    const source = quoted?.replace(/\\(.)/g, '$1') ?? raw ?? bare
    if (source !== undefined) {
      if (inner.trim() !== '') complain('This shortcode holds a scenario and names another.', 'Keep one of them.')
      else found.push(files.text(beside(page.name, source)))
    } else if (inner.trim() === '') complain('This shortcode holds no scenario.', 'Write one inside, or src="FILE".')
    // Adds empty lines at the top, so that lines of the scenario are lines of the page.
    else found.push({ name: page.name, text: '\n'.repeat(lineAt(page.text, start) - 1) + inner })
  }
  if (problems.length > 0) throw new Refused(...problems)
  return found
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function beside(page: string, source: string): string {
  return page.slice(0, page.search(/[^\\/]*$/)) + source.replace(/^\.\//, '')
}

import { visible } from '@authz-playground/engine/internal/words'
import { createTwoFilesPatch, diffLines } from 'diff'
import type { InputFile } from './files.ts'
import type { World } from './world.ts'

/**
 * The text of a file, or a change of it, to be printed: to the letter for another program or a file; on a terminal, where a person
 * reads it, with each character that hides by its number.
 */
export function fileText(text: string, { terminal }: Pick<World, 'terminal'>): string {
  return terminal ? text.replace(/[^\r\n]+|\r(?!\n)/g, visible) : text
}

/** The difference of two texts as `patch` and `git apply` take it. */
export function unifiedDiff(before: string, after: string, name: string): string {
  // git apply refuses paths that begin with ./
  const path = name.replace(/^(?:\.\/)+/, '')
  return createTwoFilesPatch(path, path, before, after, 'before', 'after')
}

/**
 * The differences of files whose texts were joined with a line `---` between them (`before`), and then changed (`after`). A
 * line that was added at the end of a file belongs to that file.
 */
export function diffOfFiles(files: readonly InputFile[], before: string, after: string): string {
  const last = files.length - 1
  const lines = files.map(({ text }, index) => linesOf(text) + (index < last ? 1 : 0))
  const texts = files.map(() => '')
  let [file, read] = [0, 0]
  for (const { value, added, removed } of diffLines(before, after)) {
    if (added) {
      texts[file] += value
      continue
    }
    for (const line of splitLines(value)) {
      while (file < last && read === lines[file]) [file, read] = [file + 1, 0]
      read++
      const isBetween = file < last && read === lines[file]
      if (!removed && !isBetween) texts[file] += line
      if (isBetween) [file, read] = [file + 1, 0]
    }
  }
  return files
    .map(({ name, text, mark = '' }, index) => {
      const changed = texts[index] ?? ''
      const added = text.endsWith('\n') || index === last || !changed.endsWith('\n') ? changed : changed.slice(0, -1)
      return added === text ? '' : unifiedDiff(mark + text, mark + added, name)
    })
    .join('')
}

/** The lines of a text, with their breaks. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function linesOf(text: string): number {
  return splitLines(text).length
}

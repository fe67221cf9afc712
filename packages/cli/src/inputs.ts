import type { Files } from './files.ts'
import type { Words } from './flags.ts'
import { fromWords, saysScenario } from './from-words.ts'
import { type Input, readInput } from './input.ts'
import { type Problem, Refused, refused } from './problem.ts'
import { readSettings, type Settings } from './settings.ts'

/** What a command was given: inputs that were read, each or what is wrong with it. */
export type ReadInputs = readonly (
  | Input
  | { readonly kind: 'unread'; readonly name: string; readonly problems: readonly Problem[] }
)[]

/** The inputs of a command that takes files, or one scenario in words. Throws `Refused` where it has neither, or both. */
export function inputsOf(words: Words, files: Files): { readonly inputs: ReadInputs; readonly settings: Settings } {
  const settings = readSettings(words)
  if (saysScenario(words)) {
    const [file] = words.files
    if (file !== undefined) {
      const fix = 'Leave out the file, or the flags that say a scenario. A policy is --policy FILE.'
      throw refused(file, 'Flags say a scenario here, and a file holds another.', fix)
    }
    return { inputs: [fromWords(words, settings, files)], settings }
  }
  return { inputs: readInputs(words.files, files, { unanswered: true }), settings }
}

/** Reads each file. Throws `Refused` where none is named. */
export function readInputs(
  paths: readonly string[],
  files: Files,
  options: { readonly unanswered?: boolean } = {},
): ReadInputs {
  if (paths.length === 0)
    throw refused('', 'No file is named.', 'Name a scenario document or a vectors file; see --help.')
  return paths.map((path) => {
    try {
      return readInput(files.text(path), options)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { kind: 'unread', name: path, problems: error.problems }
    }
  })
}

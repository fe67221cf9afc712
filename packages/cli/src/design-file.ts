import { CEL } from '@authz-playground/engine/cel'
import { designOf, readDesign } from '@authz-playground/engine/documents'
import type { Files } from './files.ts'
import type { CommandWords } from './flags.ts'
import { type CommandProblem, problemOf, Refused } from './problem.ts'
import { type CommandSettings, isDesignFile, readCommandSettings, type WrittenByHand } from './settings.ts'
import { printPlace } from './text-places.ts'

/** Reads the flags for the settings, and the file where --design names one. `remarks`: on that design. Throws `Refused`. */
export function settingsIn(
  words: CommandWords,
  files: Files,
): { readonly settings: CommandSettings; readonly remarks: readonly CommandProblem[] } {
  const named = words.one('design')
  if (named === undefined || !isDesignFile(named)) return { settings: readCommandSettings(words), remarks: [] }
  const { written, remarks } = designIn(named, files)
  return { settings: readCommandSettings(words, undefined, written), remarks }
}

/** A design in a file, with what there is to say of it. Throws `Refused` where any part of it was not understood. */
function designIn(
  path: string,
  files: Files,
): { readonly written: WrittenByHand; readonly remarks: readonly CommandProblem[] } {
  const { name, text } = files.text(path)
  const { design, diagnostics } = readDesign(text, CEL)
  const remarks = diagnostics.map((one) => problemOf(one, printPlace(name, one.range)))
  if (design === undefined) throw new Refused(...remarks)
  return { written: { design: designOf(design, CEL), text }, remarks }
}

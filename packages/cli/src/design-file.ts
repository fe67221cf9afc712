import { CEL } from '@authz-playground/engine/cel'
import { designOf, readDesign, type WrittenDesign } from '@authz-playground/engine/documents'
import { costInWords, costsOf } from '@authz-playground/engine/internal/design-text'
import { looksLikeDesign } from '@authz-playground/engine/internal/pasted'
import { isDesignFile } from '@authz-playground/engine/internal/policy'
import { counted } from '@authz-playground/pictures'
import type { Files, InputFile } from './files.ts'
import type { CommandWords } from './flags.ts'
import { type CommandProblem, problemOf, Refused } from './problem.ts'
import type { CheckedInput } from './reports.ts'
import { type CommandSettings, namesDesignFile, readCommandSettings, type WrittenByHand } from './settings.ts'
import { printPlace } from './text-places.ts'

/** Reads the flags for the settings, and the file where --design names one. `remarks`: on that design. Throws `Refused`. */
export function settingsIn(
  words: CommandWords,
  files: Files,
): { readonly settings: CommandSettings; readonly remarks: readonly CommandProblem[] } {
  const named = words.one('design')
  if (named === undefined || !namesDesignFile(named)) return { settings: readCommandSettings(words), remarks: [] }
  const { written, remarks } = designIn(named, files)
  return { settings: readCommandSettings(words, undefined, written), remarks }
}

interface DesignOfFile {
  readonly written: WrittenByHand
  readonly design: WrittenDesign
  readonly remarks: readonly CommandProblem[]
}

/** A design in a file, with what there is to say of it. Throws `Refused` where any part of it was not understood. */
export function designIn(path: string, files: Files): DesignOfFile {
  const file = files.text(path)
  const { design, remarks } = readDesignFile(file)
  if (design === undefined) throw new Refused(...remarks)
  return { written: { design: designOf(design, CEL), ...file }, design, remarks }
}

function readDesignFile({ name, text }: InputFile): {
  readonly design?: WrittenDesign
  readonly remarks: readonly CommandProblem[]
} {
  const { design, diagnostics } = readDesign(text, CEL)
  const remarks = diagnostics.map((one) => problemOf(one, printPlace(name, one.range)))
  return { ...(design && { design }), remarks }
}

/** A file with a design. */
export interface DesignInput {
  readonly kind: 'design'
  readonly name: string
  readonly file: InputFile
}

/** Takes a file as a design, by its name or its fields; undefined where it is something else. */
export function readDesignInput(file: InputFile): DesignInput | undefined {
  return isDesignFile(file.name) || looksLikeDesign(file.text) ? { kind: 'design', name: file.name, file } : undefined
}

/** Judges a design: where it is right, with its size and what it costs, else with its mistakes. */
export function checkedDesign({ name, file }: DesignInput): CheckedInput {
  const { design, remarks } = readDesignFile(file)
  const isError = ({ severity }: CommandProblem) => severity === 'error'
  const about = { of: 'design', file: name, name } as const
  if (design === undefined)
    return {
      file: name,
      results: [
        {
          ...about,
          kind: 'fails',
          why: remarks.filter(isError).map(({ at, message, fix = '' }) => [`${at}: ${message} ${fix}`.trim()]),
        },
      ],
      remarks: remarks.filter((one) => !isError(one)),
    }
  return { file: name, results: [{ ...about, kind: 'holds', facts: factsOf(design) }], remarks }
}

function factsOf(design: WrittenDesign): readonly string[] {
  const { document, readings } = design
  const modes = new Set([...document.steps.values()].flatMap(({ mode }) => mode ?? []))
  const listed = modes.size === 0 ? 'no modes' : `${counted(modes.size, 'mode')} (${[...modes].join(', ')})`
  const size = [counted(document.steps.size, 'step'), listed, ...(readings.length > 0 ? [openPoints(readings)] : [])]
  return [
    `“${document.title}”: ${size.join(', ')}.`,
    'Before the request itself, which is one review more:',
    ...costsOf(design).map(costInWords),
  ]
}

function openPoints(readings: WrittenDesign['readings']): string {
  const combinations = readings.reduce((all, { options }) => all * options.length, 1)
  return `${counted(readings.length, 'open point')} with ${counted(combinations, 'combination')} of readings`
}

import { readScenarioDocuments } from '@authz-playground/engine/documents'
import { looksLikeDesign, looksLikeScenario } from '@authz-playground/engine/internal/pasted'
import { looksLikeGoals } from '@authz-playground/engine/internal/scenario-file'
import { settingsIn } from './design-file.ts'
import { looksLikeStating } from './example-document.ts'
import type { Files, InputFile } from './files.ts'
import { describesScenario, inputsFromFlags } from './flag-input.ts'
import type { CommandWords } from './flags.ts'
import { type Input, isVectors, readInput } from './input.ts'
import { isPage, scenariosInPage } from './pages.ts'
import { type CommandProblem, Refused, refusedInput } from './problem.ts'
import type { CommandSettings } from './settings.ts'

/** An input that is not read, and the problems that prevent it. */
interface UnreadInput {
  readonly kind: 'unread'
  readonly name: string
  readonly problems: readonly CommandProblem[]
}

/** The inputs of a command. `Other`: what a command takes beside scenario documents and vectors. */
export type ReadInputs<Other = never> = readonly (Input | Other | UnreadInput)[]

/** How the files of a command are read. */
interface ReadingInputs<Other> {
  /** Whether vectors without answers are read. */
  readonly unanswered?: boolean
  /** Reads a file that is neither a scenario document nor vectors; undefined where it is one. May throw `Refused`. */
  readonly other?: (file: InputFile) => Other | undefined
}

/**
 * The inputs of a command: files, or one scenario from flags. `remarks`: on the design, where --design names a file. Throws `Refused`
 * where there is neither, or both.
 */
export function inputsOf(
  words: CommandWords,
  files: Files,
): { readonly inputs: ReadInputs; readonly settings: CommandSettings; readonly remarks: readonly CommandProblem[] } {
  const { settings, remarks } = settingsIn(words, files)
  if (describesScenario(words)) {
    const [file] = words.files
    if (file !== undefined) {
      const fix = 'Leave out the file, or the flags that describe a scenario. A policy is --policy FILE.'
      throw refusedInput(file, 'The flags describe a scenario, and the file contains another one.', fix)
    }
    return { inputs: inputsFromFlags(words, settings, files), settings, remarks }
  }
  return { inputs: readInputs(words.files, files, { unanswered: true }), settings, remarks }
}

/**
 * Reads each file: a page gives its scenarios, a folder its scenario documents and those of its pages, and its goals and designs
 * where `other` reads them. Throws `Refused` where none is named.
 */
export function readInputs<Other = never>(
  paths: readonly string[],
  files: Files,
  options: ReadingInputs<Other> = {},
): ReadInputs<Other> {
  if (paths.length === 0)
    throw refusedInput('', 'No file is named.', 'Name a scenario document or a vectors file; see --help.')
  return paths.flatMap((path) => {
    const texts = orUnread(path, () => textsAt(path, files, options.other !== undefined))
    if ('kind' in texts) return [texts]
    return texts.flatMap((file) => scenariosIn(file, options))
  })
}

/** The scenarios of a file: a document, several of them in a stream, or vectors. */
export function scenariosIn<Other = never>(
  file: InputFile,
  { other = () => undefined, ...options }: ReadingInputs<Other> = {},
): ReadInputs<Other> {
  if (isVectors(file)) return vectorsIn(file, options)
  return separated(file).map(({ name, file: piece }) =>
    orUnread(name, () => other(piece) ?? { ...readInput(piece, options), name }),
  )
}

/** The lines of a vectors file that are understood, and the problems of the others. */
function vectorsIn(file: InputFile, options: Pick<ReadingInputs<never>, 'unanswered'>): ReadInputs {
  const read = orUnread(file.name, () => readInput(file, options))
  if (read.kind !== 'unread') return [read]
  const bad = new Set(read.problems.map(({ at }) => Number(/:(\d+)$/.exec(at)?.[1])))
  const lines = file.text.split('\n').map((line, index) => (bad.has(index + 1) ? '' : line))
  const text = lines.join('\n')
  if (text === file.text || text.trim() === '') return [read]
  return [read, orUnread(file.name, () => readInput({ ...file, text }, options))]
}

/**
 * The scenario documents of a text with several, each named by its first line. Each text begins with as many empty lines as
 * stand before the document, so that its places are those of the file.
 */
function separated(file: InputFile): readonly { readonly name: string; readonly file: InputFile }[] {
  const { name, text } = file
  const alone = [{ name, file }]
  // A design is a whole file: its reader refuses a second document.
  if (!/^---[ \t]*(?:#.*)?$/m.test(text) || looksLikeDesign(text)) return alone
  const { pieces, diagnostics } = readScenarioDocuments(text)
  if (pieces.length < 2 || diagnostics.length > 0) return alone
  let from = 0
  return pieces.map((piece) => {
    const at = text.indexOf(piece.text, from)
    from = at + piece.text.length
    const lines = text.slice(0, at).split('\n').length - 1
    return { name: `${name}:${lines + 1}`, file: { name, text: '\n'.repeat(lines) + piece.text } }
  })
}

function orUnread<Value>(name: string, read: () => Value): Value | UnreadInput {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { kind: 'unread', name, problems: error.problems }
  }
}

function textsAt(path: string, files: Files, withOthers: boolean): readonly InputFile[] {
  const found = files.below(path, (name) => isPage(name) || /\.(ya?ml|json)$/i.test(name))
  if (found === undefined && !isPage(path)) return [files.text(path)]
  const texts = (found ?? [path]).flatMap((file) => {
    const text = files.text(file)
    if (isPage(file)) return scenariosInPage(text, files)
    const isOther = withOthers && [looksLikeGoals, looksLikeDesign, looksLikeStating].some((looks) => looks(text.text))
    return isOther || looksLikeScenario(text.text) ? [text] : []
  })
  // A page may name a file of the folder.
  if (texts.length > 0)
    return texts.filter(({ name }, at) => isPage(name) || texts.findIndex((one) => one.name === name) === at)
  const shortcode = 'Write one between {{< authz-playground >}} and {{< /authz-playground >}}'
  if (found === undefined) throw refusedInput(path, 'This page holds no scenario.', `${shortcode}.`)
  throw refusedInput(
    path,
    'This folder holds no scenario, neither as a file with “version” and “request” nor in a page.',
    `${shortcode} of a page, or in a file of its own.`,
  )
}

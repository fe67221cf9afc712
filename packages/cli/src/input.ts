import type { Trace } from '@authz-playground/engine'
import { documentPlaces, readScenarioDocument, type ScenarioDocument } from '@authz-playground/engine/scenario-file'
import { readVectors, type VectorScenario } from '@authz-playground/engine/vectors'
import type { InputFile } from './files.ts'
import { type PlaceOf, placesInDocument, printPlace } from './places.ts'
import { type CommandProblem, problemOf, Refused } from './problem.ts'

/** A scenario of a vectors file, and its line there. */
export interface PlacedVector {
  readonly line: number
  readonly vector: VectorScenario
}

/** The input of a command. */
export type Input =
  | {
      readonly kind: 'document'
      /** The file; empty for a scenario from flags. */
      readonly name: string
      /** The text of the file; empty for a scenario from flags. */
      readonly text: string
      readonly document: ScenarioDocument
      readonly placeOf: PlaceOf
      /** The place of a value of the document. */
      readonly at: (path: readonly (string | number)[]) => string
      /** The value of `--policy`. */
      readonly policyNamed?: string
      /** The files that the policy was joined from. */
      readonly policyFiles?: readonly InputFile[]
      /** Notes to print with the answer, or without one: what the output of a cluster reported, and what is missing. */
      readonly notes?: (trace: Trace | undefined) => readonly CommandProblem[]
    }
  | { readonly kind: 'vectors'; readonly name: string; readonly vectors: readonly PlacedVector[] }

/** Reads a file as a scenario document or a vectors file. Throws `Refused`. */
export function readInput(file: InputFile, { unanswered = false }: { readonly unanswered?: boolean } = {}): Input {
  const { name, text } = file
  if (isVectors(file)) return { kind: 'vectors', name, vectors: vectorsOf(file, unanswered) }
  const { document, diagnostics } = readScenarioDocument(text)
  if (document === undefined) {
    throw new Refused(...diagnostics.map((one) => problemOf(one, printPlace(name, one.range))))
  }
  let places: ReturnType<typeof documentPlaces> | undefined
  return {
    kind: 'document',
    name,
    text,
    document,
    placeOf: placesInDocument(file, document.scenario),
    at: (path) => {
      places ??= documentPlaces(text)
      return printPlace(name, places.at(path))
    },
  }
}

/** A vectors file has a JSON object per line; a scenario document on one line has a version. */
export function isVectors({ name, text }: InputFile): boolean {
  if (/\.ndjson(\.gz)?$/i.test(name)) return true
  const first = /^\s*(\{.*\})\s*$/m.exec(text)
  if (first?.[1] === undefined || text.slice(0, first.index).trim() !== '') return false
  try {
    const value: unknown = JSON.parse(first[1])
    return typeof value === 'object' && value !== null && !Object.hasOwn(value, 'version')
  } catch {
    return false
  }
}

function vectorsOf({ name, text }: InputFile, unanswered: boolean): readonly PlacedVector[] {
  let read: readonly VectorScenario[]
  try {
    read = readVectors(text, { unanswered })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Refused(...error.message.split('\n').map((line) => complaint(name, line)))
  }
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line.replace(/^\ufeff/, '').trim() === '' ? [] : [index + 1]))
  if (read.length === 0) {
    const message = 'This vectors file is empty, and a scenario a line is expected.'
    throw new Refused({ severity: 'error', at: name, message })
  }
  return read.map((vector, index) => ({ line: lines[index] ?? 1, vector }))
}

/** `line 3: policy: a string was expected` as a problem of that line. */
function complaint(name: string, text: string): CommandProblem {
  const [, line, message = text] = /^line (\d+): (.*)$/.exec(text) ?? []
  return { severity: 'error', at: line === undefined ? name : `${name}:${line}`, message: `${message}.` }
}

import type { Trace } from '@authz-playground/engine'
import { readScenarioDocument, type ScenarioDocument } from '@authz-playground/engine/documents'
import { looksLikeDesign } from '@authz-playground/engine/internal/pasted'
import { documentPlaces, looksLikeGoals, readGoalsDocument } from '@authz-playground/engine/internal/scenario-file'
import { readVectors, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import type { OtherAuthorizer } from '@authz-playground/engine/logs'
import type { InputFile } from './files.ts'
import { type CommandProblem, problemOf, Refused, refusedInput } from './problem.ts'
import { type PlaceOf, placesInDocument, printPlace } from './text-places.ts'

/** A scenario of a vectors file, and its line there. */
export interface PlacedVector {
  readonly line: number
  readonly vector: VectorScenario
}

/** `goals.yaml:3:5` for the path of a value, and perhaps an offset into it. */
export type PlaceInDocument = (path: readonly (string | number)[], offset?: number) => string

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
      /** The place of a value of the document; with an offset, of that place inside of a text or a sentence. */
      readonly at: PlaceInDocument
      /** The value of `--policy`. */
      readonly policyNamed?: string
      /** The files that the policy was joined from. */
      readonly policyFiles?: readonly InputFile[]
      /** Notes to print with the answer, or without one: what the output of a cluster reported, and what is missing. */
      readonly notes?: (trace: Trace | undefined) => readonly CommandProblem[]
      /** The authorizer beside RBAC that refused the request at the cluster, where its output says so. */
      readonly otherAuthorizer?: OtherAuthorizer
    }
  | { readonly kind: 'vectors'; readonly name: string; readonly vectors: readonly PlacedVector[] }

/** Reads a file as a scenario document or a vectors file. Throws `Refused`. */
export function readInput(file: InputFile, { unanswered = false }: { readonly unanswered?: boolean } = {}): Input {
  const { name, text } = file
  if (isVectors(file)) return { kind: 'vectors', name, vectors: vectorsOf(file, unanswered) }
  const { document, diagnostics } = readScenarioDocument(text)
  if (document === undefined) {
    if (looksLikeDesign(text)) {
      const fix = 'Write --design and this file beside a request; or judge it with authz-playground check.'
      throw refusedInput(name, 'This file has a design, and no request.', fix)
    }
    if (looksLikeGoals(text) && readGoalsDocument(text).document !== undefined) {
      const fix = 'Judge them with authz-playground check; or write request: beside the goals.'
      throw refusedInput(name, 'This document has goals alone, and no request.', fix)
    }
    throw new Refused(...diagnostics.map((one) => problemOf(one, printPlace(name, one.range))))
  }
  return {
    kind: 'document',
    name,
    text,
    document,
    placeOf: placesInDocument(file, document.scenario),
    at: placesOfValues(file),
  }
}

/** The places of the values of a document. It is parsed again when the first of them is asked for. */
export function placesOfValues({ name, text }: InputFile): PlaceInDocument {
  let places: ReturnType<typeof documentPlaces> | undefined
  return (path, offset) => {
    places ??= documentPlaces(text)
    const inside = offset === undefined ? undefined : places.inside(path, offset)
    return printPlace(name, inside ?? places.at(path))
  }
}

/** A vectors file has a JSON object per line; on one line, a scenario document has a version, and an object of Kubernetes a kind. */
export function isVectors({ name, text }: InputFile): boolean {
  if (/\.ndjson(\.gz)?$/i.test(name)) return true
  const first = /\S.*/.exec(text)?.[0].trimEnd() ?? ''
  if (!first.startsWith('{') || !first.endsWith('}')) return false
  try {
    const value: unknown = JSON.parse(first)
    if (typeof value !== 'object' || value === null) return false
    return !['version', 'kind'].some((field) => Object.hasOwn(value, field)) && !looksLikeDesign(text)
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

import { type Diagnostic, LineIndex } from '../text/index.ts'
import { cutDocuments } from '../yaml/index.ts'
import { problem } from './issues.ts'
import { type ReadScenarioDocument, readScenarioDocument } from './read.ts'

/** One document of a text that holds several. Places are those of the whole text. */
export interface ReadPiece extends ReadScenarioDocument {
  /** The document as it stands there. */
  readonly text: string
}

/** A text that holds any number of scenario documents, between lines of `---`. */
export interface DocumentStream {
  readonly pieces: readonly ReadPiece[]
  /** What is wrong between the documents. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads each scenario document of a text by itself, so that one that is not understood leaves the others as they are.
 * Pieces with nothing but comments are none. Takes any text and never throws.
 */
export function readScenarioDocuments(text: string): DocumentStream {
  const lines = new LineIndex('document', text)
  const diagnostics: Diagnostic[] = []
  const cuts = cutDocuments(text, ({ code, message, fix = '', span }) => {
    diagnostics.push(problem(lines, code, message, fix, span))
  })
  const pieces = cuts.flatMap(({ start, end }): readonly ReadPiece[] => {
    const piece = text.slice(start, end)
    const read = readScenarioDocument(piece)
    if (read.diagnostics.some(({ code }) => code === 'no-document') && isBlank(piece)) return []
    const placed = read.diagnostics.map((one) => ({
      ...one,
      range: lines.range({ start: one.range.start + start, end: one.range.end + start }),
    }))
    return [{ ...read, diagnostics: placed, text: piece }]
  })
  return { pieces, diagnostics }
}

function isBlank(piece: string): boolean {
  return piece.split('\n').every((line) => /^\s*(#|$|---)/.test(line))
}

import { type Diagnostic, LineIndex } from '../text/index.ts'
import { cutDocuments } from '../yaml/index.ts'
import { problem } from './issues.ts'
import { type ReadScenarioDocument, readScenarioDocument } from './read.ts'

/** One document of a text with several. Places are places in the whole text. */
export interface ReadPiece extends ReadScenarioDocument {
  /** The text of the document. */
  readonly text: string
}

/** A text with any number of scenario documents, separated by lines of `---`. */
export interface DocumentStream {
  readonly pieces: readonly ReadPiece[]
  /** Errors between the documents. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads each scenario document of a text separately, so that an invalid document does not affect the others. A piece with
 * only comments is not a document. Accepts any text and never throws.
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

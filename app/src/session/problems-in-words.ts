import type { Diagnostic } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'

/** So many problems of a file are named at once. */
const MOST = 3

/** The first few problems of a file, as sentences with their places. */
export function problemsInWords(diagnostics: readonly Diagnostic[]): readonly string[] {
  const sentences = diagnostics.map(
    ({ range, message, fix }) =>
      `Line ${range.line}, column ${range.column}: ${shortened([message, fix].join(' ').trim())}`,
  )
  const more = sentences.length - MOST
  return more > 0 ? [...sentences.slice(0, MOST), `And ${more} more.`] : sentences
}

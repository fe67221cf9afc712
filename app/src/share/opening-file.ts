import type { Diagnostic } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import { decider } from '../scenario/playground.ts'
import { openDocument } from './opening-document.ts'

/** So many problems of a file are told at once. */
const MOST = 3

/** Opens the text of a file as a scenario. What is wrong with it is returned, in sentences, and nothing is opened then. */
export async function openText(text: string): Promise<readonly string[]> {
  const { document, diagnostics } = await decider().readDocument(text)
  if (document === undefined) return told(diagnostics)
  openDocument(document)
  return []
}

/** Problems with their places, the first few of them. */
function told(diagnostics: readonly Diagnostic[]): readonly string[] {
  const sentences = diagnostics.map(
    ({ range, message, fix }) =>
      `Line ${range.line}, column ${range.column}: ${shortened([message, fix].join(' ').trim())}`,
  )
  const more = sentences.length - MOST
  return more > 0 ? [...sentences.slice(0, MOST), `And ${more} more.`] : sentences
}

import { openDocument } from './open-document.ts'
import { decider } from './playground.ts'
import { problemsInWords } from './problems-in-words.ts'

/** Opens the text of a file as a scenario. What is wrong with it is returned, in sentences, and nothing is opened then. */
export async function openText(text: string): Promise<readonly string[]> {
  const { document, diagnostics } = await decider().readDocument(text)
  if (document === undefined) return problemsInWords(diagnostics)
  openDocument(document)
  return []
}

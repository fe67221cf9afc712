import { decider, openDocument, problemsInWords } from '../../session/index.ts'
import type { Entry } from '../../worker/index.ts'

/** Puts an entry on the page, as a file would be. What is wrong with it is returned, in sentences, and nothing is opened then. */
export async function openEntry({ name, text }: Entry): Promise<readonly string[]> {
  const { document, diagnostics } = await decider().readDocument(text)
  if (document === undefined) return problemsInWords(diagnostics)
  openDocument({ ...document, title: name })
  return []
}

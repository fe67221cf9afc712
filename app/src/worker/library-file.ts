import type { Diagnostic } from '@authz-playground/engine'
import {
  readScenarioDocument,
  readScenarioDocuments,
  writeScenarioDocument,
} from '@authz-playground/engine/scenario-file'
import { type Entry, type Incoming, nameOf } from './library-entry.ts'

/** A text of a file, with its name. */
export interface NamedText {
  readonly name: string
  readonly text: string
}

/** What files hold. */
export interface Found {
  readonly scenarios: readonly Incoming[]
  /** What was not understood, with its places. */
  readonly unread: readonly { readonly file: string; readonly diagnostics: readonly Diagnostic[] }[]
}

/**
 * The scenarios of files, each of which may hold several. What is written for a newer playground is one too: it is kept
 * as it is, for the day on which it can be read.
 */
export function foundIn(files: readonly NamedText[]): Found {
  const scenarios: Incoming[] = []
  const unread: { file: string; diagnostics: readonly Diagnostic[] }[] = []
  for (const { name: file, text } of files) {
    const { pieces, diagnostics } = readScenarioDocuments(text)
    const usual = nameOf(file.replace(/^.*\//, '').replace(/\.(ya?ml|json)$/i, '')) || 'Scenario'
    if (diagnostics.length > 0) unread.push({ file, diagnostics })
    if (diagnostics.length === 0 && pieces.length === 0)
      unread.push({ file, diagnostics: readScenarioDocument(text).diagnostics })
    for (const piece of pieces) {
      const { document } = piece
      if (document !== undefined) scenarios.push({ name: nameOf(document.title) || usual, text: contentOf(document) })
      else {
        unread.push({ file, diagnostics: piece.diagnostics })
        if (isNewer(piece.diagnostics)) scenarios.push({ name: titleIn(piece.text) || usual, text: piece.text })
      }
    }
  }
  return { scenarios, unread }
}

function isNewer(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === 'newer-version')
}

/** The title of a document that cannot be read, where it stands in one line. */
function titleIn(text: string): string {
  const [, written = ''] = /^title:[ \t]*(.+)$/m.exec(text) ?? []
  return nameOf(written.replace(/^(["'])(.*)\1\s*$/, '$2'))
}

/** A document as an entry has it. */
export function contentOf(document: Parameters<typeof writeScenarioDocument>[0]): string {
  return writeScenarioDocument({ ...document, title: '' })
}

/** An entry as a file has it: with its name as the title. One that cannot be read stays as it is. */
export function fileOf({ name, text }: Pick<Entry, 'name' | 'text'>): string {
  const { document } = readScenarioDocument(text)
  return document === undefined ? text : writeScenarioDocument({ ...document, title: name })
}

/** All entries as one file, one document after the other: what {@link foundIn} finds the same in again. */
export function exported(entries: readonly Pick<Entry, 'name' | 'text'>[]): string {
  return entries.map((entry) => ended(fileOf(entry))).join('---\n')
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

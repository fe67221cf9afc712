import { type Diagnostic, LineIndex } from '@authz-playground/engine'
import { readScenarioDocument, readScenarioDocuments, writeScenarioDocument } from '@authz-playground/engine/documents'
import { looksLikeCourse, looksLikeHandIn } from '@authz-playground/engine/internal/course'
import { type Incoming, type LibraryEntry, nameOf } from './library-entry.ts'

/** The text of a file, and the name of the file. */
export interface FileText {
  readonly name: string
  readonly text: string
}

/** The scenarios in files, and the documents that could not be read. */
export interface Found {
  readonly scenarios: readonly Incoming[]
  /** The documents that could not be read, with their diagnostics. */
  readonly unread: readonly { readonly file: string; readonly diagnostics: readonly Diagnostic[] }[]
}

/**
 * The scenarios in files. A file may have several. A document for a newer playground is kept unchanged, until a version
 * of the page can read it.
 */
export function foundIn(files: readonly FileText[]): Found {
  const scenarios: Incoming[] = []
  const unread: { file: string; diagnostics: readonly Diagnostic[] }[] = []
  for (const { name: file, text } of files) {
    if (looksLikeHandIn(text) || looksLikeCourse(text)) {
      unread.push({ file, diagnostics: [aboutCourse(text)] })
      continue
    }
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

function aboutCourse(text: string): Diagnostic {
  return {
    severity: 'error',
    code: 'course',
    message: 'This is a course, or what was done in one, and not a scenario.',
    fix: 'Open it in “Courses”.',
    range: new LineIndex('document', text).range({ start: 0, end: 0 }),
  }
}

function isNewer(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === 'newer-version')
}

/** The title of a document that cannot be read, where the title is on one line. */
function titleIn(text: string): string {
  const [, written = ''] = /^title:[ \t]*(.+)$/m.exec(text) ?? []
  return nameOf(written.replace(/^(["'])(.*)\1\s*$/, '$2'))
}

/** A document as the text of an entry. */
export function contentOf(document: Parameters<typeof writeScenarioDocument>[0]): string {
  return writeScenarioDocument({ ...document, title: '' })
}

/** An entry as a document of a file, with its name as the title. A document that cannot be read is unchanged. */
export function fileOf({ name, text }: Pick<LibraryEntry, 'name' | 'text'>): string {
  const { document } = readScenarioDocument(text)
  return document === undefined ? text : writeScenarioDocument({ ...document, title: name })
}

/** All entries as one file, one document after the other. {@link foundIn} finds the same entries in it. */
export function exported(entries: readonly Pick<LibraryEntry, 'name' | 'text'>[]): string {
  return entries.map((entry) => ended(fileOf(entry))).join('---\n')
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

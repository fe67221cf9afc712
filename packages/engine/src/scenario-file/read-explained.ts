import { DESIGN_LIST } from '../designs/index.ts'
import { explainSyntax, type JsonDocument, type JsonPath, readJsonTexts } from '../policy/index.ts'
import type { Diagnostic, LineIndex } from '../text/index.ts'
import { nearest } from '../text/index.ts'
import { fromMisfit, problem } from './issues.ts'
import { MIGRATIONS, migrated } from './migrations.ts'
import { documentOf, isObject, LONGEST, type ScenarioDocument } from './read.ts'
import { DOCUMENT, DOCUMENT_VERSION } from './schema.ts'
import { fits, misfits } from './shape.ts'
import { type Wrong, wrongIn } from './wrong.ts'

/** What reading a document came to. */
export interface ReadScenarioDocument {
  /** Absent where anything was not understood: nothing is dropped, and nothing guessed. */
  readonly document?: ScenarioDocument
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a scenario document: YAML or JSON, of this version or an older one. Strict: what is unknown, of another type or
 * of a newer version is an error with its place. Takes any text and never throws. What its texts say is not read here.
 */
export function readScenarioDocument(text: string): ReadScenarioDocument {
  const { lines, documents, diagnostics } = readJsonTexts(text, 'document', {
    longest: LONGEST,
    explain: explainSyntax,
  })
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics }
  const [first, second] = documents
  if (first === undefined) {
    const message = 'The text is empty, and a scenario document is expected.'
    return {
      diagnostics: [problem(lines, 'no-document', message, 'Begin it with “version: 1”.', { start: 0, end: 0 })],
    }
  }
  if (second !== undefined) {
    const message = 'A file holds one scenario document, and this is a second one.'
    return {
      diagnostics: [problem(lines, 'two-documents', message, 'Put it into a file of its own.', second.spanOf([]))],
    }
  }
  return readValue(first, lines)
}

function readValue(read: JsonDocument, lines: LineIndex): ReadScenarioDocument {
  const at = (code: string, message: string, fix: string, path: JsonPath) =>
    problem(lines, code, message, fix, read.spanOf(path))
  const { value } = read
  if (!isObject(value)) {
    const message = 'This is no scenario document: it is no mapping.'
    return { diagnostics: [at('no-document', message, 'Begin it with “version: 1”.', [])] }
  }
  const { version } = value
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    const message = version === undefined ? 'The document does not say its version.' : 'This is no version.'
    return { diagnostics: [at('no-version', message, `Write version: ${DOCUMENT_VERSION}.`, ['version'])] }
  }
  if (version > DOCUMENT_VERSION) {
    const message = `The document has version ${version}, and this playground reads versions up to ${DOCUMENT_VERSION}.`
    return { diagnostics: [at('newer-version', message, 'Open it in a newer playground.', ['version'])] }
  }
  const written = migrated(value, version, MIGRATIONS)
  if (!fits(written, DOCUMENT)) {
    const diagnostics = [...misfits(written, DOCUMENT)].map((misfit) => fromMisfit(misfit, read, lines))
    return { diagnostics: diagnostics.sort((a, b) => a.range.start - b.range.start) }
  }
  const diagnostics = [...wrongIn(written)].map((wrong) => {
    const { code, message, fix } = inWords(wrong)
    return at(code, message, fix, wrong.path)
  })
  return diagnostics.length > 0 ? { diagnostics } : { document: documentOf(written), diagnostics }
}

interface Words {
  readonly code: string
  readonly message: string
  readonly fix: string
}

function inWords(wrong: Wrong): Words {
  const { code } = wrong
  switch (code) {
    case 'no-request':
      return { code, message: 'There is no request.', fix: 'Write request: with http:, kubectl: or curl:.' }
    case 'empty-requests':
      return { code: 'no-request', message: '“requests” is empty.', fix: 'Write one request at least.' }
    case 'two-requests': {
      const message = '“request” and “requests” are both there.'
      return { code, message, fix: 'Put the one request among the others.' }
    }
    case 'wrong-form': {
      const found = wrong.forms.length === 0 ? 'none of them' : wrong.forms.join(' and ')
      const message = `A request has one of http, kubectl and curl, and ${found} is here.`
      return { code, message, fix: 'Keep one of them.' }
    }
    case 'no-requestor':
      return { code, message: 'Nobody sends this request.', fix: 'Write requestor: with username: at the top.' }
    case 'no-such-request': {
      const { number, count } = wrong
      const message = `There is no request ${number}: there ${count === 1 ? 'is 1' : `are ${count}`}.`
      return { code, message, fix: `Write a number from 1 to ${count}.` }
    }
    case 'unknown-design': {
      const known = DESIGN_LIST.map(({ id }) => id)
      const near = nearest(wrong.id, known)
      const fix = near === undefined ? `Designs are ${known.join(', ')}.` : `Did you mean “${near}”?`
      return { code, message: `No design is called “${wrong.id}”.`, fix }
    }
  }
}

import type { Diagnostic, LineIndex } from '../text/index.ts'
import { isJsonObject, type JsonDocument, type JsonObject, type JsonPath, readJsonTexts } from '../yaml/index.ts'
import { fromMisfit, problem } from './issues.ts'
import { LONGEST } from './limits.ts'
import { type Migration, migrated } from './migrations.ts'
import { misfits, type Shape } from './shape.ts'

/** A kind of document, whose values are of the type `Written`: the `ValueOf` its shape. */
export interface DocumentKind<Written> {
  readonly shape: Shape
  /** Whether a value fits the shape, so that it is of the type. */
  readonly fits: (value: unknown) => value is Written
  /** The newest version that is read. */
  readonly version: number
  /** From each older version to the next. */
  readonly migrations?: readonly Migration[]
  /** Its name in sentences: “a scenario document”. */
  readonly what: string
}

/** A document that was read by its shape. */
export interface ReadShaped<Written> {
  /** The value. Absent where any part of the text does not fit. */
  readonly written?: Written
  /** The value as it is written, in its own version. */
  readonly value?: JsonObject
  /** The errors, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
  /** Makes an error at the value of a path. */
  readonly at: (code: string, message: string, fix: string, path: JsonPath) => Diagnostic
}

/**
 * Reads one document in YAML or JSON by its shape. Unknown fields, values of another type and newer versions are errors with
 * their places. Accepts any text and never throws.
 */
export function readShaped<Written>(text: string, kind: DocumentKind<Written>): ReadShaped<Written> {
  const { lines, documents, diagnostics } = readJsonTexts(text, 'document', { longest: LONGEST })
  const [first, second] = documents
  const at = (code: string, message: string, fix: string, path: JsonPath): Diagnostic =>
    problem(lines, code, message, fix, first?.spanOf(path) ?? { start: 0, end: 0 })
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics, at }
  const wrong = (...diagnostics: readonly Diagnostic[]): ReadShaped<Written> => ({ diagnostics, at })
  if (first === undefined) {
    const message = `The text is empty; ${kind.what} is expected.`
    return wrong(at('no-document', message, `Begin it with “version: ${kind.version}”.`, []))
  }
  if (second !== undefined) {
    const message = `A file contains one document, but this is a second one; ${kind.what} is expected.`
    return wrong(problem(lines, 'two-documents', message, 'Put it into a file of its own.', second.spanOf([])))
  }
  return shapedValue(first, lines, kind, at)
}

function shapedValue<Written>(
  read: JsonDocument,
  lines: LineIndex,
  { shape, fits, version: newest, migrations = [], what }: DocumentKind<Written>,
  at: ReadShaped<Written>['at'],
): ReadShaped<Written> {
  const wrong = (...diagnostics: readonly Diagnostic[]): ReadShaped<Written> => ({ diagnostics, at })
  const { value } = read
  if (!isJsonObject(value)) {
    return wrong(
      at('no-document', `This is not ${what}: it is not a mapping.`, `Begin it with “version: ${newest}”.`, []),
    )
  }
  const { version } = value
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    const message = version === undefined ? 'The document does not say its version.' : 'This is not a version.'
    return wrong(at('no-version', message, `Write version: ${newest}.`, ['version']))
  }
  if (version > newest) {
    const message = `The document has version ${version}, but this playground reads versions up to ${newest}.`
    return wrong(at('newer-version', message, 'Open it in a newer playground.', ['version']))
  }
  const written = migrated(value, version, migrations)
  if (fits(written)) return { written, value, diagnostics: [], at }
  const diagnostics = [...misfits(written, shape)].map((misfit) => fromMisfit(misfit, read, lines, what))
  return wrong(...diagnostics.sort((a, b) => a.range.start - b.range.start))
}

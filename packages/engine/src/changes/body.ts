import type { RequestText } from '../http/index.ts'
import type { Diagnostic, LineIndex } from '../text/index.ts'
import { LineIndex as Lines } from '../text/index.ts'
import { type JsonDocument, readJsonTexts } from '../yaml/index.ts'
import type { PlacedText } from './problem.ts'

/** A body that was read: one value, or the errors. */
export interface ReadBody {
  readonly placed?: PlacedText
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads the body of a request as one YAML or JSON value. In raw HTTP, the text of the request contains the body unchanged,
 * so places are places in that text. In a command, every place is that of the command, and the message names the line of
 * the body.
 */
export function readBody(body: string, { form, text: requestText }: RequestText): ReadBody {
  const at = requestText.lastIndexOf(body)
  const inText = at !== -1
  const read = inText
    ? readJsonTexts(body, 'request', { whole: requestText, offset: at })
    : readJsonTexts(body, 'request')
  const whole = new Lines('request', requestText)
  const resettled = (diagnostic: Diagnostic): Diagnostic => (inText ? diagnostic : inCommand(diagnostic, whole))
  const errors = read.diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { diagnostics: read.diagnostics.map(resettled) }
  const [document, second] = read.documents
  if (document === undefined) {
    const range = whole.range({ start: requestText.length, end: requestText.length })
    const message = 'This request changes an object, but its body is empty.'
    return { diagnostics: [{ severity: 'error', code: 'empty-body', message, ...WRITE_BODY[form], range }] }
  }
  if (second !== undefined) {
    const message = 'A body is one object or patch, but this is a second one.'
    const range = read.lines.range(second.spanOf([]))
    return { diagnostics: [resettled({ severity: 'error', code: 'several-objects', message, range })] }
  }
  const placed: PlacedText = inText ? { lines: read.lines, document } : { lines: whole, document: nowhere(document) }
  return { placed, diagnostics: read.diagnostics.map(resettled) }
}

const WRITE_BODY: Readonly<Record<RequestText['form'], Pick<Diagnostic, 'fix' | 'setting'>>> = {
  http: { fix: 'Write the object or patch below the headers, after a blank line.' },
  curl: { fix: 'Write the object or patch after --data.' },
  kubectl: {
    fix: 'kubectl makes this body from files or from the stored object: write the request in HTTP.',
    setting: 'request-body',
  },
  review: { fix: 'A review changes no object: write the request in HTTP.' },
}

function inCommand(diagnostic: Diagnostic, whole: LineIndex): Diagnostic {
  const { line, column } = diagnostic.range
  return {
    ...diagnostic,
    message: `In the body, line ${line}, column ${column}: ${diagnostic.message}`,
    range: whole.range({ start: 0, end: 0 }),
  }
}

function nowhere(document: JsonDocument): JsonDocument {
  return { ...document, spanOf: () => ({ start: 0, end: 0 }) }
}

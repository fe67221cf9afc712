import type { Diagnostic, RequestText } from '@authz-playground/engine'

/**
 * The offset at which the body begins in the text of a request. Raw HTTP ends with it; commands have it in an argument.
 */
export function bodyStart({ form, text }: RequestText, body: string): number | undefined {
  return form === 'http' && body !== '' && text.endsWith(body) ? text.length - body.length : undefined
}

/** The diagnostics about the body, with places in the body. */
export function inBody(diagnostics: readonly Diagnostic[], written: RequestText, body: string): readonly Diagnostic[] {
  const start = bodyStart(written, body)
  if (start === undefined) return []
  const linesBefore = written.text.slice(0, start).split('\n').length - 1
  return diagnostics.flatMap((diagnostic): readonly Diagnostic[] => {
    const { range } = diagnostic
    if (range.start < start) return []
    const moved = {
      ...range,
      start: range.start - start,
      end: range.end - start,
      line: range.line - linesBefore,
      endLine: range.endLine - linesBefore,
    }
    return [{ ...diagnostic, range: moved }]
  })
}

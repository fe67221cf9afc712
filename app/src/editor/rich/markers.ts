import type { Diagnostic } from '@authz-playground/engine'
import { type editor, MarkerSeverity, type Range } from './monaco.ts'

/** A diagnostic as Monaco underlines it, and explains it where it is pointed at. */
export function toMarker({ severity, message, fix, detail }: Diagnostic, range: Range): editor.IMarkerData {
  return {
    severity: severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
    message: [message, fix, detail && `The API server says: ${detail}`].filter(Boolean).join('\n'),
    startLineNumber: range.startLineNumber,
    startColumn: range.startColumn,
    endLineNumber: range.endLineNumber,
    endColumn: range.endColumn,
  }
}

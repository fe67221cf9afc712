import type { SourceRange, Span } from '../text/index.ts'
import { type JsonPath, type JsonValue, placeInScalar, readJsonTexts } from '../yaml/index.ts'
import { LONGEST } from './shaped-document.ts'

/** The places of the values of a scenario document, and inside of its texts. */
export interface DocumentPlaces {
  /** The place of a value, or of the nearest enclosing value. */
  at(path: JsonPath): SourceRange
  /** The place in the document of an offset in one of its texts. Undefined where there is no text. */
  inside(path: JsonPath, offset: number): SourceRange | undefined
}

/** The places of a valid document. It parses the document again, so call it only to report a line. */
export function documentPlaces(text: string): DocumentPlaces {
  const { lines, documents } = readJsonTexts(text, 'document', { longest: LONGEST })
  const spanOf = (path: JsonPath): Span => documents[0]?.spanOf(path) ?? { start: 0, end: 0 }
  const at = (path: JsonPath): SourceRange => lines.range(spanOf(path))
  return {
    at,
    inside: (path, offset) => {
      const value = path.reduce<JsonValue | undefined>(
        (outer, step) => (outer as Readonly<Record<string | number, JsonValue>> | undefined)?.[step],
        documents[0]?.value,
      )
      if (typeof value !== 'string') return undefined
      const start = placeInScalar(text, spanOf(path), value, offset)
      return lines.range({ start, end: start + 1 })
    },
  }
}

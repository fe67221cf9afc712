import type { SourceRange, Span } from '../text/index.ts'
import { type JsonPath, type JsonValue, readJsonTexts, ScalarPlaces } from '../yaml/index.ts'
import { LONGEST } from './limits.ts'

/** The places of the values of a scenario document, and inside of its texts. */
export interface DocumentPlaces {
  /** The place of a value, or of the nearest enclosing value. */
  at(path: JsonPath): SourceRange
  /**
   * The place in the document of an offset in one of its texts, or in a sentence that YAML reads as a mapping. Undefined where
   * there is neither.
   */
  inside(path: JsonPath, offset: number): SourceRange | undefined
}

/** The places of a valid document. It parses the document again, so call it only to report a line. */
export function documentPlaces(text: string): DocumentPlaces {
  const { lines, documents } = readJsonTexts(text, 'document', { longest: LONGEST })
  const spanOf = (path: JsonPath): Span => documents[0]?.spanOf(path) ?? { start: 0, end: 0 }
  const keySpanOf = (path: JsonPath): Span => documents[0]?.keySpanOf(path) ?? { start: 0, end: 0 }
  const at = (path: JsonPath): SourceRange => lines.range(spanOf(path))
  /** By the offsets at which scalars begin. */
  const known = new Map<number, ScalarPlaces>()
  return {
    at,
    inside: (path, offset) => {
      const value = path.reduce<JsonValue | undefined>(
        (outer, step) => (outer as Readonly<Record<string | number, JsonValue>> | undefined)?.[step],
        documents[0]?.value,
      )
      const at = (span: Span, scalar: string, offset: number): SourceRange => {
        const places = known.get(span.start) ?? new ScalarPlaces(text, span, scalar)
        known.set(span.start, places)
        const start = places.at(offset)
        return lines.range({ start, end: start + 1 })
      }
      if (typeof value === 'string') return at(spanOf(path), value, offset)
      const [entry, ...more] = typeof value === 'object' && value !== null ? Object.entries(value) : []
      if (entry === undefined || more.length > 0 || Array.isArray(value)) return undefined
      const [before, after] = entry
      const inValue = offset - `${before}: `.length
      if (inValue < 0) return at(keySpanOf([...path, before]), before, Math.min(offset, before.length))
      return at(spanOf([...path, before]), String(after), inValue)
    },
  }
}

import type { RichText, SourceRange } from '@authz-playground/engine'
import type { DocumentPlaces } from '@authz-playground/engine/internal/scenario-file'
import { lineInWords, MENTIONED_LINE } from '@authz-playground/engine/internal/words'
import type { JsonPath } from '@authz-playground/engine/internal/yaml'

/** The place in a document of a part of one of its texts; of the whole text, or what is around it, where it has no such part. */
export function rangeInside(places: DocumentPlaces, path: JsonPath, start: number, end: number): SourceRange {
  const first = places.inside(path, start)
  const last = places.inside(path, Math.max(start, end - 1))
  if (first === undefined || last === undefined) return places.at(path)
  return { ...first, end: last.end, endLine: last.endLine, endColumn: last.endColumn }
}

/** Maps a place in a text of a scenario to one in the course; undefined where the text is not in the course. */
export type PlaceInCourse = (range: SourceRange) => SourceRange | undefined

/**
 * Where the texts of a lesson are: at its start, or with its solution.
 *
 * @param index the place of the lesson in the course
 */
export function placesOfLesson(places: DocumentPlaces, index: number, at: 'start' | 'solution'): PlaceInCourse {
  const start: JsonPath = ['lessons', index, 'start']
  const solution: JsonPath = ['lessons', index, 'solution']
  const isText = (path: JsonPath): boolean => places.inside(path, 0) !== undefined
  const own = (field: string): JsonPath => {
    const changed = [...solution, field]
    return at === 'solution' && isText(changed) ? changed : [...start, field]
  }
  const request = (): JsonPath | undefined => {
    const forms = (path: JsonPath): readonly JsonPath[] =>
      ['http', 'kubectl', 'curl', 'review'].map((form) => [...path, form])
    const candidates = [...(at === 'solution' ? forms([...solution, 'request']) : []), ...forms([...start, 'request'])]
    return candidates.find(isText)
  }
  return (range) => {
    const path =
      range.source === 'default-roles' || range.source === 'document'
        ? undefined
        : range.source === 'request'
          ? request()
          : own(range.source)
    return path !== undefined && isText(path) ? rangeInside(places, path, range.start, range.end) : undefined
  }
}

/** A line that a sentence names, and its place in the course. */
export interface MentionedPlace {
  /** As it is in the sentence, in small letters: “line 63”. */
  readonly line: string
  readonly range: SourceRange
}

/**
 * Sentences with the lines of the course in place of those of its texts.
 *
 * @param ranges the places that the sentences mention
 */
export function inCourse(
  sentences: readonly RichText[],
  ranges: readonly SourceRange[],
  placeOf: PlaceInCourse,
): { readonly sentences: readonly RichText[]; readonly places: readonly MentionedPlace[] } {
  const found = new Map<string, MentionedPlace>()
  for (const range of ranges) {
    const words = lineInWords(range)
    if (found.has(words)) continue
    const place = placeOf(range)
    if (place !== undefined) found.set(words, { line: `line ${place.line}`, range: place })
  }
  const relined = (text: string): string =>
    text.replace(MENTIONED_LINE, (words) => {
      const place = found.get(words.replace(/^L/, 'l'))
      if (place === undefined) return words
      return words.startsWith('L') ? place.line.replace(/^l/, 'L') : place.line
    })
  return {
    sentences: sentences.map((words) => words.map((word) => (typeof word === 'string' ? relined(word) : word))),
    places: [...found.values()],
  }
}

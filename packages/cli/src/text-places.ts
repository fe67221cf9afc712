import { type Scenario, type SourceId, sentRequests } from '@authz-playground/engine'
import { documentPlaces } from '@authz-playground/engine/internal/scenario-file'
import { type InputFile, refuseLength, refuseLines } from './files.ts'

/** A place in a text of a scenario. Without a column it is the whole line. */
export interface TextPosition {
  readonly source: SourceId
  readonly line: number
  readonly column?: number
}

/**
 * Maps a place in a scenario's texts to a place in a file: `policy.yaml:3:5`. `request`: the index of the request, from
 * 0.
 */
export type PlaceOf = (place: TextPosition, request: number) => string

/** `name:3:5`, or `name:3` where there is no column. */
export function printPlace(name: string, { line, column }: Omit<TextPosition, 'source'>): string {
  return column === undefined ? `${name}:${line}` : `${name}:${line}:${column}`
}

/** Places of a scenario in a document: lines of its texts are lines of the file. */
export function placesInDocument({ name, text }: InputFile, scenario: Scenario): PlaceOf {
  let read: ReturnType<typeof documentPlaces> | undefined
  const requests = sentRequests(scenario)
  const offsets = new Map<string, OffsetOf>()
  return (place, request) => {
    const { source, line, column } = place
    if (source === 'default-roles') return printPlace('default roles', place)
    if (source === 'document') return printPlace(name, place)
    read ??= documentPlaces(text)
    const { request: sent } = requests[request] ?? scenario
    const held = source === 'request' ? sent.text : (scenario[source] ?? '')
    const offsetOf = offsets.get(held) ?? offsetsIn(held)
    offsets.set(held, offsetOf)
    const offset = offsetOf(line, column)
    const paths =
      source === 'request'
        ? [
            ['request', sent.form],
            ['requests', request, sent.form],
          ]
        : [source === 'authorizationConfig' ? ['cluster', source] : [source]]
    const found = paths.map((path) => read?.inside(path, offset)).find((one) => one !== undefined)
    if (found === undefined) return name
    return printPlace(name, column === undefined ? { line: found.line } : found)
  }
}

/** The offset of a column of a line, or of the first visible character of the line. */
type OffsetOf = (line: number, column: number | undefined) => number

function offsetsIn(text: string): OffsetOf {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (line, column) => {
    const start = starts[line - 1] ?? text.length
    if (column !== undefined) return start + column - 1
    const blank = /\S|$/.exec(text.slice(start, starts[line] ?? text.length))?.index ?? 0
    return start + blank
  }
}

/** A text that was joined from several files. */
export interface JoinedText {
  readonly text: string
  readonly files: readonly InputFile[]
  readonly placeOf: (place: Omit<TextPosition, 'source'>) => string
  /** The index of the text that has a line, and the number of the line there; undefined where there are no texts. */
  readonly lineIn: (line: number) => { readonly index: number; readonly line: number } | undefined
}

/**
 * Joins texts, with `between` on a line of its own; a place in the result maps to the text that contains it. Throws `Refused` where
 * they are larger together than one text may be.
 */
export function joinedTexts(texts: readonly InputFile[], between = '---'): JoinedText {
  let text = ''
  let line = 1
  const starts: { readonly name: string; readonly line: number }[] = []
  for (const [index, { name, text: own }] of texts.entries()) {
    const whole = own === '' || own.endsWith('\n') || index === texts.length - 1 ? own : `${own}\n`
    starts.push({ name, line })
    const added = index < texts.length - 1 && between !== '' ? `${whole}${between}\n` : whole
    refuseLength(name, text.length + added.length)
    text += added
    line += added.split('\n').length - 1
    refuseLines(name, line - 1)
  }
  const lineIn: JoinedText['lineIn'] = (line) => {
    const index = starts.findLastIndex((start) => start.line <= line)
    const start = starts[index]
    return start && { index, line: line - start.line + 1 }
  }
  return {
    text,
    files: texts,
    placeOf: (place) => {
      const found = lineIn(place.line)
      if (found === undefined) return printPlace('', place)
      return printPlace(starts[found.index]?.name ?? '', { ...place, line: found.line })
    },
    lineIn,
  }
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitText } from './split-documents.ts'

function textsOf(text: string): readonly string[] {
  return splitText(text).pieces.map(({ start, end, syntax }) => `${syntax} ${text.slice(start, end)}`)
}

describe('cutting a text into documents', () => {
  it('splits YAML at lines that begin with ---, also with a comment after it', () => {
    expect(textsOf('a: b\n--- # c\nd: e\n---\n')).toEqual(['yaml a: b\n', 'yaml d: e\n'])
    expect(textsOf('a: b\r\n---\r\nc: d')).toEqual(['yaml a: b\r\n', 'yaml c: d'])
  })

  it('keeps a separator with no line before it in the document, for the line numbers of errors', () => {
    expect(textsOf('---\na: b\n---\n---\nc: d\n')).toEqual(['yaml ---\na: b\n', 'yaml ---\nc: d\n'])
  })

  it('does not cut at dashes elsewhere', () => {
    expect(textsOf('a: |\n  ---\n ---\nb: c---\n')).toHaveLength(1)
  })

  it('refuses other text after ---, and continues after the line', () => {
    const { pieces, problems } = splitText('a: b\n--- c: d\ne: f\n----\n')
    expect(pieces).toHaveLength(2)
    expect(problems).toEqual([
      { start: 5, end: 13, code: 'document-separator', found: 'c: d' },
      { start: 19, end: 23, code: 'document-separator', found: '-' },
    ])
  })

  it('reads JSON objects one after the other, and YAML from the first place that is not JSON', () => {
    expect(textsOf(' {"a": "}"}{"b": {}}\n')).toEqual(['json {"a": "}"}', 'json {"b": {}}'])
    expect(textsOf('{"a": 1}\n---\nb: c\n')).toEqual(['json {"a": 1}', 'yaml ---\nb: c\n'])
    expect(textsOf('{a: b}\n---\n{"c": 1}\n')).toEqual(['yaml {a: b}\n', 'yaml {"c": 1}\n'])
    expect(textsOf('{"a": "\\"}"}')).toEqual(['json {"a": "\\"}"}'])
  })

  it('insists on JSON after two objects of it, as kubectl does', () => {
    expect(splitText('{}{}\n---\na: b\n').problems).toMatchObject([{ code: 'json-stream', found: '---' }])
  })

  it('loses no text: only separators and blanks are outside of documents', () => {
    const line = fc.constantFrom('---', '--- # x', '---y', 'a: b', '', ' ', '{"a": 1}', '{', '}', '"', '# c')
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n'))).map((lines) => lines.flat().join(''))
    fc.assert(
      fc.property(text, (source) => {
        let last = 0
        let between = ''
        for (const { start, end } of splitText(source).pieces) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          between += source.slice(last, start)
          last = end
        }
        between += source.slice(last)
        expect(between.split('\n').filter((rest) => rest.trim() !== '' && !rest.startsWith('---'))).toEqual([])
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readScenarioDocuments } from './stream.ts'
import { anyDocument } from './testing.ts'
import { writeScenarioDocument } from './write.ts'

const ONE = 'version: 1\ntitle: One\nrequestor: {username: jane}\nrequest: {kubectl: kubectl get pods}\n'
const TWO = ONE.replace('One', 'Two')

describe('a text with several scenario documents', () => {
  it('has each of them, with its own text', () => {
    const { pieces, diagnostics } = readScenarioDocuments(`# mine\n---\n${ONE}---\n# nothing\n---\n${TWO}`)
    expect(diagnostics).toEqual([])
    expect(pieces.map(({ document, text }) => [document?.title, text])).toEqual([
      ['One', ONE],
      ['Two', TWO],
    ])
  })

  it('tells what is wrong with one of them at its line in the whole, and reads the others', () => {
    const wrong = `${ONE}polcy: ""\n`
    const { pieces } = readScenarioDocuments(`${ONE}---\n${wrong}---\nversion: [\n---\n${TWO}`)
    expect(pieces.map(({ document }) => document?.title)).toEqual(['One', undefined, undefined, 'Two'])
    const places = pieces.map(({ diagnostics: [first] }) => first && [first.code, first.range.line, first.range.column])
    expect(places).toEqual([undefined, ['unknown-field', 10, 1], ['unclosed-bracket', 12, 10], undefined])
  })

  it('names the text after a separator', () => {
    const { pieces, diagnostics } = readScenarioDocuments(`${ONE}--- title: x\n${TWO}`)
    expect(diagnostics.map(({ code, range }) => [code, range.line])).toEqual([['document-separator', 5]])
    expect(pieces).toHaveLength(2)
  })

  it('is empty where nothing is', () => {
    expect(readScenarioDocuments('')).toEqual({ pieces: [], diagnostics: [] })
    expect(readScenarioDocuments('\n# nothing\n---\n').pieces).toEqual([])
  })

  it('can be JSON', () => {
    const { pieces } = readScenarioDocuments(
      '{"version": 1, "requestor": {"username": "jane"}, "request": {"kubectl": "kubectl get pods"}}\n',
    )
    expect(pieces.map(({ document }) => document?.scenario.requestor)).toEqual([{ username: 'jane' }])
  })

  it('is read as the documents that were put into it, whatever their texts hold', () => {
    fc.assert(
      fc.property(fc.array(anyDocument, { maxLength: 4 }), (documents) => {
        const { pieces, diagnostics } = readScenarioDocuments(documents.map(writeScenarioDocument).join('---\n'))
        expect(diagnostics).toEqual([])
        expect(pieces.map(({ document }) => document)).toEqual(documents)
      }),
    )
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\n---\n'))), (parts) => {
        for (const { document, diagnostics } of readScenarioDocuments(parts.join('')).pieces) {
          expect(document === undefined).toBe(diagnostics.length > 0)
        }
      }),
    )
  })
})

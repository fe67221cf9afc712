import { readScenarioDocument, type ScenarioDocument } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameOf } from './library-entry.ts'
import { contentOf, exported, fileOf, foundIn } from './library-file.ts'

const documentOf = (title: string, policy = '', explanation = ''): ScenarioDocument => ({
  title,
  explanation,
  scenario: {
    version: 2,
    policy,
    request: { form: 'kubectl', text: 'kubectl get pods' },
    requestor: { username: 'jane' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  },
  expect: [{ code: 403 }],
})
const NEWER = 'version: 99\ntitle: "From tomorrow"\nrequest: {}\nfuture: yes\n'
const file = (text: string, name = 'some/file.yaml') => ({ name, text })

describe('an export', () => {
  it('is imported into an empty library as it was, whatever its names and texts are', () => {
    const any = fc.string({ unit: 'binary', maxLength: 30 })
    const one = fc.record({ name: any.map(nameOf).filter((name) => name !== ''), policy: any, explanation: any })
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: ({ name }) => name, maxLength: 6 }), (all) => {
        const entries = all.map(({ name, policy, explanation }) => ({
          name,
          text: contentOf(documentOf('', policy, explanation)),
        }))
        const { scenarios, unread } = foundIn(entries.length === 0 ? [] : [file(exported(entries))])
        expect(unread).toEqual([])
        expect(scenarios).toEqual(entries)
      }),
    )
  })

  it('holds every example with its words, requests and expectations', () => {
    const documents = EXAMPLES.map(({ title, sentence, scenario }) => ({
      title: nameOf(title),
      explanation: sentence,
      scenario,
      expect: [],
    }))
    const entries = documents.map((document) => ({ name: document.title, text: contentOf(document) }))
    expect(foundIn([file(exported(entries))])).toEqual({ scenarios: entries, unread: [] })
  })

  it('has a document that cannot be read as it is, and the others with their names as titles', () => {
    const entries = [
      { name: 'Renamed', text: NEWER },
      { name: 'Mine', text: contentOf(documentOf('')) },
    ]
    const text = exported(entries)
    expect(text).toBe(`${NEWER}---\n${fileOf({ name: 'Mine', text: contentOf(documentOf('')) })}`)
    expect(foundIn([file(text)]).scenarios.map(({ name }) => name)).toEqual(['From tomorrow', 'Mine'])
  })
})

describe('an import', () => {
  it('is called by its title, or by its file', () => {
    const [titled, untitled] = [fileOf({ name: 'Mine', text: contentOf(documentOf('')) }), contentOf(documentOf(''))]
    const { scenarios } = foundIn([file(titled), file(untitled, 'folder/Who may.yml')])
    expect(scenarios.map(({ name }) => name)).toEqual(['Mine', 'Who may'])
    expect(new Set(scenarios.map(({ text }) => text)).size).toBe(1)
    expect(readScenarioDocument(scenarios[0]?.text ?? '').document).toEqual(documentOf(''))
  })

  it('reports a document that cannot be read with its place, and has the others', () => {
    const good = contentOf(documentOf('Mine'))
    const { scenarios, unread } = foundIn([file(`${good}---\nversion: 1\npolcy: ""\n`), file('', 'empty.yaml')])
    expect(scenarios).toEqual([{ name: 'file', text: good }])
    const line = good.split('\n').length + 1
    expect(unread.map((one) => [one.file, one.diagnostics[0]?.range.line, one.diagnostics[0]?.code])).toEqual([
      ['some/file.yaml', line + 1, 'unknown-field'],
      ['empty.yaml', 1, 'no-document'],
    ])
  })

  it('keeps what a newer playground has written as it is, and says so', () => {
    const { scenarios, unread } = foundIn([file(NEWER)])
    expect(scenarios).toEqual([{ name: 'From tomorrow', text: NEWER }])
    expect(unread.map(({ diagnostics }) => diagnostics.map(({ code }) => code))).toEqual([['newer-version']])
  })

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { scenarios, unread } = foundIn([file(text)])
        expect(scenarios.length + unread.length).toBeGreaterThan(0)
      }),
    )
  })
})

it('of a course or what was done in one nothing is imported, and a sentence says where to open it', () => {
  for (const text of ['version: 1\ncourse: rbac\nlessons: []\n', 'version: 1\nhandIn: rbac\nlessons: {}\n']) {
    const { scenarios, unread } = foundIn([file(text)])
    expect(scenarios).toEqual([])
    expect(unread[0]?.diagnostics[0]?.fix).toBe('Open it in “Courses”.')
  }
})

import { readScenarioDocument } from '@authz-playground/engine/documents'
import { expect, it } from 'vitest'
import { reportOf } from './report.ts'

const nothing = { added: [], renamed: [], same: [] }

it('lists new entries, renamed ones, and those that were in the library', () => {
  expect(reportOf({ added: ['a', 'b'], renamed: [{ from: 'c', to: 'c (2)' }], same: ['d'] }, [])).toEqual({
    done: [
      'New: “a”, “b”.',
      '“c” was here already and says something else: the new one is “c (2)”.',
      'Here already, just so: “d”.',
    ],
    problems: [],
  })
})

it('counts many', () => {
  const added = Array.from({ length: 12 }, (_, at) => `${at}`)
  expect(reportOf({ ...nothing, added }, []).done).toEqual(['New: 12 scenarios.'])
  const renamed = added.map((from) => ({ from, to: `${from} (2)` }))
  expect(reportOf({ ...nothing, renamed }, []).done.at(-1)).toBe('And 7 more.')
})

it('lists documents that could not be read with line and column, and those that are kept all the same', () => {
  const unread = [
    { file: 'a.yaml', diagnostics: readScenarioDocument('version: 1\npolcy: x\n').diagnostics },
    { file: 'b.yaml', diagnostics: readScenarioDocument('version: 99\n').diagnostics },
  ]
  const { done, problems } = reportOf(nothing, unread)
  expect(done).toEqual(['Nothing was added.'])
  expect(problems[0]).toMatch(/^“a\.yaml”: Line 2, column 1: “polcy” is not a field/)
  expect(problems[1]).toMatch(/^“b\.yaml”: Line 1, column 10: The document has version 99.* It is kept as it is\.$/)
})
